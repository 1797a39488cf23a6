import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import type { ImportTemplate } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import * as SheetJS from '@e965/xlsx';
import { writeDeclaration } from '../bench/files';
import type { DeskApp } from './deskApp';
import { gb18030 } from './files';
import { expect, test } from './fixtures';
import { longestGap, workWithList } from './frameGaps';
import { data } from './safety';

interface BillLine {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
}
type Line = Readonly<Record<string, string>>;

/** Returns the cells of a file with some of a kind's columns, the headers of a language first. */
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

/** The status at which the conversion in front ended; a panel is outside the screen. */
const ended = (
  app: DeskApp,
  status: 'success' | 'failed' | 'exception',
  where: Pick<DeskApp['page'], 'locator'> = app.screen,
) =>
  expect(where.locator('.fc-job-head').getByText(app.say.state('fileJob', status))).toBeVisible({
    timeout: 30_000,
  });

/** Returns the time some hours ago on the clock of Amsterdam, with the year first: 01/12 may be the 12th of January. */
const hoursAgoThere = (hours: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'short' },
  }).format(Date.now() - hours * 3_600_000);

const csvOf = (cells: readonly string[][]) => cells.map((row) => row.join(',')).join('\r\n');

test('imports time nodes of thirty bills from a wide Chinese workbook; rejected rows are returned and corrected', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn({ language: 'cn' });
  const { say } = app;
  const folder = place.folder('papers');
  const bills = await billsIn(app, ['draft', 'arrived', 'pickup', 'clearing'], 30);
  expect(bills).toHaveLength(30);
  const inDays = (days: number) => {
    const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
    return `${day}/${month}/${year} 08:00`;
  };
  // One of them lands in a month, which cannot be known yet.
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
  // The one row is in the grid, with the message about it.
  await expect(app.screen.getByRole('gridcell').filter({ hasText: inDays(31) })).toBeVisible();
});

test('shows how each candidate encoding decodes a file when it asks for the encoding', async ({
  signedIn,
}) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  // Puts the file in the state of one sent by the API that waits for its encoding.
  const params = {
    ...{ name: 'marks.csv', encodings: { list: ['gb18030', 'windows-1252'] } },
    ...{ gb18030: '王小明 · 棉制T恤', 'windows-1252': 'ÍõÐ¡Ã÷ · ÃÞÖÆTÐô' },
  };
  const problem = JSON.stringify({ code: 'ENCODING_AMBIGUOUS', params });
  await app.sql(
    `update fileJob set status = 'exception', problem = '${problem}' where fileName = 'marks.csv'`,
  );
  await app.open('/config/mark?import=');
  const history = app.screen.locator('.fc-history tr').filter({ hasText: 'marks.csv' });
  await history.getByRole('button', { name: say.t('common.details') }).click();
  await page.getByRole('button', { name: say.action('fileJob', 'restart') }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(say.t('importing.encoding')) });
  await expect(dialog.getByRole('status')).toHaveText(`${say.t('files.readSo')} ${params.gb18030}`);
  await dialog.getByLabel(say.t('importing.encoding')).selectOption('windows-1252');
  await expect(dialog.getByRole('status')).toHaveText(`${say.t('files.readSo')} ${params['windows-1252']}`);
  // An encoding that the bytes do not fit has no preview.
  await dialog.getByLabel(say.t('importing.encoding')).selectOption('utf-8');
  await expect(dialog.getByRole('status')).toHaveCount(0);
});

test('converts a rejected file again without a row that a person excludes', async ({ signedIn }) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  await app.open('/config/mark?import=');
  const history = app.screen.locator('.fc-history tr').filter({ hasText: 'marks.csv' });
  await history.getByRole('button', { name: say.t('common.details') }).click();
  await ended(app, 'failed', page);
  const leave = page.getByRole('button', { name: say.t('files.leaveOut') });
  await expect(leave).toBeDisabled();
  await page.locator('.fc-job-select').first().click();
  await leave.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.t('files.leaveRows_one', { count: 1 }) })
    .click();
  await ended(app, 'success', page);
});

