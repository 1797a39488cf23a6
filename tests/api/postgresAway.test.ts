import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ApiName } from '@contract/index';
import { say } from '@contract/words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSTALL, postgresPrograms } from '../../scripts/postgres.mjs';
import { type Actor, CAPTCHA, type LooseInput } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { declarationCsv, lineCells } from '../support/apiFileJob';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, gotAt, signInAt } from '../support/apiProcess';
import { billDraftOf } from '../support/apiRecords';
import { bundle } from '../support/bundle';
import { certificates } from '../support/certificates';
import { type OwnPostgres, startPostgres } from '../support/postgres';

/** Tests the installed team server on a PostgreSQL that requires TLS and a password, and that stops and restarts. */

const PASSWORD = 'Freight %41 & søn:9';
const present = postgresPrograms() !== undefined;
const folder = folders();

describe.skipIf(!present)(present ? 'PostgreSQL' : `PostgreSQL, after: ${INSTALL}`, () => {
  let server: OwnPostgres;
  let entry: string;
  let data: string;
  let secrets: string;
  let api: ApiProcess;
  let base: string;
  let as: Actor;

  const file = (name: string, text: string) => {
    const place = path.join(secrets, name);
    writeFileSync(place, text, { mode: 0o600 });
    return place;
  };
  const address = (more = '') =>
    `postgres://desk@127.0.0.1:${server.port}/away?sslmode=verify-full&sslrootcert=${encodeURIComponent(file('ca.pem', certificates.inOrder.cert))}${more}`;
  const password = (text = PASSWORD) => [
    '--database-password-file',
    file(`password ${text.length}`, `${text}\n`),
  ];
  const run = (...args: string[]) => ApiProcess.of(entry, ['--data', data, '--port', '0', ...args]);
  const serve = async () => {
    api = run('--database', address(), ...password(), '--captcha', CAPTCHA, '--strict');
    base = (await api.line()).url;
    as = await signInAt(base, 'admin', 'Admin#2026');
  };
  const send = (name: ApiName, input: LooseInput = {}) => callAt(base, name, input, { as });
  const call = <T>(name: ApiName, input: LooseInput = {}) => gotAt<T>(base, name, input, as);
  /** What the server says of itself to a proxy. */
  const readiness = async () => {
    const answer = await fetch(new URL('/readyz', base));
    return `${answer.status} ${(await answer.text()).trim()}`;
  };
  /** Returns the first value of a query, read as database superuser. */
  const value = async (text: string): Promise<unknown> => {
    const [row] = await server.rows('away', text);
    return Object.values(row ?? {})[0];
  };

  beforeAll(async () => {
    secrets = mkdtempSync(path.join(folder(), 'secrets-'));
    data = path.join(folder(), 'data');
    [server, entry] = await Promise.all([
      startPostgres({
        tls: certificates.inOrder,
        access: 'hostssl all desk 127.0.0.1/32 scram-sha-256\nhost all freight 127.0.0.1/32 trust\n',
      }),
      bundle('main/server/host/start.ts', {
        fileWorker: 'main/server/areas/fileJobs/worker.ts',
        lineThread: 'main/server/store/postgres/lineThread.ts',
      }),
      copyDemoData(data),
    ]);
    await server.run(`create role desk login password '${PASSWORD}'`);
    await server.create('away');
    await server.run('alter database away owner to desk');
  }, 600_000);
  afterAll(async () => {
    await api?.stop('SIGKILL');
    server?.stop();
  });

  test('refuses wrong connection settings with the reason, and shows the password nowhere', async () => {
    const plain = `postgres://desk@127.0.0.1:${server.port}/away`;
    const other = encodeURIComponent(file('other.pem', certificates.expired.cert));
    const wrong = [
      [/no pg_hba.conf entry.*no encryption/, plain, ...password()],
      [/password authentication failed/, address(), ...password('wrong')],
      [/certificate/, `${plain}?sslmode=verify-full&sslrootcert=${other}`, ...password()],
      [/"nowhere" does not exist/, address().replace('/away', '/nowhere'), ...password()],
    ] as const;
    for (const [reason, ...args] of wrong) {
      const { code, stdout, stderr } = await run('--database', ...args).ended;
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(reason);
      expect(stderr).not.toMatch(/^ {4}at /m);
      expect(stderr).not.toContain(PASSWORD);
    }
  });

  test('moves a data folder to PostgreSQL, and serves it from there', async () => {
    const moved = run('--move-to', address(), ...password());
    const { code, stdout, stderr } = await moved.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ data, moved: expect.any(Number) });
    await serve();
    const arguments_ = readFileSync(`/proc/${api.process.pid}/cmdline`, 'utf8');
    expect(arguments_).not.toContain(PASSWORD);
    expect(
      await value(
        `select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'desk'`,
      ),
    ).toBe(true);
    const bills = Number(await value('select count(*) from main.bill'));
    expect(bills).toBeGreaterThan(1000);
    expect(await call<{ all: number }>('bill.count')).toMatchObject({ all: expect.any(Number) });
    const made = await call<{ id: number }>('bill.create', { body: billDraftOf() });
    expect(await call('bill.get', { params: { id: made.id } })).toMatchObject({ id: made.id });
    expect(Number(await value('select count(*) from main.bill'))).toBe(bills + 1);
    // A second server on the same database is refused, with a folder of its own too.
    const second = await ApiProcess.of(entry, [
      '--data',
      folder(),
      '--port',
      '0',
      '--database',
      address(),
      ...password(),
    ]).ended;
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(say('en', 'DATABASE_IN_USE'));
  }, 600_000);

  test('answers calls with an error and saves nothing while PostgreSQL is down, and recovers on its own', async () => {
    const { id } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
    const before = Number(await value('select count(*) from main.bill'));
    server.halt();
    const away = { refused: { status: 503, code: 'DATABASE_UNREACHABLE' } };
    for (let turn = 0; turn < 3; turn++) {
      expect(await send('bill.get', { params: { id } })).toMatchObject(away);
      expect(await send('bill.create', { body: billDraftOf() })).toMatchObject(away);
      expect(await send('bill.list')).toMatchObject(away);
    }
    await expect(signInAt(base, 'admin', 'Admin#2026')).rejects.toThrow();
    expect(await readiness()).toBe('503 database unreachable');
    server.resume();
    await expect
      .poll(async () => 'got' in (await send('bill.get', { params: { id } })), { timeout: 60_000 })
      .toBe(true);
    expect(await readiness()).toBe('200 ok');
    expect(Number(await value('select count(*) from main.bill'))).toBe(before);
    // The first write succeeds: the broken connection was discarded.
    await call('bill.create', { body: billDraftOf() });
    expect(Number(await value('select count(*) from main.bill'))).toBe(before + 1);
    // The server holds its advisory lock again, so that no other server can use the database.
    await expect
      .poll(() => value(`select count(*) from pg_locks where locktype = 'advisory' and granted`), {
        timeout: 60_000,
      })
      .toBe('1');
    expect(api.process.exitCode).toBe(null);
  });

  test('keeps every acknowledged write when all processes of the server are killed amid writes', async () => {
    const kept: number[] = [];
    for (let round = 0; round < 5; round++) {
      let isOver = false;
      const before = kept.length;
      const write = async () => {
        while (!isOver) {
          const answer = await send('bill.create', { body: billDraftOf() });
          if ('got' in answer) kept.push((answer.got as { id: number }).id);
        }
      };
      const writers = Array.from({ length: 4 }, write);
      await expect.poll(() => kept.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 20);
      server.kill();
      isOver = true;
      await Promise.all(writers);
      server.resume();
      await expect
        .poll(async () => 'got' in (await send('bill.list', { query: { pageSize: 10 } })), {
          timeout: 60_000,
        })
        .toBe(true);
    }
    expect(new Set(kept).size).toBe(kept.length);
    expect(await value(`select count(*) from main.bill where id in (${kept.join()})`)).toBe(`${kept.length}`);
  }, 600_000);

  test('resumes a file import when PostgreSQL is back, with each line once', async () => {
    const LINES = 3000;
    const { id: billId } = await call<{ id: number }>('bill.create', { body: billDraftOf() });
    const rows = Array.from({ length: LINES }, (_, at) => lineCells({ boxNo: `BOX-${at % 200}` }));
    const { job } = await call<{ job: { id: number } }>('fileJob.upload', {
      params: { id: billId },
      query: { kind: 'declaration' },
      file: declarationCsv(rows),
    });
    const state = () => call<{ status: string; progress: number }>('fileJob.get', { params: { id: job.id } });
    await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('processing');
    server.halt();
    await setTimeout(300);
    server.resume();
    const ended = async () => {
      const answer = await send('fileJob.get', { params: { id: job.id } });
      return 'got' in answer ? (answer.got as { status: string }).status : 'away';
    };
    await expect.poll(ended, { timeout: 120_000 }).toMatch(/success|failure/);
    expect(await ended()).toBe('success');
    expect(
      await value(
        `select count(*) from main."itemLine" join main.parcel on parcel.id = "parcelId" where "billId" = ${billId}`,
      ),
    ).toBe(`${LINES}`);
  }, 600_000);

  test('shows the password in no output, log or file after all of this', async () => {
    const environment = readFileSync(`/proc/${api.process.pid}/environ`, 'latin1');
    const { code, stdout, stderr } = await api.stop();
    expect(code).toBe(0);
    expect(stderr).not.toBe('');
    const forms = [
      PASSWORD,
      encodeURIComponent(PASSWORD),
      encodeURI(PASSWORD),
      JSON.stringify(PASSWORD),
    ].flatMap((text) => [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from(Buffer.from(text).toString('base64')),
    ]);
    const holds = (bytes: Buffer) => forms.some((form) => bytes.includes(form));
    const holding = (place: string) =>
      readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .filter((one) => holds(readFileSync(path.join(one.parentPath, one.name))))
        .map(({ name }) => name);
    // The search does find the password in the file that contains it.
    expect(holding(secrets)).toEqual([`password ${PASSWORD.length}`]);
    expect(holding(data)).toEqual([]);
    expect([stdout, stderr, environment].map((text) => holds(Buffer.from(text)))).toEqual([
      false,
      false,
      false,
    ]);
  }, 600_000);
});
