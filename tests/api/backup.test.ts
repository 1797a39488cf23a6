import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { type BackupTask, carryOutTask, checkBackup, problemOfTask } from '../../main/server/host/backupTask';
import { backUp, backUpInto, backupsIn } from '../../main/server/store/backup';
import type { Manifest as Head } from '../../main/server/store/backupManifest';
import type { Part } from '../../main/server/store/backupParts';
import { BEFORE_BASELINE } from '../../main/server/store/beforeBaseline';
import { openStore } from '../../main/server/store/open';
import { restore } from '../../main/server/store/restore';
import { finishRestore, sweepReplaced } from '../../main/server/store/restoreEnd';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { drafts } from '../support/apiRecords';
import { bundle } from '../support/bundle';
import { addFiles, asOfBaseline, copied, filesOf, makeData } from '../support/dataFolder';
import { unzipped } from '../support/unzipped';

const folder = folders();
const visible = (place: string) => readdirSync(place).sort();
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => problemOfTask(error)?.code ?? String(error),
  );

/** Key of the installation that makes these backups. */
const key = randomBytes(32);
const text = key.toString('base64url');
/** Data with three stored files, and a backup of it. */
let old: string;
let file: string;
beforeAll(async () => {
  old = path.join(folder(), 'data');
  await makeData(old, 3);
  file = path.join(folder(), 'backup.zip');
  await backUp(file, { data: old, reason: 'manual', key });
});

