import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import type { ImportTemplate } from '@contract/importing/template';
import type { DeskApp } from './deskApp';
import { type BillLine, dayFrom, goodLine, mawb } from './files';
import { expect, test } from './fixtures';

type Kind = keyof typeof fileTemplates;
type Fix =
  | 'restoreZeros'
  | 'swapDates'
  | 'convertSides'
  | 'useBatches'
  | 'leaveThemOut'
  | 'dividePrices'
  | 'restoreLetters'
  | 'multiplyRates';

/** The screens that import a file of a kind. */
const SCREENS = {
  bill: '/bill/bill_import',
  time_node: '/bill/tracking-date-import',
  destination: '/config/destination?import=',
  bill_cost: '/bil-fee/cost/import',
  box_weight: '/bill/files/upload?kind=box_weight&bill=',
} as const;

/** Returns helpers that give files of lines to the import wizards. */
function wizards(app: DeskApp, folder: string, give: (place: string) => string) {
  const { say } = app;
  const button = (name: string) => app.screen.getByRole('button', { name, exact: true });
  return {
    /** Opens the wizard of a kind and gives it lines by the keys of the columns. */
    async open(kind: keyof typeof SCREENS, lines: readonly BillLine[], at = ''): Promise<void> {
      const { columns }: ImportTemplate = fileTemplates[kind as Kind];
      const keys = [...new Set(lines.flatMap((line) => Object.keys(line)))];
      const head = keys.map((key) => columns.find((one) => one.key === key)?.[say.language] ?? key);
      const rows = [head, ...lines.map((line) => keys.map((key) => line[key] ?? ''))];
      const file = path.join(folder, `${kind}.csv`);
      writeFileSync(file, `\ufeff${rows.map((row) => row.join(';')).join('\r\n')}`);
      give(folder);
      await app.open(SCREENS[kind] + at);
      await app.willChoose(file);
      const another = button(say.t('files.another'));
      await expect(another.or(button(say.t('importing.choose')))).toBeVisible();
      if (await another.isVisible()) await another.click();
      await button(say.t('importing.choose')).click();
    },
    /** Presses a correction that is offered for a number of cells; it is then no longer offered. */
    async press(label: string, fix: Fix): Promise<void> {
      const has = app.page.getByRole('button', { name: say.t(`importing.${fix}`), exact: true });
      const offered = app.screen.getByRole('status').filter({ has });
      await expect(offered).toContainText(label);
      await button(say.t(`importing.${fix}`)).click();
      await expect(button(say.t(`importing.${fix}`))).toBeHidden();
    },
    /** Imports all rows, and waits until it has ended. */
    async importAll(name: string): Promise<void> {
      await button(name).click();
      await expect(app.screen.locator('.fc-job-head')).toContainText(say.state('fileJob', 'success'));
    },
  };
}

