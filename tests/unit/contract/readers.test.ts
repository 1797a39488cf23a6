import { Readable } from 'node:stream';
import { fullSchema, text } from '@contract/fields';
import { isKeyOf } from '@contract/names';
import { fieldOf, fieldsOf } from '@contract/rowFields';
import { object } from '@contract/shape';
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../../../main/transport/response';

test('a text names an entry of a table only if the table itself has it', () => {
  const table = { air: 1, sea: 2 };
  expect(isKeyOf(table, 'sea')).toBe(true);
  for (const other of ['Sea', '', 'toString', '__proto__']) expect(isKeyOf(table, other)).toBe(false);
});

test('a field of a record is found by its name, and a missing one is an error', () => {
  const name = text(20);
  const row = object(() => ({ name, note: text(40).nullable() }));
  expect(fieldOf(row, 'name')).toBe(name);
  expect(Object.keys(fieldsOf(row))).toEqual(['name', 'note']);
  expect(fullSchema(name)).toBe(name);
  expect(() => fieldOf(row, 'nam')).toThrow('a record without nam');
});

describe('the pieces of a stream', () => {
  const all = async (stream: Readable) => {
    const pieces: Buffer[] = [];
    for await (const piece of piecesOf(stream)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  test('are its bytes, in order', async () => {
    expect(await all(Readable.from([Buffer.from('one '), Buffer.from('two')]))).toBe('one two');
  });

  test('are refused where it gives texts', async () => {
    await expect(all(Readable.from(['one']))).rejects.toThrow('a stream of bytes gives something else');
  });

  test('destroy it when the reader stops early', async () => {
    const stream = Readable.from([Buffer.from('one'), Buffer.from('two')]);
    for await (const _ of piecesOf(stream)) break;
    expect(stream.destroyed).toBe(true);
  });
});