describe('a backup', () => {
  test('shows one moment while others write, with all files that its rows name and without sessions', async () => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    const entry = await bundle('main/server/host/start.ts');
    const api = ApiProcess.of(entry, ['--data', data, '--port', '0', '--captcha', CAPTCHA]);
    const { url } = await api.line();
    const as = await signInAt(url, 'admin', 'Admin#2026');
    const { token } = as;
    const stop = new AbortController();
    let written = 0;
    const writing = Promise.all(
      [1, 2].map(async () => {
        while (!stop.signal.aborted) {
          await callAt(url, 'customer.create', { body: drafts.customer() }, { as, key: `backup-${written}` });
          written += 1;
        }
      }),
    );
    const target = folder();
    const made: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const before = written;
      const { place, facts } = await backUpInto(target, { data, reason: 'manual', key });
      expect(written).toBeGreaterThan(before);
      made.push(place);
      expect(facts.counts.bills).toBeGreaterThan(100);
      expect(await checkBackup(place, folder(), { key })).toMatchObject({
        counts: facts.counts,
        seed: 'demo',
      });
    }
    stop.abort();
    await writing;
    await api.stop();

    const again = path.join(folder(), 'data');
    const { manifest } = await restore({ file: made.at(-1) ?? '', data: again, backups: folder(), key });
    const db = new DatabaseSync(path.join(again, 'freight.db'));
    const count = (table: string) => Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n);
    expect(count('session')).toBe(0);
    expect({ bills: count('bill'), parcels: count('parcel'), customers: count('customer') }).toEqual({
      bills: manifest.counts.bills,
      parcels: manifest.counts.parcels,
      customers: manifest.counts.customers,
    });
    expect(manifest.missing).toEqual([]);
    for (const { id } of db.prepare('select id from storedFile').all()) {
      const place = path.join('files', String(id).slice(0, 2), String(id));
      expect(readFileSync(path.join(again, place))).toEqual(readFileSync(path.join(data, place)));
    }
    db.close();
    // The token is not left in unused pages either.
    expect(readFileSync(path.join(again, 'freight.db')).includes(token)).toBe(false);
    expect(visible(target)).toHaveLength(2);

    const restored = ApiProcess.of(entry, ['--data', again, '--port', '0', '--captcha', CAPTCHA]);
    const { url: anew } = await restored.line();
    expect(await callAt(anew, 'bill.list', {}, { as })).toMatchObject({ refused: { code: 'SESSION_ENDED' } });
    const asAgain = await signInAt(anew, 'admin', 'Admin#2026');
    expect(await callAt(anew, 'customer.list', {}, { as: asAgain })).toMatchObject({
      got: { total: manifest.counts.customers },
    });
    await restored.stop();
  }, 300_000);

  test('keeps the configured number for its reason, and deletes nothing else', async () => {
    const target = folder();
    writeFileSync(path.join(target, 'freight-console-notes.txt'), 'x');
    await backUpInto(target, { data: old, reason: 'manual', key });
    for (let day = 1; day <= 4; day += 1)
      await backUpInto(target, {
        ...{ data: old, reason: 'scheduled' as const, keep: 2, key },
        now: () => Date.parse(`2026-11-0${day}T10:00:00Z`),
      });
    expect((await backupsIn(target)).map(({ at, reason }) => (reason === 'manual' ? reason : at))).toEqual([
      'manual',
      '20261104T100000Z',
      '20261103T100000Z',
    ]);
    expect(visible(target)).toHaveLength(4);
  });

  test('keeps each new backup although a clock that ran ahead has dated others later', async () => {
    const target = folder();
    const make = (at: string) =>
      backUpInto(target, {
        ...{ data: old, reason: 'scheduled' as const, keep: 2, key },
        now: () => Date.parse(at),
      });
    await make('2027-11-01T10:00:00Z');
    await make('2027-11-02T10:00:00Z');
    const stamps = async () => (await backupsIn(target)).map(({ at }) => at);
    await make('2026-11-03T10:00:00Z');
    expect(await stamps()).toEqual(['20271102T100000Z', '20261103T100000Z']);
    await make('2026-11-04T10:00:00Z');
    expect(await stamps()).toEqual(['20261104T100000Z', '20261103T100000Z']);
  });

  test('leaves nothing behind when it is cancelled, or when the disk is full', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    addFiles(data, 40, 1024 * 1024, 'g');
    const target = folder();
    const stop = new AbortController();
    const cancelled = backUp(path.join(target, 'b.zip'), {
      ...{ data, key, reason: 'manual' as const, signal: stop.signal },
      onProgress: (done, total) => done > total / 2 && stop.abort(),
    });
    expect(await codeOf(cancelled)).toBe('CANCELLED');
    expect(visible(target)).toEqual([]);

    if (process.getuid?.() !== 0 || process.platform !== 'linux') return;
    const small = folder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', small]);
    try {
      expect(await codeOf(backUp(path.join(small, 'b.zip'), { data, reason: 'manual', key }))).toBe(
        'DATA_DISK_FULL',
      );
      expect(visible(small)).toEqual([]);
      // A restore that does not fit does not start either.
      const big = path.join(folder(), 'big.zip');
      await backUp(big, { data, reason: 'manual', key });
      const there = copied(old, path.join(small, 'data'));
      expect(await codeOf(restore({ file: big, data: there, backups: small, key }))).toBe('BACKUP_NO_SPACE');
      expect(filesOf(there)).toBe(3);
      expect(visible(there)).not.toContain('restoring');
    } finally {
      execFileSync('umount', [small]);
    }
  }, 300_000);

  test('refuses to overwrite another file, and to back up nothing', async () => {
    expect(await codeOf(backUp(file, { data: old, reason: 'manual', key }))).toBe('BACKUP_EXISTS');
    const nothing = backUp(path.join(folder(), 'b.zip'), { data: folder(), reason: 'manual', key });
    expect(await codeOf(nothing)).toBe('BACKUP_NOTHING');
    const nowhere = backUp('/proc/no/such/b.zip', { data: old, reason: 'manual', key });
    expect(await codeOf(nowhere)).toBe('BACKUP_FOLDER');
  });
});

