import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explain, problem } from '@contract/errors';
import type { MessageCode } from '@contract/words';
import * as SheetJS from '@e965/xlsx';
import { writeDeclaration } from '../bench/files';
import { xlsxOf, xlsxParts } from '../main/tabular/officeFiles';
import type { DeskApp } from './deskApp';
import {
  type BillLine,
  billCells,
  billCsv,
  dayFrom,
  gb18030,
  goodLine,
  mawb,
  PDF,
  writeBills,
} from './files';
import { expect, test } from './fixtures';
import { longestGap, workWithList } from './frameGaps';
import { data } from './safety';

/** Returns a pattern for a message, with any text for the parameters that are not given. */
function words({ say }: DeskApp, code: MessageCode, params: Record<string, string> = {}): RegExp {
  const escaped = say.words.messages[code].replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replace(/\{(\w+)(?:\\\|[^}]*)?\}/g, (_, name) => params[name] ?? '.+'));
}

async function choose(app: DeskApp, file: string): Promise<void> {
  await app.willChoose(file);
  await app.screen.getByRole('button', { name: app.say.t('importing.choose') }).click();
}

const step = (app: DeskApp) => app.screen.locator('.fc-steps [aria-current=step]');
const grid = (app: DeskApp) => app.screen.locator('.fc-import-grid');
const view = (app: DeskApp, name: 'viewAll' | 'viewErrors') =>
  app.screen.getByRole('tab', { name: app.say.t(`importing.${name}`) });

/** Corrects a wrong cell. */
async function correct(app: DeskApp, from: string, to: string, everywhere = false): Promise<void> {
  const cell = grid(app).getByRole('button', { name: from }).first();
  // After a correction the focus moves to the next wrong cell: F8 steps through all of them to this one.
  await expect(async () => {
    if (!(await cell.isVisible())) await app.page.keyboard.press('F8');
    await cell.click({ timeout: 1000 });
  }).toPass();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(to);
  if (everywhere) await dialog.getByText(app.say.t('importing.everywhereAll', { value: from })).click();
  await app.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Returns a workbook of main bills; `change` may alter its cells by their address. */
function workbook(
  lines: readonly BillLine[],
  bookType: 'xlsx' | 'biff8',
  change: (sheet: SheetJS.WorkSheet) => void = () => undefined,
): Buffer {
  const book = SheetJS.utils.book_new();
  const sheet = SheetJS.utils.aoa_to_sheet(billCells(lines, 'en'));
  change(sheet);
  SheetJS.utils.book_append_sheet(book, sheet, 'Bills');
  return SheetJS.write(book, { type: 'buffer', bookType }) as Buffer;
}

/** Returns the number by which a spreadsheet counts a day some days from today: 25569 is 1 January 1970. */
const serialDay = (days: number): number => 25_569 + Math.floor(Date.now() / 86_400_000) + days;

/** Returns the address of a column's cell in a workbook. */
function cellOf(key: string, row: number): string {
  const header = billCells([{ [key]: 'here' }], 'en')[1] ?? [];
  return SheetJS.utils.encode_cell({ c: header.indexOf('here'), r: row - 1 });
}

test('refuses a file that cannot be imported with the reason, and accepts the next one', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const folder = place.folder('papers');
  await app.open('/bill/bill_import');
  const before = await app.countBills('1 = 1');
  const good = workbook([goodLine(7300011)], 'xlsx');
  const bomb = xlsxOf({
    ...xlsxParts(`<sheetData><row r="1">${'<c t="s"><v>0</v></c>'.repeat(1000)}</row></sheetData>`),
    'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(1024 * 1024)}</t></si></sst>`,
  });
  const cases: [name: string, bytes: Buffer | string, code: MessageCode][] = [
    ['letter.pdf', PDF, 'FILE_TYPE'],
    ['letter.xlsx', PDF, 'FILE_CONTENT'],
    ['sheet.csv', good, 'FILE_CONTENT'],
    ['nothing.csv', '', 'FILE_EMPTY'],
    ['header.csv', billCsv([], 'en'), 'FILE_EMPTY'],
    ['half.xlsx', good.subarray(0, good.length / 2), 'FILE_BROKEN'],
    ['bomb.xlsx', bomb, 'FILE_BOMB'],
    ['quote.csv', `${billCsv([goodLine(7300011)], 'en')}"open`, 'FILE_QUOTE'],
  ];
  for (const [name, bytes, code] of cases) {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    place.give(folder);
    await choose(app, file);
    await expect(app.screen.getByRole('alert'), name).toHaveText(words(app, code, { name }));
    await expect(step(app)).toContainText(app.say.t('importing.stepFile'));
  }

  await test.step('unknown columns must be matched by name', async () => {
    const file = path.join(folder, 'unknown.csv');
    writeFileSync(file, 'a;b;c\r\n1;2;3\r\n');
    place.give(folder);
    await choose(app, file);
    await expect(step(app)).toContainText(app.say.t('importing.stepColumns'));
    await expect(app.screen.getByText(/^Still needed: Bill number, Batch number, /)).toBeVisible();
    await expect(app.screen.getByRole('button', { name: app.say.t('common.next') })).toBeDisabled();
    await app.screen.getByRole('button', { name: app.say.t('common.back') }).click();
  });

  await test.step('a file that was changed after its selection is not read', async () => {
    const file = writeBills(path.join(folder, 'chosen.csv'), [goodLine(7300011)], 'en');
    place.give(folder);
    await app.willChoose(file);
    type Answer = { ok: boolean; data: { token: string; session: string }; error: { code: string } };
    const pick = async () => ((await app.call('files.pick', { import: 'bill' })) as Answer).data.token;
    const open = async (token: string) =>
      (await app.call('importing.open', { file: token, import: 'bill' })) as Answer;
    const early = await pick();
    appendFileSync(file, '\r\n');
    expect((await open(early)).error.code).toBe('FILE_CHANGED');
    const { data } = await open(await pick());
    appendFileSync(file, '\r\n');
    const again = await app.call('importing.reread', { session: data.session, options: { headerRow: 1 } });
    expect((again as Answer).error.code).toBe('FILE_CHANGED');
    await app.call('importing.close', { session: data.session });
  });
  expect(await app.countBills('1 = 1')).toBe(before);
});

