import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/build.mjs';
import { PackagedApp } from '../support/packagedApp';
import { expect, test } from './fixtures';

test('opens the window by the command of the README, for root and for other users', async ({
  desktop,
  place,
}) => {
  const command = { env: desktop.env, executable: process.execPath };
  const app = await PackagedApp.launch(command, place.folder('data'), [path.join(root, 'scripts/start.mjs')]);
  await app.demoStart();
  await expect(app.page.locator('.fc-captcha-picture img')).toBeVisible();
  await app.close();
});

test('shows that the app runs by the command of the README on a computer without a display', async () => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
  const started = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => started.once('exit', resolve));
  let output = '';
  started.stderr.on('data', (text) => {
    output += text;
  });
  const named = /A picture of its first window: (.+\.png)\n/;
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(named);
    expect(output).toContain('No display was found');
    const picture = readFileSync(named.exec(output)?.[1] ?? '');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    // Width and height are at the beginning; a window of one colour would be a few kilobytes.
    expect(picture.readUInt32BE(16)).toBeGreaterThan(1000);
    expect(picture.length).toBeGreaterThan(20_000);
  } finally {
    started.kill('SIGINT');
  }
  expect(await ended).toBe(0);
});