describe('a restore', () => {
  test('restores the old state, and keeps a backup of the present one until the second start', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    addFiles(data, 2, 300, 'n');
    expect(filesOf(data)).toBe(5);
    const backups = folder();
    const answer = await carryOutTask({ name: 'restore', data, file, backups, key: text }, {});
    const { replaced, backup } = answer as { replaced: string; backup: string };
    expect(filesOf(data)).toBe(3);
    expect(filesOf(replaced)).toBe(5);
    expect((await checkBackup(backup, folder(), { key })).counts.files).toBe(5);
    sweepReplaced(data);
    expect(existsSync(replaced)).toBe(true);
    sweepReplaced(data);
    expect(existsSync(replaced)).toBe(false);
    await carryOutTask({ name: 'restore', data, file: backup, backups, key: text }, {});
    expect(filesOf(data)).toBe(5);
  });

  test('keeps the original of a damaged database over any number of starts', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    const bytes = readFileSync(path.join(data, 'freight.db')).fill(7, 0, 5000);
    writeFileSync(path.join(data, 'freight.db'), bytes);
    const { replaced, backup } = await restore({ file, data, backups: folder(), key });
    expect({ backup, name: path.basename(replaced ?? '') }).toEqual({
      backup: null,
      name: expect.stringMatching(/^damaged-/),
    });
    for (let start = 0; start < 3; start += 1) sweepReplaced(data);
    expect(readFileSync(path.join(replaced ?? '', 'freight.db'))).toEqual(bytes);
    expect(filesOf(data)).toBe(3);
  });

  /** Makes a backup of data with these names in its list of migrations. */
  const backupOf = async (names: readonly string[]) => {
    const data = copied(old, path.join(folder(), 'data'));
    await asOfBaseline(data);
    const db = new DatabaseSync(path.join(data, 'freight.db'));
    db.exec('delete from migration');
    for (const name of names)
      db.prepare("insert into migration (name, at) values (?, '2026-11-03T00:00:00Z')").run(name);
    db.close();
    const place = path.join(folder(), 'older.zip');
    await backUp(place, { data, reason: 'manual', key });
    return place;
  };

  test('migrates a backup from before the baseline at the next start', async () => {
    const older = await backupOf(BEFORE_BASELINE);
    const target = path.join(folder(), 'data');
    await restore({ file: older, data: target, backups: folder(), key });
    let backedUp = 0;
    const opened = await openStore(target, {
      beforeMigration: async () => {
        backedUp += 1;
        await backUpInto(path.join(target, 'backups'), { data: target, reason: 'migration', key });
      },
    });
    expect(await opened.read.selectFrom('staff').select('username').execute()).toHaveLength(1);
    await opened.close();
    expect(backedUp).toBe(1);
    const [made] = await backupsIn(path.join(target, 'backups'));
    expect(made?.reason).toBe('migration');
    // The data from before the start can be restored as well.
    await restore({ file: made?.place ?? '', data: target, backups: folder(), key });
    await (await openStore(target)).close();
  });

  test('refuses a backup with only a part of the migrations before the baseline', async () => {
    const part = await backupOf(BEFORE_BASELINE.slice(0, -1));
    const target = path.join(folder(), 'data');
    expect(await codeOf(restore({ file: part, data: target, backups: folder(), key }))).toBe(
      'BACKUP_TOO_OLD',
    );
    expect(existsSync(target)).toBe(false);
  });
});

type Manifest = Head & { parts: { -readonly [K in keyof Part]: Part[K] }[] };

/** Writes a copy of the backup with changed manifest and parts. */
async function zipOf(target: string, change: (manifest: Manifest, parts: Map<string, Buffer>) => void) {
  const parts = new Map(await unzipped(readFileSync(file)));
  const manifest = JSON.parse(String(parts.get('manifest.json'))) as Manifest;
  parts.delete('manifest.json');
  change(manifest, parts);
  const zip = new ZipFile();
  for (const [name, bytes] of parts) zip.addBuffer(bytes, name, { compress: false });
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  // The zip tool refuses names that climb, so they are written into its bytes.
  const bytes = Buffer.concat(pieces).toString('latin1').replaceAll('UP/UP/', '../../');
  writeFileSync(target, bytes, 'latin1');
}
const raw = (change: (bytes: Buffer) => Buffer) => async (target: string) =>
  writeFileSync(target, change(readFileSync(file)));