test('corrects implausible cells in all rows at once and imports the corrected values', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { say } = app;
  const desk = wizards(app, place.folder('papers'), place.give);
  const known = mawb(7_500_011);
  const files = (count: number) =>
    say.t(count === 1 ? 'files.importAll_one' : 'files.importAll_other', { count });

  await test.step('dates whose day and month are swapped', async () => {
    // A day of this month that could be a month as well, five months or more from today.
    const [year = '', month = ''] = dayFrom(0).split('-');
    const day = String(((Number(month) + 5) % 12) + 1).padStart(2, '0');
    const swapped = (clock: string) => `${month}/${day}/${year} ${clock}`;
    // Days above twelve in the file show that the day comes first.
    const first = { etd: `13/${month}/${year} 02:40`, eta: `13/${month}/${year} 07:50` };
    await desk.open('bill', [
      goodLine(7_500_011, { batchNo: '01', ...first }),
      goodLine(7_500_022, { batchNo: '01', etd: swapped('02:40'), eta: swapped('07:50') }),
    ]);
    await desk.press(say.t('importing.datesSwapped_other', { count: 2 }), 'swapDates');
    await desk.importAll(say.t('importing.importAll_other', { count: 2 }));
    await app.screen.getByRole('button', { name: say.t('importing.showThem') }).click();
    await expect(app.cell(mawb(7_500_022))).toBeVisible();
    await expect(app.screen).toContainText(`${day}/${month}/${year} 07:50`);
  });

  await test.step('bills that exist under another spelling of their batch are left out', async () => {
    const soon = { etd: `${dayFrom(-9)} 02:40`, eta: `${dayFrom(-9)} 07:50` };
    await desk.open('bill', [
      goodLine(7_500_011, { batchNo: '1', ...soon }),
      goodLine(7_500_033, { batchNo: '01', ...soon }),
    ]);
    await desk.press(say.t('importing.billsKnown_one', { count: 1 }), 'leaveThemOut');
    await expect(app.screen.getByRole('tab', { name: say.t('importing.viewLeft') })).toContainText('1');
    await desk.importAll(say.t('importing.importAll_one', { count: 1 }));
    expect(await app.countBills(`billNo = '${known}'`)).toBe(1);
    expect(await app.countBills(`billNo = '${mawb(7_500_033)}'`)).toBe(1);
  });

  await test.step('a bill twice in a file, with its batch in two spellings', async () => {
    const soon = { etd: `${dayFrom(-9)} 02:40`, eta: `${dayFrom(-9)} 07:50` };
    await desk.open('bill', [
      goodLine(7_500_044, { batchNo: '01', ...soon }),
      goodLine(7_500_044, { batchNo: '1', ...soon }),
    ]);
    await desk.press(say.t('importing.billsAlike_one', { count: 1 }), 'leaveThemOut');
    await desk.importAll(say.t('importing.importAll_one', { count: 1 }));
    expect(await app.texts(`select batchNo from bill where billNo = '${mawb(7_500_044)}'`)).toEqual(['01']);
  });

  await test.step('batch 1 beside 01 in a file of times, after it was returned', async () => {
    const landed = { billNo: mawb(7_500_033), batchNo: '1', node: 'ata', time: `${dayFrom(-8)} 10:00` };
    await desk.open('time_node', [landed]);
    await app.screen.getByRole('button', { name: files(1) }).click();
    await app.screen.getByRole('button', { name: say.t('files.correct') }).click();
    await desk.press(say.t('importing.batchesKnown_one', { count: 1 }), 'useBatches');
    await desk.importAll(files(1));
    expect(await app.countBills(`billNo = '${mawb(7_500_033)}' AND ata IS NOT NULL`)).toBe(1);
  });

  await test.step('postcodes that lost their zero', async () => {
    const [lastMileId = ''] = await app.texts(
      'select code from lastMile where active = 1 order by id limit 1',
    );
    const hub = (code: string, postcode: string) => ({
      ...{ code, nameEn: `Hub ${code}`, nameCn: `中心${code}`, lastMileId, countryId: 'DE' },
      ...{ city: 'Dresden', street: 'Hubweg 4', postcode },
    });
    await desk.open('destination', [
      hub('DE-DRS-01', '1067'),
      hub('DE-DRS-02', '1069'),
      hub('DE-HAG-09', '58089'),
    ]);
    await desk.press(say.t('importing.zerosLost_other', { count: 2 }), 'restoreZeros');
    await desk.importAll(files(3));
    await app.open('/config/destination');
    const codes = "code in ('DE-DRS-01', 'DE-DRS-02', 'DE-HAG-09')";
    const kept = await app.texts(`select postcode from destination where ${codes} order by code`);
    expect(kept).toEqual(['01067', '01069', '58089']);
  });

  await test.step('letters that were encoded twice', async () => {
    const [lastMileId = ''] = await app.texts(
      'select code from lastMile where active = 1 order by id limit 1',
    );
    const hub = (code: string, city: string) => ({
      ...{ code, nameEn: `Hub ${code}`, nameCn: `中心${code}`, lastMileId, countryId: 'DE' },
      ...{ city, street: 'StraÃŸe 4', postcode: '50667' },
    });
    await desk.open('destination', [hub('DE-CGN-07', 'KÃ¶ln'), hub('DE-CGN-08', 'Köln')]);
    await desk.press(say.t('importing.lettersTwice_other', { count: 3 }), 'restoreLetters');
    await desk.importAll(files(2));
    const kept = "select city || ' ' || street from destination where code in ('DE-CGN-07', 'DE-CGN-08')";
    expect(await app.texts(kept)).toEqual(Array(2).fill('Köln Straße 4'));
  });

  await test.step('rates given as shares', async () => {
    const [supplier = ''] = await app.texts(
      "select code from clientCompany where active = 1 and kind = 'supplier' limit 1",
    );
    await desk.open('bill_cost', [
      {
        ...{
          billNo: known,
          batchNo: '01',
          supplierId: supplier,
          feeCategoryId: 'linehaul',
          basis: 'per_truck',
        },
        ...{ quantity: '1', unitPrice: '612,50', currency: 'GBP', taxRate: '0,21' },
      },
    ]);
    await desk.press(say.t('importing.ratesShares_one', { count: 1 }), 'multiplyRates');
    await desk.importAll(files(1));
    expect(
      await app.texts(
        "select taxRate from billCost where feeCategoryId = (select id from feeCategory where code = 'linehaul') order by id desc limit 1",
      ),
    ).toEqual(['21000']);
  });

  await test.step('sides of boxes in metres and millimetres', async () => {
    const box = (boxNo: string, weight: string, length: string, width: string, height: string) => ({
      ...{ boxNo, weight, length, width, height },
    });
    const [id = ''] = await app.texts(
      `select billId from box join bill on bill.id = billId where archived = 0 and removedAt is null
        group by billId having count(*) > 1 order by billId desc limit 1`,
    );
    const [first = '', second = ''] = await app.texts(
      `select boxNo from box where billId = ${id} order by id limit 2`,
    );
    await desk.open(
      'box_weight',
      [box(first, '18.45', '0.6', '0.4', '0.425'), box(second, '18.45', '600', '400', '425')],
      id,
    );
    await desk.press(say.t('importing.sidesOther_other', { count: 6 }), 'convertSides');
    await desk.importAll(files(2));
    // Stored in millimetres.
    const sides = `select length || ' ' || width || ' ' || height from box
      where billId = ${id} and boxNo in ('${first}', '${second}')`;
    expect(await app.texts(sides)).toEqual(Array(2).fill('600 400 425'));
  });

  await test.step('prices a hundred times the usual ones', async () => {
    const [supplier = ''] = await app.texts(
      "select code from clientCompany where active = 1 and kind = 'supplier' limit 1",
    );
    const line = (unitPrice: string) => ({
      ...{ billNo: known, batchNo: '01', supplierId: supplier, feeCategoryId: 'pickup', basis: 'per_pallet' },
      ...{ quantity: '1', unitPrice, currency: 'GBP' },
    });
    await desk.open('bill_cost', ['970', '980', '985', '990', '1010'].map(line));
    await desk.importAll(files(5));
    await desk.open('bill_cost', [line('975'), line('98000')]);
    await desk.press(say.t('importing.pricesHundredfold_one', { count: 1 }), 'dividePrices');
    await desk.importAll(files(2));
    const prices = await app.texts("select max(unitPrice) from billCost where currency = 'GBP'");
    expect(Number(prices[0])).toBe(10_100_000);
  });
});
