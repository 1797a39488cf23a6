import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { ApiName } from '@contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billCells, billCsv } from '../support/apiBillFile';
import type { Actor, LooseInput, TestFile } from '../support/apiCall';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { drafts, newCode } from '../support/apiRecords';
import { bundle } from '../support/bundle';
import { long } from '../support/long';
import { pdf } from './cases/files';

const ROUNDS = long ? 200 : 8;
const ROWS = 8;
const folder = folders();
let data: string;
let entry: string;
let as: Actor;
let billId: number;
let api: ApiProcess;
let base: string;

async function start(): Promise<void> {
  api = ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA, '--strict']);
  base = (await api.line()).url;
}

beforeAll(async () => {
  data = path.join(folder(), 'data');
  [entry] = await Promise.all([
    bundle('main/server/host/start.ts', { fileWorker: 'main/server/areas/fileJobs/worker.ts' }),
    copyDemoData(data),
  ]);
  const db = new DatabaseSync(path.join(data, 'freight.db'));
  billId = Number(db.prepare("select id from bill where stage = 'arrived' and archived = 0").get()?.id);
  db.close();
  await start();
  as = await signInAt(base, 'admin', 'Admin#2026');
});
afterAll(() => api.stop('SIGKILL'));

/** A write: its request, and its response if one came. */
interface Write {
  readonly name: ApiName;
  readonly input: LooseInput;
  readonly key: string;
  readonly numbers: readonly string[];
  answer?: Record<string, unknown>;
}

let serial = 0;
function nextWrite(): Write {
  serial += 1;
  const key = `write-${serial}-${Date.now()}`;
  // One in six is an import: each runs in its own worker.
  if (serial % 6 === 0) {
    const rows = Array.from({ length: ROWS }, () => billCells());
    return {
      name: 'fileJob.uploadMany',
      input: { query: { kind: 'bill', fileName: `${key}.csv` }, file: billCsv(rows) },
      key,
      numbers: [`${key}.csv`],
    };
  }
  if (serial % 2 === 1) {
    const fileName = `${newCode('pod')}.pdf`;
    const file = { name: fileName, bytes: Buffer.concat([pdf, Buffer.from(fileName)]) };
    return { name: 'attachment.upload', input: { params: { id: billId }, file }, key, numbers: [fileName] };
  }
  const body = drafts.customer();
  return { name: 'customer.create', input: { body }, key, numbers: [body.code] };
}

