import { type SpecRecord, SpecServer } from '../support/specServer';
import { test as base, expect } from './fixtures';
import { addServer } from './teamServer';

/** Bills with ids and a number of packages that are texts, and a version of this server's own. */
const ID = '0190f6a2-3b7c-7d4e-9a10-5c6f7e8d9b01';
const odd = (collection: string, record: SpecRecord): SpecRecord =>
  collection === 'bill-lading' && record.billNo === '112-12345675'
    ? { ...record, id: ID, packageCount: '300', billNo: '112-12345670', remarks: 'As agreed' }
    : record;

const test = base.extend<{ server: SpecServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  server: async ({}, use) => {
    const server = await SpecServer.start({ odd });
    await use(server);
    await server.stop();
  },
});

test('shows values in unexpected shapes as the server sent them and never sends them back', async ({
  start,
  demoData,
  server,
}) => {
  const app = await start({ data: demoData(), allowed: /400|404|409/ });
  const { page } = app;
  await addServer(app, server.base);
  await app.settled();
  await app.fillSignIn('anna', 'Anything#1', '1234');
  await page.keyboard.press('Enter');
  await app.open('/bill/bill_manage');
  // A number with a wrong check digit is kept as the record's number, and a text is shown as a text.
  await expect(app.cell('112-12345670')).toBeVisible();

  await app.open(`/bill/edit_bill?id=${ID}`);
  const packages = page.getByLabel('Package count');
  await expect(packages).toHaveValue('300');
  await expect(
    page.getByText('Could not be read: shown as received, kept unless you change it'),
  ).toBeVisible();
  const remarks = page.getByLabel('Remarks', { exact: true });
  await remarks.fill('Call the driver');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => server.writes)
    .toEqual([
      { method: 'PUT', path: `bill-lading/${ID}`, body: { version: 1, remarks: 'Call the driver' } },
    ]);
  await app.settled();
  await app.open(`/bill/bill_manage/detail/${ID}`);
  const mark = page.getByRole('img', { name: 'Could not be read' }).first();
  await expect(mark).toBeVisible();
  await expect(mark.locator('..')).toContainText('300');

  // A value is replaced only by a deliberate change.
  await app.open(`/bill/edit_bill?id=${ID}`);
  await page.getByRole('button', { name: 'Change', exact: true }).first().click();
  await expect(packages).toHaveValue('300');
  await packages.fill('280');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => server.writes.at(-1)?.body).toEqual({ version: 2, packageCount: 280 });
});
