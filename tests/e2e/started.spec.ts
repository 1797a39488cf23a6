import path from 'node:path';
import { root } from '../../scripts/build.mjs';
import { PackagedApp } from '../support/packagedApp';
import { expect, test } from './fixtures';

test('the command of the README opens the window for whoever runs it, root or not', async ({
  desktop,
  place,
}) => {
  const command = { env: desktop.env, executable: process.execPath };
  const app = await PackagedApp.launch(command, place.folder('data'), [path.join(root, 'scripts/start.mjs')]);
  await app.demoStart();
  await expect(app.page.locator('.fc-captcha-picture img')).toBeVisible();
  await app.close();
});
