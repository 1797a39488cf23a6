import { describe, expect, test } from 'vitest';
import { AGED, LARGE, nextFile, type QueuedFile } from '../../../main/server/areas/fileJobs/nextFile';

let id = 0;
const file = (changes: Partial<QueuedFile> = {}): QueuedFile => ({
  ...{ id: ++id, kind: 'declaration', billId: id, createdBy: 1, size: 1000, waited: 0, attempts: 0 },
  ...changes,
});
const large = (changes: Partial<QueuedFile> = {}) => file({ size: LARGE, ...changes });

describe('the next file to convert', () => {
  test('is a short one where large ones have taken all places but the last', () => {
    const [waiting, short] = [large(), file({ createdBy: 2 })];
    expect(nextFile([waiting, short], [large()], 2)).toBe(short);
    expect(nextFile([waiting], [large()], 2)).toBeUndefined();
    expect(nextFile([waiting], [large()], 3)).toBe(waiting);
    expect(nextFile([short], [large(), file()], 2)).toBeUndefined();
  });

  test('is that of the person with fewer running files, then the shortest, then the first', () => {
    const [mine, theirs] = [file({ size: 1 }), file({ createdBy: 2, size: 2 })];
    expect(nextFile([mine, theirs], [file()], 4)).toBe(theirs);
    expect(nextFile([theirs, mine], [], 4)).toBe(mine);
    const [first, second] = [file(), file()];
    expect(nextFile([first, second], [], 4)).toBe(first);
  });

  test('is the one that has waited too long, but never in the last place if it is large', () => {
    const old = large({ waited: AGED });
    expect(nextFile([old, file({ createdBy: 2 })], [file()], 3)).toBe(old);
    const short = file({ createdBy: 2 });
    expect(nextFile([old, short], [large()], 2)).toBe(short);
    const older = file({ waited: AGED, size: 3000 });
    expect(nextFile([older, file({ waited: AGED, size: 1 })], [], 2)).toBe(older);
  });

  test('keeps the files of a bill in their order, whoever sent them', () => {
    const [first, second] = [large({ billId: 7 }), file({ billId: 7, createdBy: 2 })];
    expect(nextFile([first, second], [], 2)).toBe(first);
    expect(nextFile([second], [first], 2)).toBeUndefined();
    expect(nextFile([second], [], 2)).toBe(second);
  });

  test('keeps the files of many records of a person in order with all of theirs', () => {
    const many = { kind: 'time_node', billId: null } as const;
    const [running, next] = [file(), file(many)];
    expect(nextFile([next], [running], 2)).toBeUndefined();
    expect(nextFile([next], [file({ createdBy: 2 })], 2)).toBe(next);
    expect(nextFile([file()], [next], 2)).toBeUndefined();
    expect(nextFile([file({ ...many, createdBy: 2 })], [next], 2)).toBeDefined();
  });

  test('takes files of tools beside all others, but those of one tool in order', () => {
    const tool = { kind: 'invoice', billId: null } as const;
    const [invoice, other] = [file(tool), file({ kind: 'tariff', billId: null })];
    expect(nextFile([invoice], [file()], 2)).toBe(invoice);
    expect(nextFile([other], [invoice], 2)).toBe(other);
    expect(nextFile([file(tool)], [invoice], 2)).toBeUndefined();
  });

  test('is converted alone once the process ended twice during it', () => {
    const suspect = file({ attempts: 2 });
    expect(nextFile([suspect], [file({ createdBy: 2 })], 4)).toBeUndefined();
    expect(nextFile([suspect], [], 4)).toBe(suspect);
    expect(nextFile([file({ createdBy: 2 })], [suspect], 4)).toBeUndefined();
  });

  test('does not start a job a second time while its first run is ending', () => {
    const job = file({ billId: null, kind: 'mark' });
    expect(nextFile([job], [job], 2)).toBeUndefined();
  });
});
