import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { say } from '@contract/words';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../main/server/store/open';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { bundle } from '../support/bundle';
import { certificates } from '../support/certificates';

const folder = folders();
let entry: string;
const started: ApiProcess[] = [];

beforeAll(async () => {
  entry = await bundle('main/server/host/start.ts');
});
afterEach(() => {
  for (const one of started.splice(0)) one.process.kill('SIGKILL');
});

function run(...args: string[]): ApiProcess {
  const api = ApiProcess.of(entry, args);
  started.push(api);
  return api;
}

describe('the start of the API', () => {
  test('prints its address in one line of JSON, and stops on request', async () => {
    const data = path.join(folder(), 'new', 'data');
    const api = run('--data', data, '--port', '0', '--seed', 'empty', '--captcha', CAPTCHA);
    const line = await api.line();
    expect(line).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/admin$/),
      pid: api.process.pid,
      data,
      seed: 'empty',
      username: 'admin',
      oneTimePassword: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect(await callAt(line.url, 'session.captcha', {})).toHaveProperty('got.image');
    // The signal is sent twice, as by Ctrl+C.
    api.process.kill('SIGTERM');
    const { code, signal, stdout, stderr } = await api.stop('SIGTERM');
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(1);
    // All data is merged into the one file again.
    expect(readdirSync(data).sort()).toEqual(['files', 'freight.db', 'lock']);
    await expect(callAt(line.url, 'session.captcha', {})).rejects.toThrow();
  });

  test('prints a one-time password once for an empty installation', async () => {
    const data = folder();
    const args = ['--data', data, '--port', '0', '--seed', 'empty', '--captcha', CAPTCHA];
    const first = run(...args);
    const { url, oneTimePassword } = await first.line();
    const as = await signInAt(url, 'admin', String(oneTimePassword));
    expect(await callAt(url, 'bill.list', {}, { as })).toMatchObject({
      refused: { code: 'PWD_CHANGE_FIRST' },
    });
    await first.stop('SIGINT');
    const second = run(...args);
    expect(await second.line()).not.toHaveProperty('oneTimePassword');
    await second.stop();
  });

  test('reads the first password from a file and never prints it', async () => {
    const data = folder();
    const file = path.join(data, 'password');
    writeFileSync(file, 'From a file 2026\n');
    const api = run(
      '--data',
      path.join(data, 'd'),
      '--port',
      '0',
      '--seed',
      'empty',
      '--captcha',
      CAPTCHA,
      '--admin-password-file',
      file,
    );
    const line = await api.line();
    expect(JSON.stringify(line)).not.toContain('From a file');
    const as = await signInAt(line.url, 'admin', 'From a file 2026');
    expect(await callAt(line.url, 'bill.list', {}, { as })).toHaveProperty('got.total', 0);
    const { stdout, stderr } = await api.stop();
    expect(stdout + stderr).not.toContain('From a file');
  });

  test('serves demo data with the fixed captcha, whatever the second start asks for', async () => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    const api = run('--data', data, '--port', '0', '--seed', 'empty', '--captcha', CAPTCHA);
    const line = await api.line();
    expect(line).toMatchObject({ seed: 'demo' });
    const as = await signInAt(line.url, 'warehouse', 'Warehouse#2026');
    expect(await callAt(line.url, 'bill.list', {}, { as })).toHaveProperty('got.list');
    await api.stop();
  });
});

describe('demo data', () => {
  test.each([
    ['a proxy', () => ['--public-url', 'https://x.example']],
    ['a port for everyone', () => ['--host', '0.0.0.0', ...certificateIn(folder())]],
  ])('is not served through %s, whatever the start says of it', async (_, more) => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    const { code, stdout, stderr } = await run('--port', '0', '--data', data, '--seed', 'empty', ...more())
      .ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/demo.*loopback only/);
  });
});

function certificateIn(place: string, key: string = certificates.inOrder.key): readonly string[] {
  writeFileSync(path.join(place, 'cert.pem'), certificates.inOrder.cert);
  writeFileSync(path.join(place, 'key.pem'), key);
  return ['--tls-cert', path.join(place, 'cert.pem'), '--tls-key', path.join(place, 'key.pem')];
}