test('replaces earlier data by a declaration once its changes were shown, and undoes it', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('papers');
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

test('corrects a rejected row of a transit list in the grid and imports it', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('papers');
  const [airport] = (
    await data<{ list: { id: number }[] }>(app, 'airport.list', { query: { keyword: 'AMS', pageSize: 1 } })
  ).list;
  const { list } = await data<{ list: BillLine[] }>(app, 'bill.list', {
    query: { stage: ['arrived'], landingAirportId: [airport?.id], pageSize: 2 },
  });
  const [good, other] = list;
  if (!good || !other) throw new Error('no two bills arrived at AMS in the demo data');
  const UNKNOWN = '112-90424456';
  const line = (billNo: string, batchNo: string, mrn: string): Line => ({
    ...{ billNo, batchNo, mrn, t1At: hoursAgoThere(0.2), officeDeparture: 'NL000432' },
    ...{ officeDestination: 'NL000396', boxes: '10', weight: '99.5' },
  });
  const lines = [
    line(good.billNo, good.batchNo, '26NL0004327TRAJ3J9'),
    line(UNKNOWN, other.batchNo, '26NL000432162907J8'),
  ];
  const file = path.join(folder, 't1.csv');
  writeFileSync(file, csvOf(cellsOf('t1', lines, 'en')));
  place.give(folder);
  const [first, second] = ['26NL0004327TRAJ3J9', '26NL000432162907J8'] as const;
  const transits = (bill: BillLine, mrn: string) => app.count('t1', `billId = ${bill.id} and mrn = '${mrn}'`);

  // From the tab of a bill that lists its transits.
  await app.open(`/bill/bill_manage/detail/${good.id}`);
  await app.screen.getByRole('tab', { name: say.t('clearance.tab'), exact: true }).click();
  await app.screen.getByRole('button', { name: say.t('common.upload') }).click();
  await page.getByRole('menuitem', { name: say.choice('fileKind', 't1') }).click();
  await choose(app, file);
  await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 2 }) }).click();
  await ended(app, 'exception');
  await expect(app.screen.locator('.fc-job-issues')).toContainText(UNKNOWN);
  expect(await transits(good, first)).toBe(1);

  await app.screen.getByRole('button', { name: say.t('files.correct') }).click();
  await app.screen.locator('.fc-import-grid').getByRole('button', { name: UNKNOWN }).dblclick();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(other.billNo);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await app.screen.getByRole('button', { name: say.t('files.importAll_one', { count: 1 }) }).click();
  await ended(app, 'success');
  expect(await transits(other, second)).toBe(1);
  expect(await transits(good, first)).toBe(1);
});

test('imports a POD list in GB18030; undo lists the bill that was edited since', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn({ language: 'cn' });
  const { page, say } = app;
  const folder = place.folder('papers');
  // On trucks that have left: two stories of the demo.
  const bills = ['172-58302145', '784-64501275'];
  const lines = bills.map((billNo) => ({
    ...{ billNo, batchNo: '01', podAt: hoursAgoThere(0.1), podBoxCount: '30', receiver: '王小明' },
  }));
  const file = path.join(folder, '签收.csv');
  writeFileSync(file, gb18030(csvOf(cellsOf('pod', lines, 'cn'))));
  place.give(folder);
  const delivered = (more = '') =>
    app.countBills(`podAt is not null and billNo in ('${bills.join("','")}') and batchNo = '01'${more}`);
  await app.open('/bill/files/upload?kind=pod');
  await choose(app, file);
  await expect(app.screen.getByText('王小明').first()).toBeVisible();
  await app.screen.getByRole('button', { name: say.t('files.importAll_other', { count: 2 }) }).click();
  await ended(app, 'success');
  expect(await delivered(' and podBoxCount = 30')).toBe(2);

  await app.sql(`update bill set podBoxCount = 29 where billNo = '${bills[0]}'`);
  const undo = say.action('fileJob', 'undo');
  await app.screen.getByRole('button', { name: undo }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: undo }).click();
  const kept = page.getByRole('dialog', { name: say.t('files.keptTitle', { undone: 1 }) });
  await expect(kept.getByRole('row', { name: bills[0] ?? '' })).toContainText(say.words.messages.FILE_EDITED);
  await expect(kept.getByRole('row')).toHaveCount(2);
  expect(await delivered()).toBe(1);
});

test('imports a declaration of 20 MB with progress while the list is in use', async ({ signedIn, place }) => {
  const app = await signedIn();
  const folder = place.folder('papers');
  const file = path.join(folder, 'large.csv');
  writeDeclaration(file, 150_000);
  expect(statSync(file).size).toBeGreaterThan(19 * 1024 * 1024);
  place.give(folder);
  const { list } = await data<{ list: BillLine[] }>(app, 'bill.list', {
    query: { stage: ['draft'], mode: ['sea'], pageSize: 1 },
  });
  const billId = list[0]?.id;
  await app.open('/bill/bill_manage');
  const idle = await longestGap(app, () => workWithList(app, '112'));

  await app.open(`/bill/files/upload?kind=declaration&bill=${billId}`);
  await choose(app, file);
  await app.screen.getByRole('button', { name: /150.?000/ }).click({ timeout: 30_000 });
  await expect(app.screen.locator('.fc-sending').getByRole('progressbar')).toBeVisible({ timeout: 30_000 });
  type Job = { id: number; status: string; progress: number; okRows: number };
  const look = async () =>
    (await data<{ list: Job[] }>(app, 'fileJob.list', { query: { billId: [billId], pageSize: 1 } })).list[0];
  await expect.poll(async () => (await look())?.progress ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  await app.open('/bill/bill_manage');
  const seen = new Set<number>();
  let rounds = 0;
  const gap = await longestGap(app, async () => {
    for (;;) {
      const job = await look();
      if (!job || !['unprocessed', 'processing'].includes(job.status)) break;
      seen.add(job.progress);
      await workWithList(app, `11${rounds}`);
      rounds += 1;
    }
  });
  expect(gap, `the longest gap; ${Math.round(idle)} ms when idle`).toBeLessThan(Math.max(500, 5 * idle));
  expect(seen.size).toBeGreaterThan(1);
  expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
  expect(await look()).toMatchObject({ status: 'success', okRows: 150_000 });
  expect(await app.count('parcel', `billId = ${billId}`)).toBeGreaterThan(100_000);
  await app.open(`/bill/files/upload?kind=declaration&bill=${billId}`);
  await ended(app, 'success');
});
