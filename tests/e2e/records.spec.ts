import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import * as SheetJS from '@e965/xlsx';
import { expect, test } from './fixtures';
import { data } from './safety';

type Line = Readonly<Record<string, string>>;

/** Returns a workbook of records with the headings of the Chinese template. */
function workbook(kind: FileKind, lines: readonly Line[]): Buffer {
  const keys = Object.keys(lines[0] ?? {});
  const header = (key: string) => fileTemplates[kind].columns.find((column) => column.key === key)?.cn;
  const book = SheetJS.utils.book_new();
  const cells = [keys.map(header), ...lines.map((line) => keys.map((key) => line[key]))];
  SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet(cells), '客户');
  return SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

test('imports customers with a row corrected in place, changes them by a second file, and undoes both', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say, screen } = app;
  const folder = place.folder('papers');
  type Listed = { list: { code: string; phone: string }[]; total: number };
  const stock = () =>
    data<Listed>(app, 'customer.list', { query: { keyword: 'E2EROW', sort: 'code', pageSize: 20 } });
  const [group] = (
    await data<{ list: { code: string }[] }>(app, 'clientGroup.list', { query: { pageSize: 1 } })
  ).list;
  const line = (code: string, changes: Line = {}): Line => ({
    ...{ code, nameCn: '红熊猫', nameEn: 'Red Panda', contactName: 'Li Wei', email: 'li.wei@example.com' },
    ...{ phone: '020 5555 0101', groupId: group?.code ?? '', countryId: 'NL', postcode: '1118 CP' },
    ...changes,
  });
  const send = async (name: string, lines: readonly Line[]) => {
    const file = path.join(folder, name);
    writeFileSync(file, workbook('customer', lines));
    place.give(folder);
    await app.willChoose(file);
    await screen.getByRole('button', { name: say.t('importing.choose') }).click();
  };
  const counts = (added: number, changed: number, same: number) =>
    expect(screen.locator('.fc-job-numbers').filter({ hasText: say.t('importing.addedRecords') })).toHaveText(
      `${added}${say.t('importing.addedRecords')}${changed}${say.t('importing.changedRecords')}${same}${say.t('importing.sameRecords')}`,
    );
  const ended = () =>
    expect(screen.locator('.fc-job-head').getByText(say.state('fileJob', 'success'))).toBeVisible();

  await app.open('/customer/customer_list');
  await screen.getByRole('button', { name: say.t('common.import'), exact: true }).click();
  await expect(page).toHaveURL(/customer_list\?import/);

  // Only the records know that a postcode does not fit its country; it is corrected in the grid.
  await send('new.xlsx', [line('E2EROW1'), line('E2EROW2', { postcode: '99' })]);
  await counts(1, 0, 0);
  const bad = screen.locator('.fc-import-grid').getByRole('button', { name: '99' });
  await bad.click();
  await page.getByRole('dialog').getByRole('textbox').fill('1119 QX');
  await page.keyboard.press('Enter');
  await counts(2, 0, 0);
  await expect(bad).toBeHidden();
  await screen.getByRole('button', { name: say.t('files.importAll_other', { count: 2 }) }).click();
  await ended();
  expect((await stock()).list).toMatchObject([
    { code: 'E2EROW1', postcode: '1118 CP' },
    { code: 'E2EROW2', postcode: '1119 QX' },
  ]);

  // The second file changes one of them and leaves the other as it is; the changes are shown first.
  await screen.getByRole('button', { name: say.t('files.another') }).click();
  await send('changed.xlsx', [
    line('E2EROW1', { phone: '020 5555 0199' }),
    line('E2EROW2', { postcode: '1119 QX' }),
  ]);
  await counts(0, 1, 1);
  await screen.getByRole('button', { name: say.t('importing.whatChanges') }).click();
  await expect(screen.locator('.fc-import-changes tbody tr')).toHaveText(
    ['2', 'E2EROW1', '电话', '020 5555 0101', '020 5555 0199'].join(''),
  );
  await screen.getByRole('button', { name: say.t('files.importAll_other', { count: 2 }) }).click();
  await ended();
  expect((await stock()).list[0]?.phone).toBe('020 5555 0199');

  // The last file first: its customer is as the first file created it, and is removed with that.
  const undo = async (file: string) => {
    const row = screen.locator('.fc-history tr').filter({ hasText: file });
    await row.getByRole('button', { name: say.action('fileJob', 'undo') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.action('fileJob', 'undo') })
      .click();
    await expect(row.getByRole('button', { name: say.action('fileJob', 'undo') })).toBeHidden();
  };
  await undo('changed.xlsx');
  expect((await stock()).list[0]?.phone).toBe('020 5555 0101');
  await undo('new.csv');
  expect((await stock()).total).toBe(0);

  await screen
    .getByRole('button', { name: say.t('common.toList') })
    .first()
    .click();
  await expect(page).toHaveURL(/customer_list$/);
});
