import { SpecServer, specTree } from '../support/specServer';
import { test as base, expect } from './fixtures';
import { addServer } from './teamServer';

const test = base.extend<{ server: SpecServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  server: async ({}, use) => {
    const server = await SpecServer.start({ menuTree: specTree('flat') });
    await use(server);
    await server.stop();
  },
});

test('a server of the specification alone: its bills are listed', async ({ start, demoData, server }) => {
  const app = await start({ data: demoData(), allowed: /404/ });
  const { page } = app;
  await addServer(app, server.base);
  await expect(page.getByText(server.base, { exact: true })).toBeVisible();
  await app.settled();
  await app.fillSignIn('anna', 'Anything#1', '1234');
  await page.keyboard.press('Enter');
  await app.open('/bill/bill_manage');
  await expect(app.cell('112-12345675')).toBeVisible();
  expect(server.writes).toEqual([]);
});