/** Writes as fast as responses arrive, until the connection breaks. */
async function writeUntilKilled(writes: Write[]): Promise<void> {
  for (;;) {
    const write = nextWrite();
    writes.push(write);
    try {
      write.answer = (await send(write)) as Record<string, unknown>;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function send({ name, input, key }: Write): Promise<unknown> {
  const answer = await callAt(base, name, input, { as, key });
  if ('refused' in answer) throw new Error(`${name}: ${JSON.stringify(answer.refused)}`);
  return answer.got;
}

/** Counts the records with the numbers of a write. */
function kept(db: DatabaseSync, { name, numbers }: Write): number {
  const [table, column] =
    name === 'fileJob.uploadMany'
      ? ['fileJob', 'fileName']
      : name === 'attachment.upload'
        ? ['attachment', 'fileName']
        : ['customer', 'code'];
  const query = `select count(*) as n from "${table}" where "${column}" in (${numbers.map(() => '?')})`;
  return Number(db.prepare(query).get(...numbers)?.n);
}

/** Returns writes that are missing despite their response, or are stored in part, or twice. */
const wrongOf = (db: DatabaseSync, writes: readonly Write[]): string[] =>
  writes.flatMap((write) => {
    const whole = write.numbers.length;
    const right = write.answer ? [whole] : [0, whole];
    return right.includes(kept(db, write)) ? [] : [`${write.name} ${write.key}`];
  });

/** Imports of which some bills exist that should not, or the other way round. */
const HALF_IMPORTS = `select fileJob.id, status, okRows, count(bill.id) as bills
  from fileJob left join bill on bill.importJobId = fileJob.id where fileJob.kind = 'bill' and fileJob.id > ?
  group by fileJob.id having bills != case status when 'success' then ${ROWS} else 0 end`;
const UNFINISHED = "select count(*) as n from fileJob where status in ('unprocessed', 'processing')";

/** Removes an acknowledged write and a part of an import, and restores them: the checks must notice both. */
function seesWhatIsLost(all: readonly Write[], seeded: number): void {
  const db = new DatabaseSync(path.join(data, 'freight.db'), {
    enableForeignKeyConstraints: false,
    timeout: 5000,
  });
  db.exec('begin immediate');
  // Most imports succeed: without any, none could be incomplete.
  const ok = "select count(*) as n from fileJob where kind = 'bill' and status = 'success' and id > ?";
  expect(Number(db.prepare(ok).get(seeded)?.n)).toBeGreaterThan(0);
  const [code = ''] = all.find(({ name }) => name === 'customer.create')?.numbers ?? [];
  db.prepare('delete from customer where code = ?').run(code);
  expect(wrongOf(db, all)).toHaveLength(1);
  db.prepare(
    'delete from bill where id = (select max(bill.id) from bill join fileJob on fileJob.id = bill.importJobId where fileJob.id > ?)',
  ).run(seeded);
  expect(db.prepare(HALF_IMPORTS).all(seeded)).toHaveLength(1);
  db.exec('rollback');
  db.close();
}

test(
  `keeps every answered write and nothing half-done when killed ${ROUNDS} times during writes`,
  async () => {
    const all: Write[] = [];
    let lost = 0;
    const open = () => new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
    const before = open();
    const seeded = Number(before.prepare('select max(id) as n from fileJob').get()?.n ?? 0);
    before.close();
    for (let round = 0; round < ROUNDS; round += 1) {
      const writes: Write[] = [];
      const writing = Promise.all(Array.from({ length: 4 }, () => writeUntilKilled(writes)));
      // Some have their response, some do not, whatever the speed of the machine.
      while (!writes.some(({ answer }) => answer)) await setTimeout(2);
      await setTimeout(13 * (round % 5));
      const { signal } = await api.stop('SIGKILL');
      expect(signal).toBe('SIGKILL');
      await writing;
      await start();
      all.push(...writes);

      const db = open();
      expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(db.prepare('pragma foreign_key_check').all()).toEqual([]);
      expect(db.prepare(HALF_IMPORTS).all(seeded)).toEqual([]);
      for (const { id } of db.prepare('select id from storedFile').all()) {
        expect(
          existsSync(path.join(data, 'files', String(id).slice(0, 2), String(id))),
          'a row has its file',
        ).toBe(true);
      }
      expect(wrongOf(db, writes), `round ${round}`).toEqual([]);
      db.close();
      // A caller without a response repeats the call under the same key, and then has it once.
      const unanswered = writes.filter(({ answer }) => !answer);
      lost += unanswered.length;
      for (const write of unanswered) write.answer = (await send(write)) as Record<string, unknown>;
    }

    const db = open();
    // An uploaded file is imported without another call, once; or not at all, when it was killed repeatedly during its
    // import.
    while (Number(db.prepare(UNFINISHED).get()?.n) > 0) await setTimeout(50);
    expect(db.prepare(HALF_IMPORTS).all(seeded)).toEqual([]);
    expect(wrongOf(db, all)).toEqual([]);
    const answered = all.filter(({ answer }) => answer);
    expect(answered.length).toBe(all.length);
    // Each kind of write was in progress.
    expect(new Set(all.map(({ name }) => name)).size).toBe(3);
    expect(lost).toBeGreaterThan(ROUNDS);
    expect(all.length).toBeGreaterThan(lost);
    db.close();
    seesWhatIsLost(all, seeded);
    for (const { name, answer = {}, input } of all.slice(-30)) {
      if (name !== 'attachment.upload') continue;
      const file = await callAt(base, 'attachment.download', { params: { attachmentId: answer.id } }, { as });
      expect(file).toHaveProperty('got.bytes', (input.file as TestFile).bytes);
    }
  },
  long ? 3_600_000 : 300_000,
);
