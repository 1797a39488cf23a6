import { SpecServer } from '../support/specServer';
import { test as base, expect } from './fixtures';
import { addServer, TEAM } from './teamServer';

const test = base.extend<{ server: SpecServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  server: async ({}, use) => {
    const server = await SpecServer.start();
    await use(server);
    await server.stop();
  },
});

test('a server of the specification alone: signing in, every screen, and what is written', async ({
  start,
  demoData,
  server,
}) => {
  const app = await start({ data: demoData(), allowed: /./ });
  const { page, say } = app;
  await addServer(app, server.base);
  await expect(page.getByText(server.base, { exact: true })).toBeVisible();
  await app.settled();
  await app.fillSignIn('anna', 'Anything#1', '1234');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/fc/lead-1.png' });
  console.log(server.calls.join('\n'));
  await app.follow('/bill/bill_manage');
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/fc/lead-2.png' });
  console.log(server.calls.join('\n'), TEAM, say.language);
});
