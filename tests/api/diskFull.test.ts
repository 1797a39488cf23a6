import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { billCells, billCsv } from '../support/apiBillFile';
import { type Actor, CAPTCHA } from '../support/apiCall';
import { folders } from '../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../support/apiProcess';
import { drafts } from '../support/apiRecords';
import { bundle } from '../support/bundle';

/** Milliseconds within which an upload must receive its response. */
const UPLOAD_BOUND = 5000;
const folder = folders();
/** Only root can mount a separate file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(canMount)('a full disk', () => {
  let disk: string;
  let api: ApiProcess;
  let url: string;
  let as: Actor;
  const log = () => path.join(disk, 'log');

  beforeAll(async () => {
    const entry = await bundle('main/server/host/start.ts');
    disk = folder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
    const password = path.join(disk, 'password');
    writeFileSync(password, 'Right#2026');
    const args = ['--data', path.join(disk, 'data'), '--seed', 'empty', '--port', '0', '--captcha', CAPTCHA];
    const command = [process.execPath, entry, ...args, '--admin-password-file', password];
    // The server logs its reports to the same disk.
    api = ApiProcess.running('sh', ['-c', `exec "$0" "$@" 2>> ${log()}`, ...command]);
    url = (await api.line()).url;
    as = await signInAt(url, 'admin', 'Right#2026');
  }, 120_000);
  afterEach(() => room());
  afterAll(async () => {
    await api.stop();
    execFileSync('umount', [disk]);
  });

  const filler = () => path.join(disk, 'filler');
  const room = () => rmSync(filler(), { force: true });
  /** Fills the disk but for a number of bytes. Tries again if the server used space after the free space was read. */
  function fill(left = 0) {
    for (let tries = 0; ; tries += 1) {
      const { bavail, bsize } = statfsSync(disk);
      try {
        writeFileSync(filler(), Buffer.alloc(bavail * bsize - left));
        return;
      } catch (failed) {
        if ((failed as NodeJS.ErrnoException).code !== 'ENOSPC' || tries > 20) throw failed;
        room();
      }
    }
  }
  const list = () => callAt(url, 'customer.list', {}, { as });
  const total = async () => ((await list()) as { got: { total: number } }).got.total;
  const create = () => callAt(url, 'customer.create', { body: drafts.customer() }, { as });
  /** Writes until a write is refused: the log of the database has spare room. */
  async function refusedWrite() {
    for (let count = 0; count < 500; count += 1) {
      const answer = await create();
      if ('refused' in answer) return answer.refused;
    }
    throw new Error('every write had room');
  }
  const upload = (bytes: number) => {
    const file = billCsv([billCells()]);
    const padded = { ...file, bytes: `${file.bytes}\r\n${'x'.repeat(bytes)}` };
    const query = { kind: 'bill', fileName: 'bills.csv' };
    return callAt(url, 'fileJob.uploadMany', { query, file: padded }, { as });
  };
  const FULL = { status: 507, code: 'DISK_FULL', msg: expect.stringMatching(/disk is full/i) };

  test('refuses every write with its error, allows reads, and accepts writes again when there is room', async () => {
    const before = await total();
    fill();
    const refused = await refusedWrite();
    expect(refused).toMatchObject(FULL);
    const inChinese = await callAt(
      url,
      'customer.create',
      { body: drafts.customer() },
      { as, language: 'cn' },
    );
    expect(inChinese).toMatchObject({ refused: { ...FULL, msg: expect.stringMatching(/磁盘已满/) } });
    const filled = await total();
    expect(filled).toBeGreaterThanOrEqual(before);
    for (let turn = 0; turn < 20; turn += 1)
      expect(await Promise.all([create(), list()])).toMatchObject([
        { refused: FULL },
        { got: { total: filled } },
      ]);
    room();
    expect(await create()).toHaveProperty('got.id');
    expect(await total()).toBe(filled + 1);
  });

  test.each([
    ['at once', 0, 1],
    ['in the midst of it', 1_500_000, 6_000_000],
  ])('ends an upload within its bound, %s, and keeps nothing of it', async (_, left, size) => {
    const files = path.join(disk, 'data', 'files');
    mkdirSync(path.join(files, 'incoming'), { recursive: true });
    fill();
    await refusedWrite();
    room();
    fill(left);
    const startedAt = performance.now();
    const answer = await upload(size);
    expect(performance.now() - startedAt).toBeLessThan(UPLOAD_BOUND);
    expect(answer).toMatchObject({ refused: FULL });
    expect(readdirSync(path.join(files, 'incoming'))).toEqual([]);
    room();
    expect(await upload(1)).toHaveProperty('got.job.id');
  });

  test('stops the log, and keeps the server running', async () => {
    fill();
    await refusedWrite();
    const size = statSync(log()).size;
    for (let turn = 0; turn < 50; turn += 1) expect(await create()).toMatchObject({ refused: FULL });
    expect(api.process.exitCode).toBeNull();
    room();
    expect(await create()).toHaveProperty('got.id');
    // With room on the disk, reports are logged again.
    expect(statSync(log()).size).toBeGreaterThanOrEqual(size);
  });
});
