import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../main/server/host/server';
import { StartFault } from '../../main/server/store/faults';
import { folders } from '../support/apiFolder';
import { certificates } from '../support/certificates';
import { copied, filesOf, makeData } from '../support/dataFolder';

const folder = folders();
const silent = () => undefined;
let old: string;
beforeAll(async () => {
  old = path.join(folder(), 'data');
  await makeData(old, 3);
});

const start = (data: string, mustHaveData: boolean, host = '127.0.0.1', port = 0) =>
  startServer({
    ...{ data, seed: 'empty', mustHaveData, report: silent },
    listen: { host, port, tls: host === '127.0.0.1' ? undefined : certificate() },
  });

/** Makes the certificate that a server needs to be reachable from other machines. */
function certificate(): { cert: string; key: string } {
  const place = folder();
  const files = { cert: path.join(place, 'cert.pem'), key: path.join(place, 'key.pem') };
  writeFileSync(files.cert, certificates.inOrder.cert);
  writeFileSync(files.key, certificates.inOrder.key);
  return files;
}

/** Returns the fault of a start on existing data; `starts` when there is none. */
async function faultOf(data: string, host?: string, port?: number): Promise<string> {
  try {
    await (await start(data, true, host, port)).stop();
    return 'starts';
  } catch (error) {
    return error instanceof StartFault ? error.code : String(error);
  }
}

const db = (data: string) => path.join(data, 'freight.db');
/** Changes the bytes of the database. */
const bytes = (change: (found: Buffer) => Buffer) => (data: string) =>
  writeFileSync(db(data), change(readFileSync(db(data))));
/** Leaves the folder as an interrupted run does. */
const cutShort = (change: (data: string) => void) => (data: string) => {
  writeFileSync(path.join(data, 'running'), '');
  change(data);
};
const flipped = (found: Buffer) => {
  for (let at = 4096 + 17; at < found.length; at += 4096) found[at] = (found[at] ?? 0) ^ 0x40;
  return found;
};

