import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MailServer } from '../support/mailServer';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';
import { data } from './safety';

/** Demo data of this day has two bills whose boxes are in one warehouse, 24 and 27; that of another day has others. */
const DAY = '2026-11-22';
const BILLS = ['172-56401402', '112-61203446'];
const HUB = 'DE-HUB-01';

async function tab(app: DeskApp, name: string): Promise<void> {
  await app.screen.getByRole('tab', { name }).click();
  await app.settled();
}

/** Builds one pallet of all boxes of a bill, by their numbers, and closes it. */
async function palletise(app: DeskApp, billNo: string): Promise<string> {
  const { page, say } = app;
  const [id = ''] = await app.texts(`select id from bill where billNo = '${billNo}'`);
  const boxes = await app.texts(`select boxNo from box where billId = ${id} order by boxNo`);
  await app.open(`/bill/bill_manage/detail/${id}`);
  await tab(app, say.t('common.pallets'));
  await app.screen.getByRole('button', { name: say.t('warehouse.palletBuild') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.t('warehouse.palletScanAsk')).fill(boxes.join('\n'));
  await dialog.locator('[type=submit]').click();
  await expect(dialog).toBeHidden();
  const pallet = app.screen
    .getByRole('table', { name: say.t('common.pallets') })
    .locator('tbody tr')
    .first();
  await pallet.getByRole('button', { name: say.action('pallet', 'close') }).click();
  await expect(pallet).toContainText(say.state('pallet', 'closed'));
  return (await pallet.locator('td').nth(1).textContent()) ?? '';
}

/** Replaces the printers of the machine: a print becomes a PDF on paper of the requested size. */
async function printsTo(app: DeskApp, file: string): Promise<void> {
  await app.app.evaluate(({ BrowserWindow }, place) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) throw new Error('no window');
    const named = (name: string, displayName: string) => ({
      name,
      displayName,
      description: '',
      options: {},
    });
    contents.getPrintersAsync = async () => [named('laser', 'Office'), named('dock', 'Dock 3')];
    contents.print = (options = {}, done = () => undefined) => {
      const { pageSize, deviceName } = options;
      if (deviceName === 'laser') return done(false, 'out of paper');
      if (typeof pageSize !== 'object') return done(false, 'no size');
      const inches = { width: pageSize.width / 25_400, height: pageSize.height / 25_400 };
      const margins = { top: 0, bottom: 0, left: 0, right: 0 };
      void contents.printToPDF({ pageSize: inches, margins, printBackground: true }).then((pdf) => {
        process.getBuiltinModule('node:fs').writeFileSync(place, pdf);
        done(true, '');
      });
    };
  }, file);
}