test('reads files as the programs wrote them', async ({ signedIn, place }) => {
  const app = await signedIn({ language: 'cn' });
  const { say } = app;
  const folder = place.folder('papers');
  await app.open('/bill/bill_import');
  const lines = (serial: number) => [goodLine(serial, { remarks: '易碎，轻放' })];
  const dates = (sheet: SheetJS.WorkSheet) => {
    sheet[cellOf('etd', 2)] = { t: 'n', v: serialDay(-9) + 0.111111111, z: 'dd/mm/yyyy hh:mm' };
  };
  const files: [name: string, bytes: Buffer][] = [
    ['gb.csv', gb18030(billCsv(lines(7310011), 'cn', ';'))],
    ['utf16.csv', Buffer.from(`\ufeff${billCsv(lines(7310022), 'cn', '\t')}`, 'utf16le')],
    ['old.xls', workbook(lines(7310033), 'biff8')],
    ['dates.xlsx', workbook(lines(7310044), 'xlsx', dates)],
  ];
  for (const [name, bytes] of files) {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    place.give(folder);
    await choose(app, file);
    await expect(app.screen.getByText(say.t('importing.allGood')), name).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('importing.importAll_one', { count: 1 }) }).click();
    await app.screen.getByRole('button', { name: say.t('files.another') }).click();
  }
  // The clock of Shanghai is eight hours ahead.
  const made = await app.countBills(`remarks = '易碎，轻放' AND etd = '${dayFrom(-10)}T18:40:00Z'`);
  expect(made).toBe(files.length);
  // The history lists every file.
  for (const [name] of files)
    await expect(app.screen.getByRole('row').filter({ hasText: name })).toBeVisible();
});

/** Counts the actions of a hand in the page: clicks, and choices in lists. */
async function countClicks({ page }: DeskApp): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicked: number };
    counted.clicked = 0;
    const count = ({ type, target, detail }: UIEvent) => {
      // A click that a key causes has `detail` 0.
      if (type === 'change' ? target instanceof HTMLSelectElement : detail > 0) counted.clicked += 1;
    };
    for (const type of ['click', 'change'])
      document.addEventListener(type, (event) => count(event as UIEvent), true);
  });
  return () =>
    page.evaluate(() => {
      const counted = window as unknown as { clicked: number };
      const { clicked } = counted;
      counted.clicked = 0;
      return clicked;
    });
}

