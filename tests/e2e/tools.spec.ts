import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { declarationCsv, lineCells } from '../support/apiFileJob';
import { pdfText } from '../support/pdfText';
import { unzipped } from '../support/unzipped';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { data } from './safety';

/** Drops a file onto the place for files, as if it came from the desktop. */
async function drop(app: DeskApp, file: string): Promise<void> {
  const { page } = app;
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dropped';
    input.hidden = true;
    document.body.append(input);
  });
  await page.locator('#dropped').setInputFiles(file);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped');
    const dataTransfer = new DataTransfer();
    for (const one of input?.files ?? []) dataTransfer.items.add(one);
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
    [...document.querySelectorAll('.fc-drop')].find((zone) => zone.checkVisibility())?.dispatchEvent(event);
    input?.remove();
  });
}

test('makes invoices from a declaration file by keyboard: seller, file, progress, and a valid zip', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('papers');
  const field = (name: string) => app.screen.getByLabel(say.label(name));
  const sellers = await data<{ id: number; sellerName: string; iossNo: string; locked: boolean }[]>(
    app,
    'ioss.all',
  );
  const seller = sellers.find(({ locked }) => !locked);
  if (!seller) throw new Error('every seller of the demo data is locked');
  const { sellerName, iossNo } = seller;
  const parcels = 120;
  const rows = Array.from({ length: parcels }, () =>
    lineCells({
      sellerName,
      iossNo,
      vatScheme: 'IOSS',
      consigneeName: 'Łukasz Żółć',
      productNameCn: '棉制T恤',
    }),
  );
  const file = path.join(folder, '申报.csv');
  writeFileSync(file, declarationCsv(rows).bytes);
  place.give(folder);

  await app.open('/tools/invoice');
  await test.step('no file is accepted before the seller is known', async () => {
    await drop(app, file);
    await expect(app.screen.getByRole('button', { name: say.t('importing.choose') })).toBeDisabled();
  });

  await test.step('the seller is selected from the register, the file dropped, checked and sent', async () => {
    const register = app.screen.getByLabel(say.t('tools.registered'));
    await register.focus();
    await page.keyboard.press('ArrowDown');
    await expect(field('sellerName')).not.toHaveValue('');
    await register.selectOption(`${sellerName} · ${iossNo}`);
    await expect(field('iossNo')).toHaveValue(iossNo);
    await drop(app, file);
    const make = app.screen.getByRole('button', {
      name: say.t('tools.makeInvoices_other', { count: parcels }),
    });
    await make.focus();
    await page.keyboard.press('Enter');
  });

  await test.step('its progress is shown until it is done, with the contents of the file', async () => {
    const head = app.screen.locator('.fc-job-head');
    await expect(head.getByText(say.state('fileJob', 'success'))).toBeVisible({ timeout: 60_000 });
    await expect(app.screen.getByRole('table', { name: say.t('files.statistic') })).toContainText(
      String(parcels),
    );
  });

  const zip = path.join(folder, 'invoices.zip');
  await app.willSaveTo(zip);
  const save = app.screen.getByRole('button', {
    name: say.t('tools.saveInvoicesOf_other', { count: parcels }),
  });
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(say.t('common.exported', { name: 'invoices.zip' }))).toBeVisible({
    timeout: 30_000,
  });
  const files = unzipped(readFileSync(zip));
  expect(files.size).toBe(parcels);
  for (const pdf of [[...files.values()][0], [...files.values()].at(-1)]) {
    const text = pdfText(pdf ?? Buffer.of())
      .flat()
      .join('\n');
    expect(text).toContain('Łukasz Żółć');
    expect(text).toContain('棉制');
    expect(text).toContain(`IOSS number: ${iossNo}`);
  }
});

test('reads the tariff of USITC as downloaded: region, rates, and the rates that cannot be read', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const codes = await data<{ code: string; region: string }[]>(app, 'hsCode.all');
  const [six] = codes.filter(({ code, region }) => code.length === 6 && region === 'WCO');
  if (!six) throw new Error('the demo data has no code of six digits');
  const dotted = `${six.code.slice(0, 4)}.${six.code.slice(4)}`;
  const folder = place.folder('tariffs');
  const file = path.join(folder, 'htsdata.csv');
  const lines = [
    'HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty,Special Rate of Duty,Column 2 Rate of Duty',
    `${dotted.slice(0, 4)},0,Goods of the heading:,,,,`,
    `${dotted}.91,1,Named goods,"[""No."",""kg""]",16.5%,"Free (AU,BH)",90%`,
    `${dotted}.92,1,Other,"[""kg""]",4.4¢/kg + 6%,,20%`,
    `${dotted}.92.10,2,Of a statistical line,"[""kg""]",,,`,
  ];
  writeFileSync(file, lines.join('\n'));
  place.give(folder);
  await app.open('/tools/tariff');
  await app.screen.getByLabel(say.label('region')).selectOption('US');
  await drop(app, file);
  const notice = page.getByText(
    say.words.messages.TARIFF_READ.replace('{office}', 'USITC').replace(
      '{region}',
      say.choice('hsRegion', 'US'),
    ),
  );
  await expect(notice).toBeVisible();
  // Two rows have the compound rate: it is shown with them, and not parsed as a number.
  const unread = page.getByText('4.4¢/kg + 6%', { exact: false });
  await expect(unread.first()).toBeVisible();
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-check.png` });
  await app.screen.getByRole('button', { name: say.t('tools.readTariff_other', { count: 3 }) }).click();
  await expect(app.screen.locator('.fc-job-head').getByText(say.state('fileJob', 'success'))).toBeVisible({
    timeout: 60_000,
  });
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-done.png` });
  const rows = (await data<Record<string, unknown>[]>(app, 'hsCode.all')).filter(
    ({ region, code }) => region === 'US' && String(code).startsWith(`${six.code}9`),
  );
  expect(rows.map(({ code, nameEn }) => [code, nameEn])).toEqual([
    [`${six.code}91`, 'Named goods'],
    [`${six.code}92`, 'Goods of the heading: Other'],
    [`${six.code}9210`, 'Of a statistical line'],
  ]);
});