const zip = (change: (manifest: Manifest, parts: Map<string, Buffer>) => void) => (target: string) =>
  zipOf(target, change);
/** Writes a copy of the backup whose database is changed by SQL, with its new length and hash in the manifest. */
const database = (text: string) => (target: string) =>
  zipOf(target, (manifest, parts) => {
    const place = path.join(folder(), 'x.db');
    writeFileSync(place, parts.get('freight.db') ?? '');
    const db = new DatabaseSync(place, { enableForeignKeyConstraints: false });
    db.exec(text);
    db.close();
    replaceDatabase(manifest, parts, readFileSync(place));
  });
function replaceDatabase(manifest: Manifest, parts: Map<string, Buffer>, bytes: Buffer): void {
  parts.set('freight.db', bytes);
  const part = manifest.parts.find(({ name }) => name === 'freight.db');
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
  if (part) Object.assign(part, { size: bytes.length, sha256 });
}
const first = ({ parts }: Manifest) => parts[1] as { name: string; size: number; sha256: string };

describe('an incomplete backup', () => {
  const cases: [string, RegExp, (target: string) => Promise<void>][] = [
    ['an empty file', /NONE/, raw(() => Buffer.alloc(0))],
    ['a text', /NONE/, raw(() => Buffer.from('not a zip'))],
    [
      'a zip of something else',
      /NONE/,
      (target) => zipOf(target, (manifest) => Object.assign(manifest, { format: 'other' })),
    ],
    [
      'a database by itself',
      /NONE/,
      async (target) => writeFileSync(target, readFileSync(path.join(old, 'freight.db'))),
    ],
    ['one cut in half', /NONE|DAMAGED/, raw((bytes) => bytes.subarray(0, bytes.length / 2))],
    ['one without its last byte', /NONE|DAMAGED/, raw((bytes) => bytes.subarray(0, -1))],
    ['one without its first bytes', /NONE|DAMAGED/, raw((bytes) => bytes.subarray(1000))],
    ['one with a hole', /DAMAGED/, raw((bytes) => bytes.fill(0, 3000, 4000))],
    ['a flipped bit in the database', /DAMAGED/, raw((bytes) => flip(bytes, 5000))],
    [
      'a flipped bit near the end of it',
      /DAMAGED/,
      raw((bytes) => flip(bytes, Math.floor(bytes.length * 0.8))),
    ],
    [
      'a flipped bit in a stored file',
      /DAMAGED/,
      raw((bytes) => flip(bytes, bytes.indexOf(`${'0'.repeat(21)}f`) + 40)),
    ],
    ['a directory that was written over', /NONE|DAMAGED/, raw((bytes) => bytes.fill(0, bytes.length - 120))],
    [
      'a stored file that is missing',
      /DAMAGED/,
      zip((manifest, parts) => void parts.delete(first(manifest).name)),
    ],
    [
      'a part that nobody named',
      /DAMAGED/,
      zip((_, parts) => void parts.set('files/zz/extra', Buffer.from('x'))),
    ],
    ['a part twice in the list', /DAMAGED/, zip((manifest) => void manifest.parts.push(first(manifest)))],
    [
      'a file of another length',
      /DAMAGED/,
      zip((manifest, parts) => void parts.set(first(manifest).name, Buffer.from('short'))),
    ],
    [
      'a file longer than it says',
      /DAMAGED/,
      zip((manifest, parts) => void parts.set(first(manifest).name, Buffer.alloc(9_000_000))),
    ],
    [
      'a file with another content',
      /DAMAGED/,
      zip((manifest, parts) => void parts.set(first(manifest).name, Buffer.alloc(300, 'z'))),
    ],
    [
      'a part outside of the data',
      /DAMAGED|NONE/,
      zip((manifest, parts) => rename(manifest, parts, 'UP/UP/evil')),
    ],
    [
      'a part in a place of its own',
      /DAMAGED/,
      zip((manifest, parts) => rename(manifest, parts, 'secrets.key')),
    ],
    [
      'a manifest without the database',
      /DAMAGED/,
      zip((manifest, parts) => {
        parts.delete('freight.db');
        manifest.parts.shift();
      }),
    ],
    [
      'a manifest that is no JSON',
      /NONE|DAMAGED/,
      zip((_, parts) => void parts.set('manifest.json', Buffer.from('{'))),
    ],
    [
      'a manifest without its counts',
      /DAMAGED/,
      zip((manifest) => Reflect.deleteProperty(manifest, 'counts')),
    ],
    ['a newer format', /NEWER/, zip((manifest) => void Object.assign(manifest, { formatVersion: 2 }))],
    ['a newer schema', /NEWER/, zip((manifest) => void manifest.schema.push('0999-later'))],
    [
      'a database newer than its manifest',
      /DAMAGED/,
      database("insert into migration (name, at) values ('0999-later', 'x')"),
    ],
    [
      'a row that points nowhere',
      /DAMAGED/,
      database("insert into session values ('x', 4711, 'x', 'x', null, null)"),
    ],
    [
      'a database with a trigger of its own',
      /DAMAGED/,
      database('create trigger own after insert on session begin update staff set superAdmin = 1; end'),
    ],
    ['a database with a view of its own', /DAMAGED/, database('create view own as select 1 as one')],
    ['a database whose log may be changed', /DAMAGED/, database('drop trigger "operateLogNodelete"')],
    [
      'a database of something else',
      /DAMAGED/,
      zip((manifest, parts) => {
        const place = path.join(folder(), 'other.db');
        const db = new DatabaseSync(place);
        db.exec('create table shopping (item text)');
        db.close();
        replaceDatabase(manifest, parts, readFileSync(place));
      }),
    ],
    [
      'a database that is torn inside',
      /DAMAGED/,
      zip((manifest, parts) => {
        const bytes = Buffer.from(parts.get('freight.db') ?? '');
        for (let at = 8192; at < bytes.length; at += 4096) bytes.fill(0xa5, at + 8, at + 40);
        replaceDatabase(manifest, parts, bytes);
      }),
    ],
  ];
  test.each(cases)('is refused, and replaces nothing: %s', async (_, code, damage) => {
    const target = path.join(folder(), 'damaged.zip');
    await damage(target);
    const data = copied(old, path.join(folder(), 'data'));
    addFiles(data, 1, 300, 'n');
    const before = visible(data);
    const backups = path.join(folder(), 'backups');
    expect(await codeOf(restore({ file: target, data, backups, key }))).toMatch(code);
    expect(await codeOf(checkBackup(target, folder(), { key }))).toMatch(code);
    expect(visible(data)).toEqual(before);
    expect(filesOf(data)).toBe(4);
    expect(existsSync(backups)).toBe(false);
  });

  test('is refused when the file does not exist', async () => {
    expect(await codeOf(checkBackup('/no/such/backup.zip', folder(), { key }))).toBe('BACKUP_GONE');
  });

  test('is refused, or read as the same contents, with any single bit flipped', async () => {
    const bytes = readFileSync(file);
    let refused = 0;
    for (let at = 7; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const target = path.join(folder(), 'flipped.zip');
      writeFileSync(target, flip(Buffer.from(bytes), at));
      const found = await codeOf(checkBackup(target, folder(), { key }));
      if (found !== 'done') refused += 1;
      // A flipped bit may change a time in a header, but no part.
      else expect(crc32(bytes)).not.toBe(crc32(readFileSync(target)));
    }
    expect(refused).toBeGreaterThan(50);
  }, 300_000);
});