test('imports files from practice without the template, in few clicks and without guesses', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('papers');
  const give = (name: string, bytes: Buffer): string => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    place.give(folder);
    return file;
  };
  const next = () => app.screen.getByRole('button', { name: say.t('common.next') }).click();
  const one = () =>
    app.screen.getByRole('button', { name: say.t('importing.importAll_one', { count: 1 }) }).click();
  const another = async () => {
    await app.screen.getByRole('button', { name: say.t('files.another') }).click();
    await expect(step(app)).toContainText(say.t('importing.stepFile'));
    await clicks();
  };
  await app.open('/bill/bill_import');
  const clicks = await countClicks(app);

  /** Returns a csv of a sender with its own headings, in windows-1252. */
  const western = (serial: number, remarks: string, more: BillLine = {}) => {
    const csv = billCsv([goodLine(serial, { remarks, ...more })], 'en', ';');
    return Buffer.from(csv.replace('Boxes;', 'Stapel;'), 'latin1');
  };

  await test.step('windows-1252 with an unknown heading: the letters are shown, the column is selected', async () => {
    await choose(app, give('western.csv', western(7340011, 'Jürgen Müller, Liège')));
    await expect(step(app)).toContainText(say.t('importing.stepColumns'));
    const question = app.screen.getByText(say.t('importing.encodingAsked'));
    await expect(question).toBeVisible();
    await expect(app.screen.locator('.fc-import-asked')).toContainText('Jürgen Müller, Liège');
    await app.screen.getByRole('combobox', { name: 'Boxes', exact: true }).selectOption('Stapel');
    await next();
    await one();
    expect(await clicks()).toBeLessThanOrEqual(4);
    await another();
    expect(await app.countBills("remarks = 'Jürgen Müller, Liège'")).toBe(1);
  });

  await test.step('the next file of that sender is opened like the last one, says so, and can be changed', async () => {
    await choose(app, give('western2.csv', western(7340012, 'José Müller')));
    const [known = ''] = say.t('importing.known', { at: '|' }).split('|');
    await expect(app.screen.getByText(known)).toContainText('windows-1252');
    await one();
    expect(await clicks()).toBe(2);
    await another();
    expect(await app.countBills("remarks = 'José Müller'")).toBe(1);
    await choose(app, give('western3.csv', western(7340013, 'Škoda')));
    await app.screen.getByRole('button', { name: say.t('common.change') }).click();
    await app.screen.getByLabel(say.t('importing.encoding')).selectOption('windows-1250');
    await expect(app.screen.getByRole('combobox', { name: 'Boxes', exact: true })).not.toHaveValue('-1');
    await next();
    await one();
    await another();
  });

  await test.step('the settings of a sender are dropped when another has the same headings', async () => {
    const [known = ''] = say.t('importing.known', { at: '|' }).split('|');
    await choose(app, give('western4.csv', western(7340014, 'Zoë')));
    await expect(app.screen.getByText(known)).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.change') }).click();
    await app.screen.getByRole('button', { name: say.t('importing.forget') }).click();
    await expect(app.screen.getByText(known)).toBeHidden();
    await expect(app.screen.getByRole('combobox', { name: 'Boxes', exact: true })).toHaveValue('-1');
    await app.screen.getByRole('button', { name: say.t('common.back') }).click();
    await choose(app, give('western5.csv', western(7340015, 'Zoë')));
    await expect(step(app)).toContainText(say.t('importing.stepColumns'));
    await expect(app.screen.getByText(known)).toBeHidden();
    await app.screen.getByRole('button', { name: say.t('common.back') }).click();
    await clicks();
  });

  await test.step('dates that can be read in two ways: the order is selected', async () => {
    // Days of this month that could be a month as well, and other than this month.
    const [year = '', month = ''] = dayFrom(0)
      .split('-')
      .map((part) => String(Number(part)));
    const [day, before] = month === '5' || month === '4' ? [8, 7] : [5, 4];
    const dates = {
      etd: `${month}/${day}/${year} 02:40`,
      eta: `${month}/${day}/${year} 07:50`,
      exportDate: `${month}/${before}/${year}`,
      remarks: 'month',
    };
    await choose(app, give('dates.csv', Buffer.from(billCsv([goodLine(7340044, dates)], 'en'))));
    const dateQuestion = app.screen.getByText(`${dates.etd}, ${dates.eta}`);
    await expect(dateQuestion).toBeVisible();
    await expect(app.screen.getByRole('button', { name: say.t('common.next') })).toBeDisabled();
    await app.screen.getByLabel(say.t('importing.dateOrder')).selectOption('MDY');
    await expect(dateQuestion).toBeHidden();
    await expect(app.screen.getByText(`${dates.exportDate} = ${before} `)).toBeVisible();
    await next();
    await one();
    expect(await clicks()).toBeLessThanOrEqual(4);
    await another();
    // The clock of Shanghai is eight hours ahead.
    const left = `${year}-${month.padStart(2, '0')}-0${before}`;
    expect(await app.countBills(`remarks = 'month' AND etd = '${left}T18:40:00Z'`)).toBe(1);
  });

  await test.step('hidden rows are reported; a title above the header and totals below the rows need no question', async () => {
    const lines = [goodLine(7340022, { remarks: 'seen' }), goodLine(7340033, { remarks: 'hidden' })];
    const [header = [], ...rows] = billCells(lines, 'en');
    const sheet = SheetJS.utils.aoa_to_sheet([['Arrivals of the week'], header, ...rows, ['Total', '', '2']]);
    sheet['!rows'] = [{}, {}, {}, { hidden: true }];
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(book, sheet, 'Bills');
    await choose(
      app,
      give('hidden.xlsx', SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer),
    );
    await expect(step(app)).toContainText(say.t('importing.stepColumns'));
    await expect(app.screen.getByText(words(app, 'ROWS_HIDDEN', { rows: '4' }))).toBeVisible();
    await expect(app.screen.getByText(words(app, 'HEADER_FOUND', { row: '2' }))).toBeVisible();
    await app.screen.getByLabel(say.t('importing.hiddenRows')).selectOption('leave');
    await expect(app.screen.getByText(words(app, 'ROWS_HIDDEN', { rows: '4' }))).toBeHidden();
    await next();
    await one();
    expect(await clicks()).toBeLessThanOrEqual(4);
    await another();
    expect(await app.countBills("remarks in ('seen', 'hidden')")).toBe(1);
  });

  await test.step('a hidden sheet is skipped and named, and can be selected', async () => {
    const book = SheetJS.utils.book_new();
    const sheetOf = (serial: number, remarks: string) =>
      SheetJS.utils.aoa_to_sheet(billCells([goodLine(serial, { remarks })], 'en'));
    SheetJS.utils.book_append_sheet(book, sheetOf(7340088, 'last week'), 'Old');
    SheetJS.utils.book_append_sheet(book, sheetOf(7340099, 'this week'), 'Bills');
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const bytes = SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const choice = app.screen.getByLabel(say.t('importing.sheet'), { exact: true });
    const shown = app.screen.getByRole('cell', { name: /(last|this) week/ }).first();
    await choose(app, give('sheets.xlsx', bytes));
    await expect(step(app)).toContainText(say.t('importing.stepCheck'));
    await expect(app.screen.getByText(words(app, 'SHEETS_HIDDEN', { sheets: 'Old' }))).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.back'), exact: true }).click();
    await expect(choice).toHaveValue('Bills');
    await expect(choice.getByRole('option')).toHaveText([
      'Bills',
      say.t('importing.sheetHidden', { sheet: 'Old' }),
    ]);
    await expect(shown).toHaveText('this week');
    await choice.selectOption('Old');
    await expect(shown).toHaveText('last week');
    await next();
    await one();
    await another();
    expect(await app.texts("select remarks from bill where remarks in ('last week', 'this week')")).toEqual([
      'last week',
    ]);
  });

  await test.step('a column of formulas needs no question; foreign rows are skipped by key, and restored', async () => {
    const lines = [goodLine(7340055, { remarks: 'formula' })];
    const [header = [], line = []] = billCells(lines, 'en');
    const notes = [['Week 47'], ['Week 47']];
    const sheet = SheetJS.utils.aoa_to_sheet([header, line, ...notes]);
    sheet[cellOf('boxCount', 2)] = { t: 'n', v: 120, f: '60*2' };
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(book, sheet, 'Bills');
    await choose(
      app,
      give('notes.xlsx', SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer),
    );
    await expect(view(app, 'viewErrors')).toContainText('2');
    await expect(grid(app).locator('[role=button]:focus')).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog').getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    const left = app.screen.getByRole('tab', { name: say.t('importing.viewLeft') });
    await expect(left).toContainText('2');
    await expect(app.screen.getByText(say.t('importing.allGood'))).toBeVisible();
    await one();
    expect(await clicks()).toBe(2);
    await another();
    expect(await app.countBills("remarks = 'formula' AND boxCount = 120")).toBe(1);

    await choose(app, give('notes2.xlsx', workbook([goodLine(7340066), { billNo: 'Week 47' }], 'xlsx')));
    await grid(app).locator('[role=button]:focus').waitFor();
    await page.keyboard.press('Delete');
    await expect(left).toContainText('1');
    await left.click();
    await grid(app).getByText('Week 47').click();
    await app.screen.getByRole('button', { name: say.t('importing.takeIn') }).click();
    await expect(left).toBeHidden();
    await expect(view(app, 'viewErrors')).toContainText('1');
  });
});