describe('a start on unusable data', () => {
  test.each<[string, string, (data: string) => void]>([
    ['a head that was written over', 'DATABASE_DAMAGED', bytes((found) => found.fill(0, 0, 100))],
    ['one letter of the head', 'DATABASE_DAMAGED', bytes((found) => found.fill(65, 3, 4))],
    ['another page size', 'DATABASE_DAMAGED', bytes((found) => found.fill(3, 16, 18))],
    ['a format of the future', 'DATABASE_DAMAGED', bytes((found) => found.fill(9, 18, 20))],
    ['half of it', 'DATABASE_DAMAGED', bytes((found) => found.subarray(0, found.length / 2))],
    ['all but its last page', 'DATABASE_DAMAGED', bytes((found) => found.subarray(0, -4096))],
    ['all but its last byte', 'DATABASE_DAMAGED', bytes((found) => found.subarray(0, -1))],
    ['its first bytes alone', 'DATABASE_DAMAGED', bytes((found) => found.subarray(0, 50))],
    ['nothing of it', 'DATABASE_DAMAGED', bytes(() => Buffer.alloc(0))],
    ['a text in its place', 'DATABASE_DAMAGED', bytes(() => Buffer.from('x'.repeat(8192)))],
    ['zeros in its place', 'DATABASE_DAMAGED', bytes((found) => found.fill(0))],
    ['a list of tables that is torn', 'DATABASE_DAMAGED', bytes((found) => found.fill(0xa5, 100, 1000))],
    ['a bit in each page, after a run that was cut short', 'DATABASE_DAMAGED', cutShort(bytes(flipped))],
    [
      'pages in another order, after one',
      'DATABASE_DAMAGED',
      cutShort(
        bytes((found) => {
          const page = Buffer.from(found.subarray(8192, 12_288));
          found.copy(found, 8192, 20_480, 24_576);
          page.copy(found, 20_480);
          return found;
        }),
      ),
    ],
    [
      'a log without its database',
      'DATA_MISSING',
      (data) => {
        writeFileSync(`${db(data)}-wal`, 'x');
        rmSync(db(data));
      },
    ],
    [
      'the database of another program',
      'DATABASE_FOREIGN',
      (data) => {
        rmSync(db(data));
        const other = new DatabaseSync(db(data));
        other.exec('create table shopping (item text)');
        other.close();
      },
    ],
    [
      'a newer version',
      'DATABASE_NEWER',
      (data) => {
        const own = new DatabaseSync(db(data));
        own.exec("insert into migration (name, at) values ('0999-later', 'x')");
        own.close();
      },
    ],
    [
      'a part of the migrations before the baseline',
      'DATABASE_TOO_OLD',
      (data) => {
        const own = new DatabaseSync(db(data));
        own.exec("delete from migration; insert into migration (name, at) values ('0001-access', 'x')");
        own.close();
      },
    ],
    ['no database', 'DATA_MISSING', (data) => rmSync(db(data))],
  ])('is refused, and leaves the data unchanged: %s', async (_, code, damage) => {
    const data = copied(old, path.join(folder(), 'data'));
    damage(data);
    const before = existsSync(db(data)) ? readFileSync(db(data)) : null;
    expect(await faultOf(data)).toBe(code);
    // A second start gives the same result: the first neither repaired nor broke anything.
    expect(await faultOf(data)).toBe(code);
    expect(existsSync(db(data)) ? readFileSync(db(data)) : null).toEqual(before);
    for (const place of ['f0/f000000000000000000000'])
      expect(existsSync(path.join(data, 'files', place))).toBe(true);
  });

  test('succeeds when an interrupted start left a complete log, or one without contents', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    writeFileSync(path.join(data, 'running'), '');
    writeFileSync(`${db(data)}-wal`, 'no log at all');
    expect(await faultOf(data)).toBe('starts');
    expect(existsSync(path.join(data, 'running'))).toBe(false);
    expect(filesOf(data)).toBe(3);
  });

  test.skipIf(process.platform === 'win32')(
    'closes a readable folder to other users, whoever made it',
    async () => {
      const data = copied(old, path.join(folder(), 'data'));
      writeFileSync(path.join(data, 'secrets.key'), 'x');
      chmodSync(data, 0o755);
      for (const name of ['files', 'freight.db', 'secrets.key'])
        chmodSync(path.join(data, name), name === 'files' ? 0o755 : 0o644);
      const mask = process.umask(0o022);
      const fresh = path.join(folder(), 'fresh');
      const options = { seed: 'empty' as const, listen: { host: '127.0.0.1', port: 0 }, report: silent };
      const administrator = {
        ...{ username: 'a', realName: 'A', email: 'a@example.com', password: 'Right#2026' },
        mustChangePassword: false,
      };
      try {
        for (const place of [data, fresh]) {
          const running = await startServer({ ...options, data: place, administrator });
          const open = [place, ...readdirSync(place).map((name) => path.join(place, name))].filter(
            (one) => (statSync(one).mode & 0o077) !== 0,
          );
          await running.stop();
          expect(open).toEqual([]);
        }
      } finally {
        process.umask(mask);
      }
    },
  );

  test('does not create a missing folder again', async () => {
    const data = path.join(folder(), 'drive', 'data');
    expect(await faultOf(data)).toBe('DATA_MISSING');
    expect(existsSync(path.dirname(data))).toBe(false);
  });

  test('reports a database locked by another program', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    const other = new DatabaseSync(db(data));
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    expect(await faultOf(data)).toBe('DATABASE_LOCKED');
    other.close();
    expect(await faultOf(data)).toBe('starts');
  });

  test('reports a running instance, and a port in use', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    const running = await start(data, true);
    expect(await faultOf(data)).toBe('DATABASE_IN_USE');
    const { port } = new URL(running.url ?? '');
    const other = copied(old, path.join(folder(), 'data'));
    expect(await faultOf(other, '127.0.0.1', Number(port))).toBe('PORT_IN_USE');
    expect(await faultOf(other, '192.0.2.1')).toBe('HOST_UNKNOWN');
    await running.stop();
  });

  test('reports a file in place of the folder', async () => {
    const data = path.join(folder(), 'data');
    writeFileSync(data, 'x');
    expect(await faultOf(data)).toBe('DATA_NO_PLACE');
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)('reports a full disk', async () => {
    const disk = folder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
    try {
      const data = copied(old, path.join(disk, 'data'));
      const filler = openSync(path.join(disk, 'filler'), 'w');
      const full = () => {
        for (const size of [1 << 20, 4096]) {
          try {
            for (;;) writeFileSync(filler, Buffer.alloc(size));
          } catch {
            // Written until no more of this size fits.
          }
        }
      };
      full();
      expect(await faultOf(data)).toBe('DATA_DISK_FULL');
      ftruncateSync(filler, 0);
      closeSync(filler);
      expect(await faultOf(data)).toBe('starts');
      expect(statSync(db(data)).size).toBeGreaterThan(0);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