test('sends two bills on one truck: palletised, printed, mailed, signed for, both delivered', async ({
  start,
  place,
}) => {
  test.slow();
  const server = await new MailServer().start();
  const app = await start({ env: { FREIGHT_CONSOLE_MAIL_SOON: '1', FREIGHT_CONSOLE_SEED_DAY: DAY } });
  await app.firstRun('demo');
  const { page, say } = app;
  const both = `(select id from bill where billNo in (${BILLS.map((no) => `'${no}'`)}))`;
  await app.sql(`update parcel set state = 'free' where billId in ${both};
    update box set state = 'ready', palletId = null, destinationCode = '${HUB}' where billId in ${both};
    delete from cmrBill where billId in ${both};
    update cmrConfig set active = 0; update mail set state = 'sent', nextAt = null`);
  await app.signIn('admin');
  const settings = await data<{ version: number }>(app, 'mail.settings', {});
  await data(app, 'mail.saveSettings', {
    body: {
      ...{ version: settings.version, host: '127.0.0.1', port: server.port, security: 'none' },
      ...{ username: null, fromAddress: 'desk@example.com' },
    },
  });
  const pallets: string[] = [];
  for (const billNo of BILLS) pallets.push(await palletise(app, billNo));

  await app.open('/config/cmr/add');
  const form = new FormInFront(app, 'cmr');
  await form.fill({
    fromWarehouseId: 'AMS-W1',
    toDestinationId: HUB,
    carrierCompanyId: 'WINDMILL',
    plateNo: '12-bxx-3',
    reservations: 'Łódź: 1 karton uszkodzony 一箱破损',
  });
  await form.save();
  await expect(app.screen.getByRole('tab', { name: say.t('cmr.sheet') })).toBeVisible();
  await tab(app, say.t('common.pallets'));
  await app.screen
    .getByRole('button', { name: say.t('cmr.palletsAdd') })
    .first()
    .click();
  const adding = page.getByRole('dialog');
  for (const no of pallets) {
    await adding.getByRole('checkbox', { name: no }).focus();
    await page.keyboard.press('Space');
    await expect(adding.getByRole('checkbox', { name: no })).toBeChecked();
  }
  await adding.locator('[type=submit]').click();
  await expect(adding).toBeHidden();
  const [cmr = ''] = await app.texts('select id from cmr order by id desc limit 1');
  const [cmrNo = ''] = await app.texts(`select cmrNo from cmr where id = ${cmr}`);
  expect(await app.texts(`select totalPallets || ' ' || totalBoxes from cmr where id = ${cmr}`)).toEqual([
    '2 51',
  ]);
  const act = (action: string) =>
    app.screen.getByRole('button', { name: say.action('cmr', action), exact: true }).click();
  const stands = (state: string) =>
    expect(app.screen.locator('.fc-badges')).toContainText(say.state('cmr', state));
  await act('load');
  await stands('loaded');

  await test.step('the note is previewed and printed by keyboard', async () => {
    const printed = path.join(place.folder('printed'), 'note.pdf');
    await printsTo(app, printed);
    const preview = page.getByRole('dialog', { name: cmrNo });
    await page.keyboard.press('p');
    await expect(preview.getByRole('img', { name: say.t('paper.page', { no: 1, total: 4 }) })).toBeVisible();
    await expect(preview.locator('canvas').first()).toBeVisible();
    await expect(preview.getByRole('button', { name: say.t('paper.print') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(preview.getByRole('alert')).toContainText('out of paper');
    await preview.getByLabel(say.t('paper.printer')).selectOption({ label: 'Dock 3' });
    await preview.getByRole('button', { name: say.t('paper.print') }).click();
    await expect(preview).toBeHidden();
    expect(existsSync(printed)).toBe(true);
    const pdf = readFileSync(printed, 'latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(4);
    // A4 in points, without anything of the app around it.
    expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[56][\d.]* 84[12][\d.]*\s*\]/);
    // The same printer is preselected the next time.
    await page.keyboard.press('p');
    await expect(preview.getByLabel(say.t('paper.printer'))).toHaveValue('dock');
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  });

  await test.step('the note is mailed, and the sent mail is kept', async () => {
    await app.screen.getByRole('button', { name: say.t('common.sendByEmail') }).click();
    const letter = new FormInFront(app, 'cmrMail');
    await letter.fill({ toEmails: ['hub@example.com'], subject: `Truck ${cmrNo}` });
    await letter.save();
    // Other mails may be on their way: alerts of the demo.
    const sent = () => server.received.filter((mail) => mail.includes(`Subject: Truck ${cmrNo}`));
    await expect.poll(() => sent().length, { timeout: 60_000 }).toBe(1);
    expect(sent()[0]).toContain(`${cmrNo}.pdf`);
    await tab(app, say.t('cmr.mails'));
    await expect(app.screen.getByRole('row', { name: `Truck ${cmrNo}` })).toContainText(
      say.state('cmrMail', 'sent'),
    );
  });

  await act('depart');
  const times = new FormInFront(app, 'cmr');
  await times.save();
  await stands('in_transit');
  const [lost = ''] = await app.texts(
    `select boxNo from box where palletId = (select min(id) from pallet where cmrId = ${cmr}) order by boxNo limit 1`,
  );

  await test.step('the upload of the signed copy asks for time and quantity', async () => {
    await tab(app, say.t('common.files'));
    const signed = path.join(place.folder('papers'), `${cmrNo}.pdf`);
    writeFileSync(signed, '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    await app.willChoose(place.give(signed));
    await app.screen.getByLabel(say.label('kind')).selectOption({ label: say.choice('cmrFileKind', 'pod') });
    await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await expect(times.input('podBoxCount')).toHaveValue('51');
    await times.fill({ podBoxCount: '50' });
    await times.save();
    // The missing box is not named.
    await expect(times.wrong('podBoxCount')).toContainText(pallets[0] ?? '');
    // Scanned, it is ticked, and the count follows.
    const scanner = page.getByLabel(say.t('cmr.goodsScan'));
    await scanner.fill(lost.toLowerCase());
    await scanner.press('Enter');
    await expect(page.getByTestId('goods-ticked')).toHaveText(
      say.t('cmr.goodsTicked', { ticked: 1, total: 51 }),
    );
    await expect(times.input('podBoxCount')).toHaveValue('50');
    await page.getByRole('button', { name: say.t('cmr.goodsShow', { no: pallets[0] ?? '' }) }).click();
    await expect(page.getByRole('checkbox', { name: lost })).toBeChecked();
    await times.save();
    await stands('delivered');
    await expect(app.screen.getByRole('row', { name: signed.split('/').at(-1) })).toBeVisible();
    await tab(app, say.t('common.pallets'));
    await expect(app.screen.getByText(say.t('cmr.notReceived'))).toBeVisible();
    expect(
      await app.texts(
        `select type || ' ' || state from abnormalCase
          where boxId = (select id from box where boxNo = '${lost}' and place = 'lost' and placeId = ${cmr})`,
      ),
    ).toEqual(['shortage open']);
  });

  for (const billNo of BILLS) {
    const [id = ''] = await app.texts(`select id from bill where billNo = '${billNo}'`);
    expect(await app.count('bill', `id = ${id} and podAt is not null`)).toBe(1);
    await app.open(`/bill/bill_manage/detail/${id}`);
    await expect(app.screen.locator('.fc-badges').first()).toContainText(say.state('bill', 'delivery'));
  }
  await server.stop();
});

test('takes the goods of a truck that came back into the warehouse again', async ({ start }) => {
  const app = await start();
  await app.firstRun('demo');
  await app.signIn('admin');
  const { page, say } = app;
  const onRoad = `select cmr.id from cmr join pallet on pallet.cmrId = cmr.id
    join box on box.palletId = pallet.id join bill on bill.id = box.billId
    where cmr.state = 'in_transit' and bill.archived = 0 and bill.removedAt is null`;
  const [cmr = ''] = await app.texts(
    `${onRoad} group by cmr.id order by count(distinct pallet.id) desc limit 1`,
  );
  const open = () => app.open(`/config/cmr/detail/${cmr}`);
  const [box = ''] = await app.texts(
    `select boxNo from box join pallet on pallet.id = box.palletId where cmrId = ${cmr} order by box.id limit 1`,
  );
  const away = () => app.count('box', `outboundAt is null and boxNo = '${box}'`);
  const giveBack = async () => {
    await app.screen.getByRole('button', { name: say.t('common.more') }).click();
    await page.getByRole('menuitem', { name: say.action('cmr', 'return') }).click();
  };
  await open();
  await giveBack();
  const form = new FormInFront(app, 'cmr');
  await form.fill({ reason: 'Hub closed' });
  const all = await app.count('box', `palletId in (select id from pallet where cmrId = ${cmr})`);
  const ticked = page.getByTestId('goods-ticked');
  await expect(ticked).toHaveText(say.t('cmr.goodsTicked', { ticked: all, total: all }));
  const [palletNo = ''] = await app.texts(`select palletNo from pallet where cmrId = ${cmr} order by id`);
  // The first scan names what came back, from the second on it adds to it.
  const scanner = page.getByLabel(say.t('cmr.goodsScan'));
  await scanner.fill(box);
  await scanner.press('Enter');
  await expect(ticked).toHaveText(say.t('cmr.goodsTicked', { ticked: 1, total: all }));
  await scanner.fill('NO-SUCH-BOX');
  await scanner.press('Enter');
  await expect(page.getByText(say.t('cmr.goodsUnknown', { no: 'NO-SUCH-BOX' }))).toBeVisible();
  // Nothing ticked comes back: the form says so.
  await page.getByRole('button', { name: say.t('cmr.goodsShow', { no: palletNo }) }).click();
  await page.getByRole('checkbox', { name: box, exact: true }).click({ force: true });
  await form.save();
  await expect(page.getByRole('alert')).toContainText(say.label('returned', 'cmr'));
  await page.getByRole('checkbox', { name: box, exact: true }).click({ force: true });
  await expect(ticked).toHaveText(say.t('cmr.goodsTicked', { ticked: 1, total: all }));
  await form.save();
  await expect(app.screen.locator('.fc-badges')).toContainText(say.state('cmr', 'in_transit'));
  await expect.poll(away).toBe(1);
  await giveBack();
  await form.fill({ reason: 'Truck broke down' });
  await form.save();
  await expect(app.screen.locator('.fc-badges')).toContainText(say.state('cmr', 'cancelled'));
  expect(await app.count('pallet', `cmrId = ${cmr}`)).toBe(0);
});