test('lists, corrects, excludes, saves and undoes rows with mistakes', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('papers');
  const { list } = await data<{ list: { billNo: string; batchNo: string }[] }>(app, 'bill.list', {
    query: { pageSize: 1, mode: ['air'] },
  });
  const taken = list[0];
  if (!taken) throw new Error('no bill in the demo data');
  const wrong = `${mawb(7320033).slice(0, -1)}${(7320033 + 1) % 7}`;
  const bytes = workbook(
    [
      goodLine(7320011),
      goodLine(7320022),
      goodLine(7320022),
      goodLine(7320033, { billNo: wrong }),
      goodLine(7320044, taken),
      goodLine(7320055, { customerCode: 'NOPE' }),
      goodLine(7320066, { customerCode: 'NOPE' }),
      goodLine(7320077),
      goodLine(7320088, { etd: `${serialDay(-9)}.11` }),
    ],
    'xlsx',
    (sheet) => {
      sheet[cellOf('boxCount', 9)] = { t: 'z', f: '60*2' };
    },
  );
  const file = path.join(folder, 'mixed.xlsx');
  writeFileSync(file, bytes);
  place.give(folder);
  const before = await app.countBills('1 = 1');
  await app.open('/bill/bill_import');
  await choose(app, file);
  await expect(view(app, 'viewErrors')).toContainText('7');

  await test.step('each row shows its errors once', async () => {
    const messageOf = (code: MessageCode, column: string, params = {}) =>
      explain('en', problem(code, params), column);
    for (const message of [
      messageOf('ROW_DUPLICATE', '', { row: 3 }),
      say.words.messages.BILL_NO_INVALID,
      say.words.messages.BILL_DUPLICATE,
      messageOf('CELL_FORMULA', 'Boxes'),
      messageOf('DATE_SERIAL', 'ETD', { value: `${serialDay(-9)}.11`, expected: `${dayFrom(-9)} 02:38:24` }),
    ])
      await expect(grid(app).locator('.bp6-table-cell span').getByText(message, { exact: true })).toHaveCount(
        1,
      );
    const unknown = messageOf('REFERENCE_UNKNOWN', 'Customer code', { value: 'NOPE' });
    await expect(grid(app).locator('.bp6-table-cell span').getByText(unknown, { exact: true })).toHaveCount(
      2,
    );
  });

  await test.step('cells are corrected in place, one or all alike', async () => {
    await correct(app, 'NOPE', 'GPT', true);
    await expect(view(app, 'viewErrors')).toContainText('5');
    await correct(app, wrong, mawb(7320033));
    await expect(view(app, 'viewErrors')).toContainText('4');
  });

  const saved = path.join(folder, 'rest.csv');
  await test.step('the bad rows are saved, the good ones imported', async () => {
    await app.willSaveTo(path.join(folder, 'rest.xlsx'));
    await app.screen.getByRole('button', { name: say.t('importing.saveErrors') }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'rest.xlsx' }))).toBeVisible();
    const book = SheetJS.read(readFileSync(path.join(folder, 'rest.xlsx')));
    const rest = SheetJS.utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 });
    expect(rest).toHaveLength(5);
    expect(rest.flat().join('\n')).toContain(say.words.messages.BILL_DUPLICATE);
    await app.screen.getByRole('button', { name: say.t('importing.importGood_other', { count: 5 }) }).click();
    await expect(app.screen.getByRole('button', { name: say.t('importing.showThem') })).toBeVisible();
    expect(await app.countBills('1 = 1')).toBe(before + 5);
    // Corrected in another program: the reasons stay in their column, which is not read.
    const mended = [goodLine(7320029), goodLine(7320044), goodLine(7320077), goodLine(7320088)];
    const cells = billCells(mended, 'en').map((row, at) => [...row, String(rest[at]?.at(-1) ?? '')]);
    writeFileSync(
      saved,
      cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
    );
    place.give(folder);
  });

  await test.step('the saved rows are imported once corrected, and undone', async () => {
    await app.screen.getByRole('button', { name: say.t('files.another') }).click();
    await choose(app, saved);
    await app.screen.getByRole('button', { name: say.t('importing.importAll_other', { count: 4 }) }).click();
    await app.screen.getByRole('button', { name: say.t('importing.showThem') }).click();
    // The list is filtered by the file, shown by its name.
    await expect(app.screen.getByRole('list', { name: say.t('common.filters') })).toContainText(
      say.pair(say.label('importJobId', 'bill'), path.parse(saved).name),
    );
    await app.open('/bill/bill_import');
    const undo = say.action('fileJob', 'undo');
    await app.screen.locator('.fc-job').getByRole('button', { name: undo }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: undo }).click();
    await expect(page.getByText(say.t('files.undone_other', { count: 4 }))).toBeVisible();
    expect(await app.countBills('1 = 1')).toBe(before + 5);
  });

  await test.step('the same file a second time has a warning', async () => {
    await app.screen.getByRole('button', { name: say.t('files.another') }).click();
    await choose(app, file);
    const [sentBefore = ''] = say.t('importing.sentBefore', { at: '|', by: '' }).split('|');
    await expect(app.screen.getByText(sentBefore)).toBeVisible();
    // The rows imported the first time are duplicates now.
    await expect(view(app, 'viewErrors')).toContainText('9');
  });
});

