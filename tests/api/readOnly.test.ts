import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demoAccounts } from '@contract/access/demoAccounts';
import { type ApiName, allEndpoints } from '@contract/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../main/server/host/server';
import { backUp, countData } from '../../main/server/store/backup';
import { readFacts } from '../../main/server/store/backupFile';
import { BEFORE_BASELINE } from '../../main/server/store/beforeBaseline';
import { StartFault } from '../../main/server/store/faults';
import { type Actor, CAPTCHA, type LooseInput, type TestDownload } from '../support/apiCall';
import { folders } from '../support/apiFolder';
import { copied, makeData } from '../support/dataFolder';
import { TestApi } from '../support/server';
import { cases } from './cases';

/**
 * Permission bits do not apply to root, who runs the tests: a folder is protected by a read-only bind mount onto
 * itself, which no user can write through.
 */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
function protect(data: string): () => void {
  execFileSync('mount', ['--bind', data, data]);
  execFileSync('mount', ['-o', 'remount,ro,bind', data]);
  return () => execFileSync('umount', [data]);
}

/** Returns every file of a folder, with its size and the time of its last change. */
const stateOf = (data: string) =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`)
    .sort();

const endpoints = allEndpoints();
/** Calls that end their own session, or begin one. */
const OF_SESSION: ReadonlySet<ApiName> = new Set(['session.login', 'session.logout']);
/** Calls that only read, though not by GET: their input does not fit an address. */
const ASKS: ReadonlySet<ApiName> = new Set([
  ...(['orderQuote.prices', 'billCost.shares', 'billRevenue.invoicePreview', 'ccCode.findMany'] as const),
  ...(['attachment.match', 'monitorConfig.try', 'supplierInvoice.auditRead'] as const),
]);
const isReading = ({ name, found }: (typeof endpoints)[number]) =>
  found.method === 'GET' || found.kind === 'blob' || ASKS.has(name);
const reads = endpoints.filter((one) => isReading(one) && one.name !== 'session.captcha');
const writes = endpoints.filter((one) => !isReading(one) && !OF_SESSION.has(one.name));

/**
 * Returns an input that would change something: the contract's own for these two calls changes nothing, and others lose
 * theirs once a job has run.
 */
async function inputOf(api: TestApi, name: ApiName, as: Actor): Promise<LooseInput> {
  if (name === 'apiPush.push')
    return { body: { ids: [api.row("select id from apiPush where status = 'failed' limit 1").id] } };
  if (name === 'bill.check') return { body: { selection: { ids: [api.row(UNCHECKED).id] } } };
  return cases[name].right(api, as);
}
/** A bill that may be checked: the stated number of boxes, and no failed file. */
const UNCHECKED = `select id from bill where checked = 0 and archived = 0 and stage in ('draft', 'arrived')
  and boxCount = (select count(*) from box where billId = bill.id)
  and exists (select 1 from parcel where billId = bill.id)
  and not exists (select 1 from fileJob where fileJob.billId = bill.id and fileJob.status = 'failed')
  order by id limit 1`;

/** Removes the parts of a response that differ each time: bytes and headers of files, which contain their time. */
function outcomeOf(answer: object): unknown {
  if (!('got' in answer)) return answer;
  const { got } = answer;
  if (isDownload(got)) return { mime: got.mime, empty: got.bytes.length === 0 };
  return got;
}
const isDownload = (got: unknown): got is TestDownload =>
  typeof got === 'object' && got !== null && 'mime' in got && 'bytes' in got;

describe.runIf(canMount)('write-protected data', () => {
  const api = new TestApi({ push: { every: 3_600_000 } });
  const inputs = new Map<ApiName, LooseInput>();
  /** Time of every call, the same for all: a good while before the end of the second. */
  let moment = 0;
  const callIt = async (name: ApiName) => {
    api.ahead = moment - Date.now();
    const answer = await api.send(name, inputs.get(name), { as: boss });
    expect(answer).not.toHaveProperty('refused');
    return outcomeOf(answer);
  };
  const before = new Map<ApiName, unknown>();
  let boss: Actor;
  let state: string[];
  let free: () => void;

  beforeAll(async () => {
    await api.start();
    boss = api.actor({ superAdmin: true });
    for (const { name } of endpoints) inputs.set(name, await inputOf(api, name, boss));
    await api.idle();
    // Inputs made later have changed these settings, and the job of `fileJob.cancel` has run.
    for (const name of ['mail.saveSettings', 'rateFeed.saveSettings', 'eInvoice.saveSettings'] as const)
      inputs.set(name, await cases[name].right(api, boss));
    const { id } = inputs.get('fileJob.cancel')?.params ?? {};
    api.db.prepare("update fileJob set status = 'unprocessed' where id = ?").run(Number(id));
    moment = Math.ceil(Date.now() / 1000) * 1000 + 100;
    for (const { name } of reads) before.set(name, await callIt(name));
    await api.close();
    state = stateOf(api.folder);
    free = protect(api.folder);
    await api.open();
  }, 600_000);
  afterAll(async () => {
    await api.close();
    free();
    await api.open();
    await api.stop();
  });

  test.each(writes)('refuses $name as read-only, and nothing changes', async ({ name }) => {
    const refused = await api.refused(name, inputs.get(name), { as: boss });
    expect(refused).toMatchObject({
      status: 507,
      code: 'DATA_READ_ONLY',
      msg: expect.stringContaining(api.folder),
    });
    expect(stateOf(api.folder)).toEqual(state);
  });

  test.each(reads)('answers $name as before', async ({ name }) => {
    expect(await callIt(name)).toEqual(before.get(name));
  });

  test('lets people sign in and out, limited ones too, and see their own sessions', async () => {
    for (const username of ['admin', 's.peeters'] as const) {
      const { warehouseIds } = api.row('select warehouseIds from staff where username = ?', username);
      expect(warehouseIds === '[]').toBe(username === 'admin');
      const { password } = demoAccounts.find((one) => one.username === username) ?? { password: '' };
      const as = await api.signIn(username, password);
      const { list } = await api.call.bill.list({ query: { pageSize: 5 } }, { as });
      expect(list.length).toBeGreaterThan(0);
      const own = await api.call.session.sessions({}, { as });
      expect(own).toContainEqual(expect.objectContaining({ current: true }));
      expect(await api.call.session.me({}, { as })).toMatchObject({ username });
      await api.call.session.logout({}, { as });
      expect(await api.refused('session.me', {}, { as })).toMatchObject({ code: 'SESSION_ENDED' });
    }
    expect(stateOf(api.folder)).toEqual(state);
  });

  test('counts wrong passwords, and blocks the name', async () => {
    const answers: string[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const { id: captchaId } = await api.call.session.captcha({}, { as: null });
      const body = { username: 'warehouse', password: 'Wrong#2026', captchaId, captcha: CAPTCHA };
      answers.push((await api.refused('session.login', { body }, { as: null })).code);
    }
    expect(answers[0]).toBe('LOGIN_FAILED');
    expect(answers.at(-1)).toBe('LOGIN_BLOCKED');
  });

  test('has its message in both languages', async () => {
    const refused = await api.refused('country.create', inputs.get('country.create'), {
      as: boss,
      language: 'cn',
    });
    expect(refused.msg).toBe(
      `无法写入${api.folder}：该位置为只读。未保存任何内容。请联系管理员授予写入权限，然后重试`,
    );
  });
});

describe.runIf(canMount)('a start on write-protected data', () => {
  const folder = folders();
  let old: string;
  beforeAll(async () => {
    old = path.join(folder(), 'data');
    await makeData(old, 1);
  });
  const start = (data: string) =>
    startServer({
      ...{ data, seed: 'empty' as const, mustHaveData: true, report: () => undefined },
      listen: { host: '127.0.0.1', port: 0 },
    });
  /** Returns the result of a start while a folder is protected. */
  async function outcome(data: string, what = data): Promise<string> {
    const free = protect(what);
    try {
      const before = stateOf(data);
      const running = await start(data);
      const { rows } = await running.facts();
      await running.stop();
      expect(stateOf(data)).toEqual(before);
      return `${rows.staff} staff`;
    } catch (error) {
      if (error instanceof StartFault) return `${error.code} ${error.detail === data}`;
      throw error;
    } finally {
      free();
    }
  }
  const database = (data: string) => path.join(data, 'freight.db');
  const changed = (text: string) => (data: string) => {
    const own = new DatabaseSync(database(data));
    own.exec(text);
    own.close();
  };
  /** Leaves a log beside the database, as an interrupted run does, with or without its index. */
  const leaveLog = (index: boolean) => (data: string) => {
    const own = new DatabaseSync(database(data));
    own.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
      insert into staff (username, realName, email, passwordHash, groupId, superAdmin, warehouseIds, loginAllowed, companyName, registeredAt, version)
        select 'second', realName, email, passwordHash, groupId, superAdmin, warehouseIds, loginAllowed, companyName, registeredAt, version from staff limit 1`);
    const kept = ['-wal', '-shm'].map((end) => [end, readFileSync(database(data) + end)] as const);
    const file = readFileSync(database(data));
    own.close();
    writeFileSync(database(data), file);
    for (const [end, bytes] of kept) if (end === '-wal' || index) writeFileSync(database(data) + end, bytes);
  };
  const none = () => undefined;

  test.each<[string, string, (data: string) => unknown, ((data: string) => string)?]>([
    ['reads it', '1 staff', none],
    ['reads one of which the file alone is', '1 staff', none, database],
    ['reads one of which the folder of files alone is', '1 staff', none, (data) => path.join(data, 'files')],
    ['reads what a run that was cut short left in its log', '2 staff', leaveLog(true)],
    ['says that a log without an index has to be finished first', 'DATA_UNFINISHED true', leaveLog(false)],
    [
      'says so of a restore that was cut short',
      'DATA_UNFINISHED true',
      (data) => mkdirSync(path.join(data, 'restoring')),
    ],
    [
      'says that an older version wrote it',
      'DATABASE_OLDER true',
      changed('delete from migration where name = (select max(name) from migration)'),
    ],
    [
      'says so of a version before the baseline',
      'DATABASE_OLDER true',
      changed(
        `delete from migration; ${BEFORE_BASELINE.map((name) => `insert into migration (name, at) values ('${name}', 'x');`).join('')}`,
      ),
    ],
    [
      'says that a newer version wrote it',
      'DATABASE_NEWER false',
      changed("insert into migration (name, at) values ('0999-later', 'x')"),
    ],
    [
      'says that it is damaged',
      'DATABASE_DAMAGED true',
      (data) => writeFileSync(database(data), readFileSync(database(data)).fill(0, 0, 100)),
    ],
    ['says that there is none', 'DATA_NOT_WRITABLE true', (data) => rmSync(database(data))],
  ])('%s', async (_, expected, change, what) => {
    const data = copied(old, path.join(folder(), 'data'));
    change(data);
    expect(await outcome(data, what?.(data))).toBe(expected);
  });

  test('allows a backup in another folder', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    const free = protect(data);
    const place = path.join(folder(), 'backup.zip');
    try {
      const made = await backUp(place, { data, reason: 'manual', key: null });
      expect(made.counts).toMatchObject({ files: 1 });
      expect(await readFacts(place, { key: null })).toEqual(made);
      expect(countData(data)).toEqual(made.counts);
    } finally {
      free();
    }
  });

  test('allows two readers at once, and no writer beside them', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    await (await start(data)).stop();
    const free = protect(data);
    const both = [await start(data), await start(data)];
    execFileSync('mount', ['-o', 'remount,rw,bind', data]);
    expect(await start(data).catch((error: unknown) => (error as StartFault).code)).toBe('DATABASE_IN_USE');
    for (const one of both) await one.stop();
    await (await start(data)).stop();
    free();
  });
});
