import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../scripts/build.mjs';
import { packServer } from '../../../scripts/serverPackage.mjs';
import { billCells, billCsv } from '../../support/apiBillFile';
import { CAPTCHA } from '../../support/apiCall';
import { folders } from '../../support/apiFolder';
import { ApiProcess, callAt, signInAt } from '../../support/apiProcess';

const folder = folders();
let installed: string;
const started: ApiProcess[] = [];

beforeAll(() => {
  const out = folder();
  const archive = packServer(ensureBuilt(), out);
  execFileSync('tar', ['-xzf', archive, '-C', out]);
  installed = path.join(out, 'freight-console-api');
}, 600_000);
afterEach(() => {
  for (const one of started.splice(0)) one.process.kill('SIGKILL');
});

describe('the archive of the team server', () => {
  test('contains the program, its installation and its licence, and nothing of the desktop', () => {
    expect(readdirSync(installed).sort()).toEqual([
      'INSTALL.md',
      'LICENSE',
      'freight-console-api.service',
      'main',
      'package.json',
      'start.cjs',
    ]);
    const program = readdirSync(path.join(installed, 'main')).filter((name) => name.endsWith('.cjs'));
    expect(program).toEqual(expect.arrayContaining(['embedded.cjs', 'fileWorker.cjs', 'lineThread.cjs']));
    for (const name of program) {
      const text = readFileSync(path.join(installed, 'main', name), 'utf8');
      expect(text, name).not.toMatch(/require\(["'`](electron|keytar)["'`]\)/);
    }
  });

  test('runs on its own, converts a file in its thread, and stops in order', async () => {
    const place = folder();
    const password = path.join(place, 'password');
    writeFileSync(password, 'First#2026\n');
    const args = ['--data', path.join(place, 'data'), '--seed', 'empty', '--port', '0', '--captcha', CAPTCHA];
    const api = ApiProcess.of(path.join(installed, 'start.cjs'), [
      ...args,
      '--admin-password-file',
      password,
    ]);
    started.push(api);
    const { url } = await api.line();
    const as = await signInAt(url, 'admin', 'First#2026');
    const file = billCsv([billCells()]);
    const sent = await callAt(
      url,
      'fileJob.uploadMany',
      { query: { kind: 'bill', fileName: 'bills.csv' }, file },
      { as },
    );
    const { id } = (sent as { got: { job: { id: number } } }).got.job;
    const status = async () =>
      ((await callAt(url, 'fileJob.get', { params: { id } }, { as })) as { got: { status: string } }).got
        .status;
    await expect.poll(status).not.toMatch(/processing|unprocessed/);
    const { code, stderr } = await api.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('names the required Node when Node is too old', () => {
    const place = path.join(folder(), 'old');
    mkdirSync(place);
    const text = readFileSync(path.join(installed, 'start.cjs'), 'utf8');
    cpSync(path.join(installed, 'main'), path.join(place, 'main'), { recursive: true });
    writeFileSync(
      path.join(place, 'start.cjs'),
      `Object.defineProperty(process.versions, 'node', { value: '20.19.0' });\n${text.replace(/^#!.*\n/, '')}`,
    );
    let output = '';
    try {
      execFileSync(process.execPath, [path.join(place, 'start.cjs')], { stdio: 'pipe' });
    } catch (error) {
      output = String((error as { stderr: Buffer }).stderr);
    }
    expect(output).toBe('The team server needs Node 24.15 or newer; this is 20.19.0.\n');
  });

  test('stays within its size', () => {
    const sizeOf = (place: string): number =>
      statSync(place).isDirectory()
        ? readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0)
        : statSync(place).size;
    expect(sizeOf(installed)).toBeLessThan(60_000_000);
  });
});