describe('an impossible start', () => {
  const damaged = (contents: string) => {
    const data = folder();
    writeFileSync(path.join(data, 'freight.db'), contents);
    return data;
  };
  const password = (text: string) => {
    const file = path.join(folder(), 'password');
    writeFileSync(file, text);
    return file;
  };
  const certificate = (key?: string) => certificateIn(folder(), key);
  const usage = /^Usage: npm run -s api -- --data DIR/m;

  test.each<[string, RegExp, () => readonly string[]]>([
    ['no folder', usage, () => []],
    ['an unknown seed', usage, () => ['--data', folder(), '--seed', 'full']],
    ['an unknown option', usage, () => ['--data', folder(), '--verbose']],
    ['an option without its value', usage, () => ['--data']],
    ['a word too many', usage, () => ['--data', folder(), 'now']],
    ['a port that is no number', /port.*abc/i, () => ['--data', folder(), '--port', 'abc']],
    ['a port beyond all ports', /port.*65536/i, () => ['--data', folder(), '--port', '65536']],
    ['a seed day that is none', /2026-13-01/, () => ['--data', folder(), '--seed-day', '2026-13-01']],
    [
      'a captcha for everyone',
      /captcha.*loopback/,
      () => ['--data', folder(), '--seed', 'empty', '--host', '0.0.0.0', '--captcha', 'ABCD'],
    ],
    [
      'a captcha for everyone behind a proxy',
      /captcha.*loopback/,
      () => ['--data', folder(), '--seed', 'empty', '--public-url', 'https://x.example', '--captcha', 'ABCD'],
    ],
    [
      'demo accounts for everyone behind a proxy',
      /demo.*loopback only, not on https:\/\/x\.example/,
      () => ['--data', folder(), '--seed', 'demo', '--public-url', 'https://x.example'],
    ],
    [
      'data that nobody chose, behind a proxy',
      /--seed empty/,
      () => ['--data', folder(), '--public-url', 'https://x.example'],
    ],
    [
      'data that nobody chose, for everyone',
      /--seed empty/,
      () => ['--data', folder(), '--host', '0.0.0.0', ...certificate()],
    ],
    [
      'demo accounts for everyone',
      /demo.*loopback/,
      () => ['--data', folder(), '--seed', 'demo', '--host', '0.0.0.0', ...certificate()],
    ],
    [
      'passwords in the clear',
      /--tls-cert.*--public-url/,
      () => ['--data', folder(), '--host', '0.0.0.0', '--seed', 'empty'],
    ],
    ['half of a certificate', /given together/, () => ['--data', folder(), ...certificate().slice(0, 2)]],
    [
      'a key that is of another certificate',
      /cert\.pem.*do not belong together/,
      () => ['--data', folder(), ...certificate(certificates.expired.key)],
    ],
    [
      'a certificate that is not there',
      /no-such\.pem/,
      () => ['--data', folder(), '--tls-cert', '/no-such.pem', '--tls-key', '/no-such.pem'],
    ],
    [
      'a public address without TLS',
      /https:\/\/.*not http:\/\/x/,
      () => ['--data', folder(), '--seed', 'empty', '--public-url', 'http://x'],
    ],
    [
      'a proxy and a port for everyone',
      /behind a proxy/,
      () => [
        ...['--data', folder(), '--seed', 'empty', '--public-url', 'https://x.example'],
        ...['--host', '0.0.0.0', ...certificate()],
      ],
    ],
    [
      'a password file that is not there',
      /no-such-file/,
      () => ['--data', folder(), '--seed', 'empty', '--admin-password-file', '/no-such-file'],
    ],
    [
      'an empty password',
      /6 to 32/,
      () => ['--data', folder(), '--seed', 'empty', '--admin-password-file', password('\n')],
    ],
    [
      'an address that is none of a database',
      /postgres:\/\/user@host/,
      () => ['--data', folder(), '--database', 'http://x'],
    ],
    [
      'a database password for everyone to read',
      /--database-password-file/,
      () => ['--data', folder(), '--database', 'postgres://freight:Secret9@127.0.0.1/x'],
    ],
    [
      'a database password for everyone to read, said elsewhere',
      /--database-password-file/,
      () => ['--data', folder(), '--database', 'postgres://freight@127.0.0.1/x?password=Secret9'],
    ],
    [
      'data in the clear over a network',
      /db\.example.*sslmode=verify-full/,
      () => ['--data', folder(), '--database', 'postgres://freight@db.example/x'],
    ],
    [
      'a promise of safety that is none',
      /verify-full, not require/,
      () => ['--data', folder(), '--database', 'postgres://freight@db.example/x?sslmode=require'],
    ],
    [
      'a database password that is not there',
      /\/no-such-file cannot be read: ENOENT/,
      () => [
        ...['--data', folder(), '--database', 'postgres://freight@127.0.0.1/x'],
        ...['--database-password-file', '/no-such-file'],
      ],
    ],
    [
      'a database where nobody answers',
      /cannot be reached: ECONNREFUSED/,
      () => ['--data', folder(), '--database', 'postgres://freight@127.0.0.1:1/x'],
    ],
    ['a file in place of the folder', /password/, () => ['--data', password('x')]],
    ['a file that is no database', /damaged/i, () => ['--data', damaged('x'.repeat(8192))]],
  ])('is refused for %s', async (_, reason, args) => {
    const { code, stdout, stderr } = await run('--port', '0', ...args()).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('Secret9');
    // The output is a reason, not a stack trace.
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  test('is refused for a port in use, with its number', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const data = folder();
    const { code, stderr } = await run('--data', data, '--seed', 'empty', '--port', String(port)).ended;
    other.close();
    // Data created here would have a one-time password that is known to nobody.
    expect(readdirSync(data)).toEqual([]);
    expect(code).toBe(2);
    expect(stderr).toContain(String(port));
    expect(stderr).toMatch(/in use/i);
  });

  test('is refused for data that another process serves, until that one has ended in any way', async () => {
    const data = folder();
    const args = ['--data', data, '--port', '0', '--seed', 'empty'];
    const first = run(...args);
    await first.line();
    const { code, stderr } = await run(...args).ended;
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(say('en', 'DATABASE_IN_USE'));
    first.process.kill('SIGKILL');
    await first.ended;
    expect(await run(...args).line()).toMatchObject({ seed: 'empty' });
  });

  test('is refused for data of a newer program, which stay unchanged', async () => {
    const data = folder();
    await (await openStore(data)).close();
    const file = path.join(data, 'freight.db');
    const db = new DatabaseSync(file);
    db.exec("insert into migration (name, at) values ('0099-later', 'x')");
    db.close();
    const { size, mtimeMs } = statSync(file);
    const { code, stderr } = await run('--data', data, '--port', '0').ended;
    expect(code).toBe(2);
    expect(stderr.trim()).toBe(say('en', 'DATABASE_NEWER', { version: '0099-later' }));
    expect(statSync(file)).toMatchObject({ size, mtimeMs });
  });

  test('writes nothing when it is refused', async () => {
    const parent = folder();
    for (const more of [
      ['--host', '0.0.0.0', '--seed', 'empty', '--captcha', 'ABCD'],
      ['--public-url', 'https://x.example', '--seed', 'demo'],
      ['--public-url', 'https://x.example'],
      ['--port', 'abc'],
      ['--seed', 'full'],
    ]) {
      await run('--data', path.join(parent, 'data'), ...more).ended;
      expect(readdirSync(parent)).toEqual([]);
    }
  });
});

test('starts the API with its options by npm run -s api', async () => {
  const data = path.join(folder(), 'data');
  mkdirSync(data);
  await copyDemoData(data);
  const args = [
    'run',
    '-s',
    'api',
    '--',
    '--port',
    '0',
    '--data',
    data,
    '--seed',
    'demo',
    '--captcha',
    CAPTCHA,
  ];
  const api = ApiProcess.running('npm', args);
  started.push(api);
  const line = await api.line();
  expect(line).toMatchObject({ data, seed: 'demo', url: expect.stringMatching(/\/admin$/) });
  expect(await callAt(line.url, 'session.captcha', {})).toHaveProperty('got.id');
  api.process.kill('SIGTERM');
  // npm ends at once; the server it started ends after it, and leaves its data intact.
  const { stdout } = await api.ended;
  expect(stdout.trim().split('\n')).toHaveLength(1);
  await expect.poll(() => isAlive(Number(line.pid))).toBe(false);
  expect(readdirSync(data).sort()).toEqual(['files', 'freight.db', 'lock']);
}, 180_000);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
