import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as SheetJS from '@e965/xlsx';
import { dayFrom } from './files';
import { expect, test } from './fixtures';

test('corrects a workbook of ISFs in the grid, submits it, and shows its drafts', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { say } = app;
  const book = SheetJS.utils.book_new();
  const sheets = {
    Header: [
      ['MBL', 'HBL', 'Bill type', 'ISF type', 'Vessel', 'ETD'],
      ['PZOL2611555', 'NRDN2699001', 'BM', 'ISF-10', 'POLARIS STAR', dayFrom(20)],
    ],
    Lines: [
      ['HBL', 'Line', 'HTS', 'Origin'],
      ['NRDN2699001', '1', '940360', 'CN'],
      ['NRDN2699002', '2', '950300', 'CN'],
    ],
    Containers: [
      ['HBL', 'Container'],
      ['NRDN2699001', 'CSQU3054383'],
    ],
  };
  for (const [name, rows] of Object.entries(sheets))
    SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet(rows), name);
  const folder = place.folder('papers');
  const file = path.join(folder, 'isf.xlsx');
  writeFileSync(
    file,
    new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer),
  );
  place.give(folder);
  await app.open('/sea/isf/upload');
  await app.willChoose(file);
  await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
  await expect(app.screen.getByRole('tab', { name: /^Lines/ })).toHaveAttribute('aria-selected', 'true');
  const bad = app.screen.getByRole('button', { name: /NRDN2699002.*was not found in sheet Header/ });
  await bad.click();
  await app.page.getByLabel(say.t('importing.fixCell')).fill('NRDN2699001');
  await app.page.getByRole('button', { name: say.t('importing.apply') }).click();
  await expect(app.screen.getByText(say.t('importing.onlyWarnings_other', { count: 2 }))).toBeVisible();
  await app.screen.getByRole('button', { name: 'Import 4 rows' }).click();
  await expect(app.screen.getByRole('button', { name: say.t('sea.showDrafts') })).toBeVisible({
    timeout: 30_000,
  });
  await app.screen.getByRole('button', { name: /^ISF\d{8}-/ }).click();
  await expect(app.screen.getByText('NRDN2699001').first()).toBeVisible();
  expect(await app.texts("select lines from seaIsf where hblNo = 'NRDN2699001'")).toHaveLength(1);
});
