import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import type { ImportTemplate } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import * as SheetJS from '@e965/xlsx';
import { writeDeclaration } from '../bench/files';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { data } from './safety';

interface BillLine {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
}
type Line = Readonly<Record<string, string>>;

/** The cells of a file of some of a kind's columns, the headers of a language first. */
function cellsOf(kind: keyof typeof fileTemplates, lines: readonly Line[], language: Language): string[][] {
  const { columns }: ImportTemplate = fileTemplates[kind];
  const keys = Object.keys(lines[0] ?? {});
  const header = (key: string) => columns.find((column) => column.key === key)?.[language] ?? key;
  return [keys.map(header), ...lines.map((line) => keys.map((key) => line[key] ?? ''))];
}

const billsIn = async (app: DeskApp, stage: string[], pageSize: number) =>
  (await data<{ list: BillLine[] }>(app, 'bill.list', { query: { stage, mode: ['air'], pageSize } })).list;

async function choose(app: DeskApp, file: string): Promise<void> {
  await app.willChoose(file);
  await app.screen.getByRole('button', { name: app.say.t('importing.choose') }).click();
}

/** The status that the conversion in front has come to. */
const ended = (app: DeskApp, status: 'success' | 'failed' | 'exception') =>
  expect(app.screen.locator('.fc-job-head').getByText(app.say.state('fileJob', status))).toBeVisible({
    timeout: 30_000,
  });

test('time nodes of thirty bills come from a wide workbook in Chinese, bad rows come back and are mended', async ({
  start,
  demoData,
  place,
}) => {
  const app = await start({ data: demoData(), language: 'cn' });
  const { say } = app;
  const folder = place.folder('papers');
  await app.signIn('admin');
  const bills = await billsIn(app, ['draft', 'arrived', 'pickup', 'clearing'], 30);
  expect(bills).toHaveLength(30);
  const inDays = (days: number) => {
    const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
    return `${day}/${month}/${year} 08:00`;
  };
  // One of them has landed in a month, which nobody can know yet.
  const lines = bills.map(({ billNo, batchNo }, at) => ({
    ...{ billNo, batchNo },
    ...{ eta: inDays(30), ata: at === 7 ? inDays(31) : '' },
  }));
  const book = SheetJS.utils.book_new();
  SheetJS.utils.book_append_sheet(
    book,
    SheetJS.utils.aoa_to_sheet(cellsOf('time_node', lines, 'cn')),
    '节点',
  );
  const file = path.join(folder, '节点.xlsx');
  writeFileSync(file, SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
  place.give(folder);

  await app.open('/bill/tracking-date-import');
  await choose(app, file);
  await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 30 }) }).click();
  await ended(app, 'exception');
  await expect(app.screen.locator('.fc-job-issues tbody tr')).toHaveCount(1);

  await app.screen.getByRole('button', { name: say.t('files.correct') }).click();
  // The one row stands in the grid, with what was said of it.
  await expect(app.screen.getByRole('gridcell').filter({ hasText: inDays(31) })).toBeVisible();
});

test('a declaration replaces earlier data once its changes were seen, and is taken back', async ({
  start,
  demoData,
  place,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const folder = place.folder('papers');
  await app.signIn('admin');
  const { list } = await data<{ list: BillLine[] }>(app, 'bill.list', {
    query: { stage: ['draft'], mode: ['sea'], pageSize: 1 },
  });
  const [bill] = list;
  if (!bill) throw new Error('no sea bill in the demo data');
  const file = path.join(folder, 'declaration.csv');
  const give = (rows: number) => {
    writeDeclaration(file, rows);
    place.give(folder);
  };
  give(300);
  await app.open(`/bill/files/upload?kind=declaration&bill=${bill.id}`);
  await choose(app, file);
  await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 300 }) }).click();
  await ended(app, 'success');

  give(400);
  await app.screen.getByRole('button', { name: say.t('files.another') }).click();
  await choose(app, file);
  await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 400 }) }).click();
  await ended(app, 'exception');
  const changes = app.screen.getByRole('table', { name: say.t('files.changes') });
  await expect(changes.getByRole('row', { name: say.t('files.lines') })).toContainText('300');
  await expect(changes.getByRole('row', { name: say.t('files.lines') })).toContainText('400');
  await app.screen.getByRole('button', { name: say.t('files.acceptReplace') }).click();
  await ended(app, 'success');

  await app.screen.getByRole('button', { name: say.action('fileJob', 'undo') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say.action('fileJob', 'undo') })
    .click();
  await expect(app.screen.getByText(say.t('files.undoneAt', { at: '' }).trim())).toBeVisible();
  await app.open('/bill/files');
  await expect(app.cell('declaration.csv')).toBeVisible();
});