test('leaves nothing behind when an import is abandoned', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { say } = app;
  const folder = place.folder('papers');
  const lines = Array.from({ length: 9000 }, (_, at) => goodLine(7_400_000 + at));
  const file = writeBills(path.join(folder, 'many.csv'), lines, 'en');
  place.give(folder);
  await app.open('/bill/bill_import');
  const before = await app.countBills('1 = 1');
  await choose(app, file);
  await app.screen.getByRole('button', { name: say.t('common.cancel') }).click();
  await expect(step(app)).toContainText(say.t('importing.stepFile'));
  await expect(app.screen.getByRole('button', { name: say.t('common.cancel') })).toHaveCount(0);
  await expect(app.screen.getByRole('alert')).toHaveCount(0);
  await choose(app, file);
  await expect(app.screen.getByText(say.t('importing.allGood'))).toBeVisible();
  expect(await app.countBills('1 = 1')).toBe(before);
});

test('checks a declaration of 20 MB while the list is in use, without blocking the window', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page } = app;
  const folder = place.folder('papers');
  const file = path.join(folder, 'declaration.csv');
  writeDeclaration(file, 150_000);
  expect(statSync(file).size).toBeGreaterThan(19 * 1024 * 1024);
  place.give(folder);
  await app.open('/bill/bill_manage');
  await app.willChoose(file);
  const idle = await longestGap(app, () => workWithList(app, '112'));

  const counts = await test.step('the file is opened, matched and checked meanwhile', async () => {
    let checked: unknown;
    const gap = await longestGap(app, async () => {
      const reading = page.evaluate(async () => {
        type Answer = {
          ok: boolean;
          error?: unknown;
          data: { token: string; session: string; parts: { mapping: unknown }[] };
        };
        const { bridge } = window as unknown as {
          bridge: { call(name: string, input: object): Promise<Answer> };
        };
        const call = async (name: string, input: object) => {
          const answer = await bridge.call(name, input);
          if (!answer.ok) throw new Error(JSON.stringify(answer.error));
          return answer.data;
        };
        const { token } = await call('files.pick', { import: 'declaration' });
        const { session, parts } = await call('importing.open', { file: token, import: 'declaration' });
        const mappings = parts.map(({ mapping }) => mapping);
        const found = await call('importing.map', { session, mappings });
        await call('importing.close', { session });
        return found;
      });
      let going = true;
      const over = reading.finally(() => {
        going = false;
      });
      let rounds = 0;
      while (going) {
        await workWithList(app, `11${rounds}`);
        rounds += 1;
      }
      checked = await over;
      expect(rounds).toBeGreaterThan(1);
    });
    expect(gap, `the longest gap; ${Math.round(idle)} ms when idle`).toBeLessThan(Math.max(500, 5 * idle));
    return checked;
  });
  const all = { rows: 150_000, good: 150_000, warnings: expect.any(Number), errors: 0, left: 0 };
  expect(counts).toEqual({ ...all, parts: [all] });
});