describe('the seal of a backup', () => {
  const own = async (target: string, by: Buffer | null) =>
    (await checkBackup(target, folder(), { key: by })).own;
  const changed = async (change: Parameters<typeof zip>[0]) => {
    const target = path.join(folder(), 'changed.zip');
    await zip(change)(target);
    return own(target, key);
  };

  test('makes it the installation’s own when it is of that key, in the list as well', async () => {
    const target = folder();
    const { facts } = await backUpInto(target, { data: old, reason: 'manual', key });
    expect(facts.own).toBe(true);
    const list = { name: 'list', data: old, folders: [target] } as const;
    for (const [one, expected] of [
      [text, true],
      [randomBytes(32).toString('base64url'), false],
      [null, false],
    ] as const) {
      const answer = await carryOutTask({ ...list, key: one }, {});
      expect(answer).toMatchObject({ found: [{ facts: { own: expected } }] });
    }
  });

  test('does not make it the installation’s own when the backup was changed, has no seal or another one', async () => {
    expect(await own(file, key)).toBe(true);
    expect(await own(file, randomBytes(32))).toBe(false);
    expect(await own(file, null)).toBe(false);
    expect(await changed(() => undefined)).toBe(true);
    expect(await changed((manifest) => void Object.assign(manifest, { reason: 'scheduled' }))).toBe(false);
    expect(await changed((_, parts) => void parts.delete('manifest.hmac'))).toBe(false);
    expect(await changed((_, parts) => void parts.set('manifest.hmac', Buffer.from('0'.repeat(64))))).toBe(
      false,
    );
    const target = path.join(folder(), 'rows.zip');
    await database("update migration set at = '2020-01-01T00:00:00Z'")(target);
    expect(await own(target, key)).toBe(false);
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 16;
  return bytes;
}
function rename(manifest: Manifest, parts: Map<string, Buffer>, name: string): void {
  const part = first(manifest);
  parts.set(name, parts.get(part.name) ?? Buffer.alloc(0));
  parts.delete(part.name);
  part.name = name;
}

/** Number of small files of a large office, and the bytes of memory that a backup or restore may use for each. */
const MANY = 20_000;
const MOST_FOR_A_FILE = 600;

describe.skipIf(process.platform !== 'linux')('a backup of hundreds of megabytes', () => {
  /** Runs a task in its own process; returns its peak memory above the idle process, in bytes. */
  async function memoryOf(entry: string, task: BackupTask): Promise<number> {
    const script = `
      const figure = (name) => Number(new RegExp('^' + name + ':\\\\s+(\\\\d+)', 'm')
        .exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
      const { carryOutTask } = require(${JSON.stringify(entry)});
      const idle = figure('VmRSS');
      carryOutTask(${JSON.stringify(task)}, {}).then(() => console.log(figure('VmHWM') - idle));`;
    // A small young generation keeps garbage that awaits collection out of the figure.
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=1', '-e', script]);
    return Number(stdout);
  }

  test('is made, checked and restored in a small part of that memory, with few files or thousands', async () => {
    const entry = await bundle('main/server/host/backupTask.ts');
    const data = copied(old, path.join(folder(), 'data'));
    addFiles(data, 200, 1024 * 1024, 'h');
    addFiles(data, 5000, 2000, 'i');
    const db = new DatabaseSync(path.join(data, 'freight.db'));
    db.exec(`create table bulk (id integer primary key, bytes blob) strict;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
      insert into bulk select i, randomblob(1000) from n`);
    db.close();
    const backups = folder();
    const taken = {
      make: await memoryOf(entry, { name: 'make', data, folder: backups, reason: 'manual', key: text }),
    };
    const [made] = await backupsIn(backups);
    const file = made?.place ?? '';
    const size = statSync(file).size;
    expect(size).toBeGreaterThan(256 * 1024 * 1024);
    const more = {
      check: await memoryOf(entry, { name: 'check', data, file, scratch: folder(), key: text }),
      restore: await memoryOf(entry, { name: 'restore', data, file, backups, key: text }),
    };
    for (const [task, bytes] of Object.entries({ ...taken, ...more })) {
      expect(bytes, task).toBeGreaterThan(0);
      expect(bytes / size, task).toBeLessThan(1 / 3);
    }
    expect(filesOf(data)).toBe(5203);
  }, 300_000);

  test('takes as much memory with very many small files as with few', async () => {
    const entry = await bundle('main/server/host/backupTask.ts');
    const takenBy = async (files: number) => {
      const data = copied(old, path.join(folder(), 'data'));
      addFiles(data, files, 1, 's');
      const backups = folder();
      const make = await memoryOf(entry, {
        name: 'make',
        data,
        folder: backups,
        reason: 'manual',
        key: text,
      });
      const [made] = await backupsIn(backups);
      const file = made?.place ?? '';
      const list = await memoryOf(entry, { name: 'list', data, folders: [backups], key: text });
      const check = await memoryOf(entry, { name: 'check', data, file, scratch: folder(), key: text });
      const restored = path.join(folder(), 'data');
      const restore = await memoryOf(entry, { name: 'restore', data: restored, file, backups, key: text });
      expect(filesOf(restored)).toBe(files + 3);
      return { make, list, check, restore };
    };
    const [few, many] = [await takenBy(500), await takenBy(MANY)];
    for (const task of ['make', 'list', 'check', 'restore'] as const)
      expect((many[task] - few[task]) / MANY, task).toBeLessThan(MOST_FOR_A_FILE);
  }, 300_000);
});

describe('a kill at any step', () => {
  let entry: string;
  const hook = path.resolve(import.meta.dirname, '../support/killAt.cjs');
  beforeAll(async () => {
    entry = await bundle('main/server/host/backupTask.ts');
  });

  /** Runs a task with a hook on its disk operations; returns true if it finished, false if it was killed. */
  const runHooked = (task: BackupTask, env: Readonly<Record<string, string>>) =>
    new Promise<boolean>((resolve, reject) => {
      const script = `require(${JSON.stringify(entry)}).carryOutTask(${JSON.stringify(task)}, {}).then(
        () => process.exit(0), (error) => { console.error(error); process.exit(1); })`;
      const child = spawn(process.execPath, ['-r', hook, '-e', script], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      child.stderr.on('data', (text) => {
        output += text;
      });
      child.on('exit', (code, signal) =>
        code === 0 || signal === 'SIGKILL' ? resolve(code === 0) : reject(new Error(output)),
      );
    });

  /** Returns copies of a folder from before each step of a task, as a kill there would leave it. */
  async function keptSteps(task: BackupTask, place: string): Promise<string[]> {
    const into = folder();
    expect(await runHooked(task, { KEEP_OF: place, KEEP_IN: into })).toBe(true);
    const steps = visible(into)
      .map(Number)
      .sort((a, b) => a - b);
    return steps.map((step) => path.join(into, String(step)));
  }

  test('leaves the old data or the new complete during a restore', async () => {
    const present = copied(old, path.join(folder(), 'data'));
    addFiles(present, 2, 300, 'n');
    const seen = new Set<number>();
    const whole = (place: string, step: string) => {
      // The next start calls `finishRestore` too.
      const data = path.join(place, 'data');
      finishRestore(data);
      const files = filesOf(data);
      expect([3, 5], `cut short before ${step}`).toContain(files);
      expect(existsSync(path.join(data, 'restoring'))).toBe(false);
      return seen.add(files);
    };
    const restoreTask = () => {
      const place = folder();
      const data = copied(present, path.join(place, 'data'));
      const backups = path.join(place, 'backups');
      return { place, task: { name: 'restore', data, file, backups, key: text } as const };
    };
    const { place, task } = restoreTask();
    const steps = await keptSteps(task, place);
    expect(steps.length).toBeGreaterThan(20);
    for (const one of steps) whole(one, one);
    expect([...seen].sort()).toEqual([3, 5]);
    // Real kills leave the same as the copies.
    for (const step of [1, Math.ceil(steps.length / 2), steps.length - 3]) {
      const killed = restoreTask();
      expect(await runHooked(killed.task, { KILL_AT: String(step) })).toBe(false);
      whole(killed.place, String(step));
    }
  }, 300_000);

  test('leaves a complete backup or none, and the next backup cleans up', async () => {
    const place = folder();
    const task = { name: 'make', data: old, folder: place, reason: 'manual', key: text } as const;
    const steps = await keptSteps(task, place);
    expect(steps.length).toBeGreaterThanOrEqual(5);
    for (const one of steps)
      for (const { place: made } of await backupsIn(one)) await checkBackup(made, folder(), { key });
    expect(await runHooked(task, { KILL_AT: String(steps.length - 1) })).toBe(false);
    await setTimeout(20);
    await backUpInto(place, { data: old, reason: 'manual', key });
    expect(visible(place).every((name) => /^freight-console-.*\.zip$/.test(name))).toBe(true);
  }, 300_000);
});

describe('the command line', () => {
  let entry: string;
  const running: ApiProcess[] = [];
  beforeAll(async () => {
    entry = await bundle('main/server/host/start.ts');
  });
  afterAll(() => {
    for (const one of running) one.process.kill('SIGKILL');
  });
  const run = (...args: string[]) => {
    const one = ApiProcess.of(entry, args);
    running.push(one);
    return one;
  };

  test('backs up running data, checks the backup, and restores stopped data', async () => {
    const data = copied(old, path.join(folder(), 'data'));
    const target = path.join(folder(), 'b.zip');
    const backups = folder();
    const times = ['--backup-dir', backups, '--backup-at', '00:00', '--backup-keep', '2'];
    const api = run('--data', data, '--port', '0', ...times);
    await api.line();
    expect(JSON.parse((await run('--data', data, '--backup', target).ended).stdout)).toMatchObject({
      backup: target,
      counts: { files: 3 },
    });
    const refused = await run('--data', data, '--restore', target).ended;
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/already working/) });
    expect(JSON.parse((await run('--check', target).ended).stdout)).toMatchObject({
      ...{ reason: 'manual', own: false, custody: { bills: 0, first: [] } },
    });
    await api.stop();
    addFiles(data, 4, 300, 'n');
    const done = await run('--data', data, '--restore', target, '--backup-dir', backups).ended;
    const line = JSON.parse(done.stdout);
    expect(filesOf(data)).toBe(3);
    expect(filesOf(line.replaced)).toBe(7);
    expect((await checkBackup(line.before, folder(), { key })).counts.files).toBe(7);
    writeFileSync(target, flip(readFileSync(target), 3000));
    const bad = await run('--check', target).ended;
    expect(bad).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/b\.zip is damaged at/) });
    const wrong = await run('--data', data, '--backup-dir', backups, '--backup-at', '25:00').ended;
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/--backup-at/) });
  }, 120_000);

  test('names the bills of a backup whose boxes are not where their moves lead, and fails', async () => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    const ledger = new DatabaseSync(path.join(data, 'freight.db'));
    const planted = ledger
      .prepare(
        `update box set placeId = 4711 where id = (select id from box where place = 'warehouse' limit 1)
        returning boxNo, (select billNo from bill where bill.id = billId) as billNo`,
      )
      .get();
    ledger.close();
    const target = path.join(folder(), 'b.zip');
    await run('--data', data, '--backup', target).ended;
    const { code, stdout } = await run('--check', target).ended;
    const { custody } = JSON.parse(stdout);
    expect([code, custody.bills, custody.first.length]).toEqual([2, 1, 1]);
    for (const no of [planted?.billNo, planted?.boxNo]) expect(custody.first[0]).toContain(no);
  }, 120_000);
});
