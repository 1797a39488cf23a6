import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/** Writes both formats of a spreadsheet to the system's clipboard and pastes them at the focus. */
async function paste(app: DeskApp, text: string, html = ''): Promise<void> {
  await app.app.evaluate(
    ({ clipboard }, given) =>
      // Electron's own clipboard accepts formats by their names; its type here is that of a page.
      (clipboard as unknown as { write: (flavours: typeof given) => void }).write(given),
    { text, html },
  );
  await app.page.keyboard.press('Control+v');
}

const page = (rows: string) => `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<meta name=Generator content="Microsoft Excel 15"><style>td {mso-number-format:General;}</style></head><body>
<table border=0 cellpadding=0><!--StartFragment-->${rows}<!--EndFragment--></table></body></html>`;

test('pastes cells of a spreadsheet into the grids of forms as shown, and names those without a place', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { say, screen } = app;
  await app.signIn('admin');

  await test.step('lines of an ISF, with a line break and quotation marks in their cells', async () => {
    await app.open('/sea/isf/add');
    const isf = new FormInFront(app, 'seaIsf');
    const lines = isf.field('lines');
    const cell = (name: string, no: number) =>
      lines.getByLabel(`${say.label(name, 'isfLine')} ${no}`, { exact: true });
    await lines.getByText(say.t('common.addRow')).locator('xpath=ancestor::button').focus();
    await paste(
      app,
      '950300\tCN\tMaker A\t"1 Rd\nBuilding 2"\tShenzhen\t\t518000\tCN\tTV 32" LED\r\n610910\tCN\tMaker B\t2 Rd\tNingbo\t\t315000\tCN\tT-SHIRTS\r\n',
      page(
        '<tr><td>950300</td><td>CN</td><td>Maker A</td><td>1 Rd<br>\n  Building 2</td><td>Shenzhen</td><td>&nbsp;</td><td>518000</td><td>CN</td><td>TV 32&quot; LED</td></tr>' +
          '<tr><td>610910</td><td>CN</td><td>Maker B</td><td>2 Rd</td><td>Ningbo</td><td></td><td>315000</td><td>CN</td><td>T-SHIRTS</td></tr>',
      ),
    );
    await expect(cell('description', 1)).toHaveValue('TV 32" LED');
    await expect(cell('manufacturerAddress', 1)).toHaveValue('1 Rd Building 2');
    await expect(cell('description', 2)).toHaveValue('T-SHIRTS');
    await expect(cell('hts', 3)).toHaveCount(0);
    await expect(lines).toContainText(say.t('common.cellsPasted', { count: 18 }));
    await expect(lines.getByRole('alert')).toHaveCount(0);

    // A single cell is inserted at the cursor, without the quotation marks of the clipboard.
    await cell('manufacturerAddress', 2).fill('');
    await paste(app, '"5 ""A"" Rd\nHall 3"\r\n');
    await expect(cell('manufacturerAddress', 2)).toHaveValue('5 "A" Rd Hall 3');
  });

  await test.step('containers under the headings of a template, with a column without a place', async () => {
    await app.open('/sea/bill');
    await screen.getByRole('button', { name: say.t('sea.addBill'), exact: true }).press('Enter');
    const bill = new FormInFront(app, 'seaBill');
    const containers = bill.field('containers');
    const cell = (name: string) =>
      containers.getByLabel(`${say.label(name, 'seaContainer')} 1`, { exact: true });
    await containers.getByText(say.t('common.addRow')).locator('xpath=ancestor::button').focus();
    await paste(
      app,
      'Container\tType\tSeal\tPackages\tWeight (kg)\tVolume\tTare\r\nCSQU 305438-3\t40HQ\tNL448120\t560\t12.500,5\t56,3\t3.900\r\n',
    );
    await expect(cell('containerNo')).toHaveValue('CSQU3054383');
    await expect(cell('weight')).toHaveValue('12,500.5');
    await expect(cell('volume')).toHaveValue('56.3');
    await expect(containers.getByRole('alert')).toContainText(
      say.message('PASTE_COLUMN', { column: 'Tare', n: 1, value: '3.900' }),
    );
    await app.page.keyboard.press('Escape');
  });

  await test.step('steps of a charge flow', async () => {
    await app.open('/bil-fee/charge_flow/add');
    const rows = screen.getByLabel(say.t('business.paste'));
    const removes = screen.getByRole('button', { name: say.t('config.stepRemove', { no: '' }).trim() });
    await expect(rows).toBeVisible();
    const before = await removes.count();
    await rows.focus();
    await paste(app, 'Delivered\tHANDLING-KG\t1.250,5\t0,42\r\nNoon\tHANDLING-KG\t1\r\n');
    await expect(removes).toHaveCount(before + 1);
    await expect(
      screen.getByLabel(`${say.t('finance.step_price')} ${before + 1}`, { exact: true }),
    ).toHaveValue('1250.5');
    await expect(screen.getByRole('alert')).toContainText('Noon');
    await expect(rows).toHaveValue('Noon\tHANDLING-KG\t1');
  });
});
