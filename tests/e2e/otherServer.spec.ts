import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
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

/** Lists whose rows open a form: the field to change in it and the resource that labels it. */
const FORMS: readonly (readonly [path: string, call: string, field: string, resource: string])[] = [
  ['/config/airport', 'config/airport', 'nameEn', 'airport'],
  ['/config/area', 'config/country', 'nameEn', 'country'],
  ['/config/destination', 'config/destination', 'nameEn', 'destination'],
  ['/config/ioss', 'config/ioss', 'sellerName', 'ioss'],
  ['/config/last_mile', 'config/lastMile', 'nameEn', 'lastMile'],
  ['/config/services', 'config/services', 'nameEn', 'service'],
  ['/config/warehouse', 'config/warehouse', 'street', 'warehouse'],
  ['/customer/contact', 'client-contact', 'name', 'clientContact'],
  ['/customer/customer_group_list', 'client-group', 'nameEn', 'clientGroup'],
  ['/customer/role', 'client-role', 'nameEn', 'clientRole'],
  ['/expense/category', 'bill-fee-category', 'nameEn', 'feeCategory'],
];

test('shows, changes, exports and imports the lists of a server of the specification alone', async ({
  start,
  demoData,
  place,
  server,
}) => {
  const app = await start({ data: demoData(), allowed: /404/ });
  const { page, screen, say } = app;
  const folder = place.folder('papers');
  await addServer(app, server.base);
  await expect(page.getByText(server.base, { exact: true })).toBeVisible();
  await app.settled();
  await app.fillSignIn('anna', 'Anything#1', '1234');
  await page.keyboard.press('Enter');
  await app.open('/bill/bill_manage');
  await expect(app.cell('112-12345675')).toBeVisible();
  expect(server.writes).toEqual([]);

  await test.step('the search sends the numbers of a scan without the marks of the scanner', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(say.t('app.goPlaceholder')).fill(']C0112-12345675');
    const searched = () => server.calls.filter((call) => call.includes('search'));
    await expect.poll(() => searched().join()).toContain('112-12345675');
    expect(searched().filter((call) => /C0112/.test(call))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('a change sends the changed field and the version, in every form', async () => {
    for (const [to, call, field, resource] of FORMS) {
      await app.follow(to);
      await expect(screen.getByRole('gridcell').filter({ hasText: /\w/ }).first(), to).toBeVisible();
      await screen.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog');
      await form.getByLabel(say.label(field, resource)).first().fill('Changed 7');
      await form.getByRole('button', { name: say.t('common.save'), exact: true }).click();
      await expect(form, to).toBeHidden();
      await expect
        .poll(() => server.writes.at(-1), to)
        .toEqual({ method: 'PUT', path: `${call}/1`, body: { version: 1, [field]: 'Changed 7' } });
    }
    expect(server.writes).toHaveLength(FORMS.length);
  });

  await test.step('an export saves the file of the server', async () => {
    await app.follow('/config/airport');
    const file = path.join(folder, 'airports.csv');
    await app.willSaveTo(file);
    await screen.getByRole('button', { name: say.t('common.export'), exact: true }).click();
    await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'airports.csv' }))).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe('id,name\n1,One\n');
  });

  await test.step('an import sends the file once, on request, and shows the response', async () => {
    const file = path.join(folder, 'destinations.csv');
    const { columns } = fileTemplates.destination;
    const lines = [
      columns.map(({ en }) => en),
      columns.map(({ key, examples }) => (key === 'code' ? 'HUB9' : examples[0])),
    ];
    writeFileSync(file, lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'));
    const before = server.writes.length;
    await app.follow('/config/destination');
    await screen.getByRole('button', { name: say.t('common.import'), exact: true }).click();
    await app.willChoose(file);
    await screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await expect(screen.getByText(say.t('importing.notAtServer'))).toBeVisible();
    expect(server.writes).toHaveLength(before);
    await screen.getByRole('button', { name: say.t('files.importAll_one', { count: 1 }) }).click();
    await expect(screen.getByText(say.t('importing.sentAlone'))).toBeVisible();
    await expect(screen.getByText('total: 1 · ok: 1 · failed: 0')).toBeVisible();
    expect(server.writes.slice(before)).toEqual([
      { method: 'POST', path: 'config/destination/import', body: undefined },
    ]);
    // Neither the history of jobs nor a template is offered: the server has none.
    await expect(page.locator('.fc-unshown-failures')).toHaveCount(0);
  });
});
