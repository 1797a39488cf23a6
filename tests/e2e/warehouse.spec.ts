import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cartonPhoto } from '../../main/server/demo/jpeg';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';
import { holdCode } from './heldCode';

const BILL = "billNo = '501-60063286'";

/** Prepares a landed bill of 24 boxes that customs has released but for one, of a customer who wants photos. */
async function prepare(app: DeskApp) {
  const [id = ''] = await app.texts(`select id from bill where ${BILL}`);
  const boxes = await app.texts(`select boxNo from box where billId = ${id} order by boxNo`);
  const gone = boxes.slice(24).map((boxNo) => `'${boxNo}'`);
  const of = `billId = ${id} and boxNo in (${gone.join()})`;
  const parcels = `select id from parcel where boxId in (select id from box where ${of})`;
  await app.sql(`delete from itemLine where parcelId in (${parcels});
    delete from parcel where boxId in (select id from box where ${of});
    delete from box where ${of};
    update parcel set state = 'free' where billId = ${id};
    update parcel set state = 'held', holdReason = 'fyco' where id =
      (select min(id) from parcel where boxId = (select id from box where billId = ${id} and boxNo = '${boxes[5]}'));
    update bill set boxCount = 24, noaBoxCount = 24 where id = ${id};
    update customer set photoRequired = 1 where id = (select customerId from bill where id = ${id})`);
  return { id, boxes: boxes.slice(0, 24), bill: `/bill/bill_manage/detail/${id}` };
}

/** Sends a scan like a USB scanner: the number at once, then Enter, without waiting for a result. */
async function scan(app: DeskApp, boxNo: string): Promise<void> {
  await app.page.keyboard.type(boxNo);
  await app.page.keyboard.press('Enter');
}

/** Sends keys like a scanner: at once, without waiting until the window has handled the one before. */
async function send(app: DeskApp, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => app.page.keyboard.press(key)));
}

/** A leg of the nth trip: pickup 1, inbound 2, clearance 3, outbound 4. */
const leg = (app: DeskApp, trip: number, column: number) =>
  app.screen.locator('.fc-trip-table').first().locator('tbody tr').nth(trip).locator('td').nth(column);

async function tab(app: DeskApp, name: string): Promise<void> {
  await app.screen.getByRole('tab', { name, exact: true }).click();
  await app.settled();
}

async function addTrip(app: DeskApp, plate: string, boxes: string): Promise<void> {
  const { page, say } = app;
  await app.screen.getByRole('button', { name: say.t('warehouse.tripAdd') }).click();
  const form = page.locator('.bp6-drawer');
  await form.getByLabel(say.label('plateNo')).fill(plate);
  await form.getByLabel(say.label('pickupBoxes')).fill(boxes);
  await form.getByRole('button', { name: say.t('common.save') }).click();
  await expect(form).toBeHidden();
  await expect(app.screen.getByText(plate)).toBeVisible();
}

/** Finishes a leg by its button, after the questions of the dialog have been answered. */
async function finish(
  app: DeskApp,
  trip: number,
  column: number,
  answer?: () => Promise<void>,
): Promise<void> {
  const { page, say } = app;
  const button = say.action('leg', 'finish');
  await leg(app, trip, column).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (answer) {
    await expect(dialog.getByRole('button', { name: button })).toBeDisabled();
    await answer();
  }
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
  await expect(leg(app, trip, column)).toContainText(say.state('leg', 'finished'));
}

test('takes a bill through the warehouse: two trucks, the scanner, a shortage, a held box, a pallet, out', async ({
  start,
  demoData,
  place,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const { id, boxes, bill } = await prepare(app);
  await app.signIn('warehouse');
  await app.open(bill);
  await tab(app, say.t('warehouse.trips'));
  await addTrip(app, '12-BXX-3', '14');
  await addTrip(app, '34-BXX-5', '10');
  await finish(app, 0, 1);
  await finish(app, 1, 1);

  await app.open(`/warehouse/scan?bill=${id}&leg=inbound`);
  const verdict = app.screen.getByRole('status');
  const count = app.screen.getByTestId('scan-count');
  for (const boxNo of boxes.slice(0, 23)) await scan(app, boxNo);
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 23, expected: 24 }));
  expect(await app.count('box', `billId = ${id} and inboundAt is not null`)).toBe(23);
  await scan(app, boxes[0] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanAgain'));
  await scan(app, 'STRAY-0001');
  await expect(verdict).toContainText(say.t('warehouse.scanSurplus'));
  await app.screen.getByRole('button', { name: say.t('warehouse.scanUndo') }).click();
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 22, expected: 24 }));
  await scan(app, boxes[22] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  await expect(app.screen.getByText(say.t('warehouse.scanPhotoMissing'))).toBeVisible();
  // Both came with the second truck.
  await app.screen.getByLabel(say.t('warehouse.scanTrip')).selectOption({ index: 2 });
  for (const boxNo of ['STRAY-0001', 'STRAY-0002']) {
    await scan(app, boxNo);
    await app.screen.getByRole('button', { name: say.t('warehouse.scanTakeSurplus') }).click();
    await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  }
  // Two boxes too many do not hide the one that is missing.
  const left = `${say.t('warehouse.scanLeft_one', { count: 1 })} · ${say.t('warehouse.surplus', { count: 2 })}`;
  await expect(app.screen.getByText(left)).toBeVisible();

  await app.open(bill);
  const more = leg(app, 0, 2).getByRole('button', { name: say.t('common.more') });
  await more.click();
  await expect(page.getByRole('menuitem', { name: say.action('leg', 'finish') })).toContainText(
    say.words.messages.PHOTO_REQUIRED,
  );
  await page.keyboard.press('Escape');
  for (const trip of [0, 1]) {
    const photo = path.join(place.folder(`photos${trip}`), 'boxes.jpg');
    writeFileSync(photo, cartonPhoto(trip + 1));
    await app.willChoose(place.give(photo));
    await leg(app, trip, 2)
      .getByRole('button', { name: say.t('warehouse.photoAdd') })
      .click();
    await expect(leg(app, trip, 2)).toContainText(say.t('warehouse.photos_one', { count: 1 }));
  }
  await finish(app, 0, 2);
  await finish(app, 1, 2, async () => {
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(say.t('warehouse.missing', { count: 1 }));
    await expect(dialog).toContainText(say.t('warehouse.surplus', { count: 2 }));
    await dialog.getByLabel(say.t('warehouse.missingReason')).selectOption('shortage');
    await dialog.getByLabel(say.t('warehouse.surplusReason')).selectOption('surplus_found');
    await dialog.getByLabel(say.t('warehouse.ownReason', { no: 'STRAY-0002' })).selectOption('relabel');
  });
  const casesOf = (where: string) => app.count('abnormalCase', `billId = ${id} and ${where}`);
  const missing = `boxId = (select id from box where billId = ${id} and boxNo = '${boxes[23]}')`;
  expect(await casesOf(`type = 'shortage' and differenceReason = 'shortage' and ${missing}`)).toBe(1);
  expect(
    await casesOf("type = 'surplus' and differenceReason = 'surplus_found' and description = 'STRAY-0001'"),
  ).toBe(1);
  expect(
    await casesOf("type = 'surplus' and differenceReason = 'relabel' and description = 'STRAY-0002'"),
  ).toBe(1);
  await expect(leg(app, 1, 2)).toContainText(say.t('warehouse.missing', { count: 1 }));
  await expect(leg(app, 1, 2)).toContainText(say.t('warehouse.surplus', { count: 2 }));

  await tab(app, say.t('warehouse.boxes'));
  await expect(app.screen.getByRole('button', { name: `${say.state('box', 'missing')} 1` })).toBeVisible();
  await expect(app.screen.getByRole('button', { name: `${say.state('box', 'blocked')} 1` })).toBeVisible();
  await tab(app, say.t('common.pallets'));
  await app.screen.getByRole('button', { name: say.t('warehouse.palletBuild') }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(say.t('warehouse.palletScanAsk'));
  await field.fill(boxes.slice(4, 8).join('\n'));
  await dialog.locator('[type=submit]').click();
  const held = { no: boxes[5] ?? '', why: { choice: ['hindrance', 'held'] } } as const;
  await expect(dialog.getByRole('alert')).toHaveText(say.message('BOX_BLOCKED', held));
  await field.fill(boxes.slice(0, 4).join('\n'));
  const block = say.words.choices.palletType.block;
  await dialog.getByLabel(say.label('type', 'pallet'), { exact: true }).selectOption(block);
  await dialog.locator('[type=submit]').click();
  await expect(dialog).toBeHidden();
  const pallet = app.screen
    .getByRole('table', { name: say.t('common.pallets') })
    .locator('tbody tr')
    .first();
  await expect(pallet).toContainText(say.state('pallet', 'open'));
  await expect(pallet).toContainText(block);
  await pallet.getByRole('button', { name: say.t('common.more') }).click();
  await page.getByRole('menuitem', { name: say.action('pallet', 'update'), exact: true }).click();
  const form = new FormInFront(app, 'pallet');
  await form.fill({ height: '168', remark: 'Fragile on top' });
  await form.save();
  await expect(pallet).toContainText('168');
  await expect(pallet).toContainText('Fragile on top');
  await pallet.getByRole('button', { name: say.action('pallet', 'close') }).click();
  await pallet.getByRole('button', { name: say.action('pallet', 'load') }).click();
  await expect(pallet).toContainText(say.state('pallet', 'loaded'));

  await app.open(`/warehouse/scan?bill=${id}&leg=outbound`);
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 4, expected: 25 }));
  await scan(app, boxes[5] ?? '');
  await expect(verdict).toContainText(say.message('BOX_BLOCKED', held));
  for (const boxNo of boxes.slice(4, 23)) await scan(app, boxNo);
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 22, expected: 25 }));
  await app.open(bill);
  await tab(app, say.t('warehouse.trips'));
  for (const trip of [0, 1]) {
    await finish(app, trip, 4, async () => {
      await page.getByLabel(say.t('warehouse.cmrAsk')).fill('CMR20261103-0001');
    });
  }
  expect(await app.texts(`select stage from bill where id = ${id}`)).toEqual(['transit']);
});

test('shows a day in the warehouse and a trip in Chinese, and rejects numbers typed by hand', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), language: 'cn' });
  const { page, say } = app;
  const { id, boxes, bill } = await prepare(app);
  await app.sql("update staff set pdaBarcodeEntry = 0 where username = 'warehouse'");
  await app.signIn('warehouse');
  await app.open(bill);
  await tab(app, say.t('warehouse.trips'));
  await addTrip(app, '12-BXX-3', '24');
  await app.open('/warehouse/inbound');
  await expect(app.cell('12-BXX-3')).toBeVisible();
  await app.open(`/warehouse/scan?bill=${id}&leg=inbound`);
  await expect(app.screen.getByText(say.t('warehouse.scanMayNotType'))).toBeVisible();
  const verdict = app.screen.getByRole('status');
  await page.keyboard.type(boxes[0] ?? '', { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText(say.message('PDA_TYPING'));
  // On a busy machine keys may be as slow as those of a hand: such a scan is repeated.
  await expect(async () => {
    await scan(app, boxes[0] ?? '');
    await expect(verdict).toContainText(say.t('warehouse.scanGood'), { timeout: 2000 });
  }).toPass();
});

test('takes a box of another bill there by one key, and goes on with its own bill', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const { id, boxes, bill } = await prepare(app);
  const [other = '', twin = ''] = await app.texts(`select id from bill
    where stage = 'arrived' and archived = 0 and id != ${id} and not exists (select 1 from pick where billId = bill.id)
      and 2 < (select count(*) from box where billId = bill.id and inboundAt is null) order by id limit 2`);
  const foreign = await app.texts(`select boxNo from box where billId = ${other} order by boxNo limit 3`);
  const names = await app.texts(
    `select billNo || ' ' || batchNo from bill where id in (${other}, ${twin}) order by id`,
  );
  const [name = ''] = names;
  const received = (of: string) => app.count('box', `billId = ${of} and inboundAt is not null`);
  await app.signIn('warehouse');
  for (const [one, plate] of [
    [bill, '12-BXX-3'],
    [`/bill/bill_manage/detail/${other}`, '34-BXX-5'],
  ] as const) {
    await app.open(one);
    await tab(app, say.t('warehouse.trips'));
    await addTrip(app, plate, '3');
  }
  await app.open(`/warehouse/scan?bill=${id}&leg=inbound`);
  const verdict = app.screen.getByRole('status');
  const count = app.screen.getByTestId('scan-count');
  const scanned = (boxNo = '') => app.screen.getByRole('listitem').filter({ hasText: boxNo });
  await scan(app, boxes[0] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));

  await scan(app, foreign[0] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanElsewhere'));
  const there = app.screen.getByRole('button', { name: say.t('warehouse.scanThereIn', { bill: name }) });
  await expect(there).toContainText('F2');
  await page.keyboard.press('F2');
  await expect(scanned(foreign[0])).toContainText(say.t('warehouse.scanOn', { bill: name }));
  await expect(scanned(foreign[0])).toContainText(say.t('warehouse.scanGood'));
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 1, expected: 3 }));
  expect([await received(other), await received(id)]).toEqual([1, 1]);

  // Scanning goes on with the open bill; by mouse the same.
  await scan(app, boxes[1] ?? '');
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 2, expected: 3 }));
  await scan(app, foreign[1] ?? '');
  await there.click();
  await expect(scanned(foreign[1])).toContainText(say.t('warehouse.scanGood'));
  await expect(app.screen.getByLabel(say.t('warehouse.boxNo'))).toBeFocused();
  expect([await received(other), await received(id)]).toEqual([2, 2]);
  // Undoing the last scan undoes it where it was counted.
  await app.screen.getByRole('button', { name: say.t('warehouse.scanUndo') }).click();
  await expect(scanned(foreign[1])).toContainText(say.t('common.undone'));
  expect([await received(other), await received(id)]).toEqual([1, 2]);

  // Where several bills have the number, F2 leads to the choice; a bill without a trip says so.
  await app.sql(
    `update box set boxNo = '${foreign[2]}' where id = (select min(id) from box where billId = ${twin})`,
  );
  await scan(app, foreign[2] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanSeveral'));
  await page.keyboard.press('F2');
  const choices = names.map((one) =>
    app.screen.getByRole('button', { name: say.t('warehouse.scanThereIn', { bill: one }) }),
  );
  const [latest] = [...choices].reverse();
  await expect(choices[0] as typeof there).toBeVisible();
  await expect(latest as typeof there).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText(say.t('warehouse.scanBad'));
  await expect(verdict).toContainText(say.message('PICK_MISSING'));
  await expect(verdict).toContainText(say.t('warehouse.scanOn', { bill: names[1] ?? '' }));
  expect(await received(twin)).toBe(0);
});

test('counts a scan that arrives before its screen is loaded, whatever key ends it', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page } = app;
  const { id, boxes } = await prepare(app);
  await app.signIn('warehouse');
  const path = `/warehouse/scan?bill=${id}&leg=inbound`;
  const scanned = (text = '') => app.screen.getByRole('listitem').filter({ hasText: text });
  const goOn = await holdCode(app, 'Scan-', 'wait');
  await app.follow(path);
  await page.locator(`.fc-tab-body[data-path="${path}"]`).waitFor({ state: 'attached' });
  await send(app, [...(boxes[0] ?? ''), 'Tab', ...(boxes[1] ?? ''), 'Enter', ...(boxes[2] ?? ''), 'Tab']);
  await expect(page.locator('.fc-scan')).toHaveCount(0);
  await goOn();
  for (const boxNo of boxes.slice(0, 3)) await expect(scanned(boxNo)).toBeVisible();
  expect(await scanned().count()).toBe(3);
});

test('registers a scan as soon as its screen is visible, wherever the focus is', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const { id, boxes } = await prepare(app);
  await app.signIn('warehouse');
  const path = `/warehouse/scan?bill=${id}&leg=inbound`;
  const scanned = (boxNo = '') => app.screen.getByRole('listitem').filter({ hasText: boxNo });
  await app.follow(path);
  await page.locator(`.fc-tab-body[data-path="${path}"]`).waitFor({ state: 'attached' });
  await scan(app, boxes[0] ?? '');
  await expect(scanned(boxes[0])).toBeVisible();

  await app.screen.getByRole('link').first().focus();
  await scan(app, boxes[1] ?? '');
  await expect(scanned(boxes[1])).toBeVisible();
  await expect(app.screen.getByLabel(say.t('warehouse.boxNo'))).toBeFocused();

  // Another tab takes the focus away; coming back restores it.
  await app.open('/warehouse/inbound');
  await app.open(path);
  await scan(app, boxes[2] ?? '');
  await expect(scanned(boxes[2])).toBeVisible();

  // Tab ends a scan as Enter does, however soon the next one follows; pressed by hand it leaves the empty field.
  const field = app.screen.getByLabel(say.t('warehouse.boxNo'));
  const verdict = app.screen.getByRole('status');
  await send(
    app,
    [...boxes.slice(3, 5)].flatMap((boxNo) => [...boxNo, 'Tab']),
  );
  for (const boxNo of boxes.slice(3, 5)) await expect(scanned(boxNo)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await scan(app, 'STRAY-0001');
  const surplus = app.screen.getByRole('button', { name: say.t('warehouse.scanTakeSurplus') });
  await expect(surplus).toBeVisible();
  // A hand is slower than a scanner that sends Tab behind Enter.
  await page.waitForTimeout(100);
  await page.keyboard.press('Tab');
  await expect(surplus).toBeFocused();

  // A GS1 label is parsed, and a foreign keyboard layout is named.
  await scan(app, ']C100340123450000006781');
  await expect(verdict).toContainText('340123450000006781');
  await expect(verdict).toContainText(say.message('SCAN_SSCC', { value: '(00) 340123450000006781' }));
  await page.keyboard.insertText('LGZ)é§&&)?à(');
  await page.keyboard.press('Enter');
  await expect(verdict).toContainText(
    say.message('SCAN_LAYOUT', { value: 'LGZ)é§&&)?à(', layout: 'AZERTY', number: 'LGW-2611-M05' }),
  );

  // A scan over an open window goes nowhere, and a message names it.
  await page.keyboard.press('Control+k');
  const palette = page.getByPlaceholder(say.t('app.goPlaceholder'));
  await expect(palette).toBeFocused();
  await send(app, [...(boxes[5] ?? ''), 'Enter']);
  await expect(page.getByText(say.message('SCAN_COVERED', { value: boxes[5] ?? '' })).first()).toBeVisible();
  await expect(palette).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(scanned(boxes[5]).first()).toContainText(say.t('warehouse.scanBad'));

  // The field keeps letters for itself, but not the navigation keys.
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(say.t('app.goPlaceholder'))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.screen.getByLabel(say.t('warehouse.boxNo'))).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(app.screen).toHaveAttribute('data-path', '/warehouse/inbound');
});

test('goes through the day of a scanner operator by keyboard and scans alone', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const { id, boxes, bill } = await prepare(app);
  const [other = ''] = await app.texts(`select id from bill
    where stage = 'arrived' and archived = 0 and id != ${id} and not exists (select 1 from pick where billId = bill.id)
      and 2 < (select count(*) from box where billId = bill.id and inboundAt is null) order by id limit 1`);
  const foreign = await app.texts(`select boxNo from box where billId = ${other} order by boxNo limit 3`);
  const received = (of: string) => app.count('box', `billId = ${of} and inboundAt is not null`);
  const stateOf = (boxNo = '') =>
    app.texts(`select state from box where billId = ${id} and boxNo = '${boxNo}'`).then(([state]) => state);
  await app.signIn('warehouse');
  for (const [one, plate] of [
    [bill, '12-BXX-3'],
    [`/bill/bill_manage/detail/${other}`, '34-BXX-5'],
  ] as const) {
    await app.open(one);
    await tab(app, say.t('warehouse.trips'));
    await addTrip(app, plate, '24');
  }

  // From the menu, by its name; from here on nothing but keys.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(say.t('warehouse.scanAny'));
  await page.keyboard.press('Enter');
  const verdict = app.screen.getByRole('status');
  const scanned = (text = '') => app.screen.getByRole('listitem').filter({ hasText: text }).first();
  const mode = (one: 'receive' | 'truck' | 'undo') =>
    app.screen.getByRole('radio', { name: say.choice('scanMode', one) });
  await expect(verdict).toContainText(say.t('warehouse.scanAskAny'));
  await expect(mode('receive')).toBeChecked();

  // Boxes of two bills in one stream.
  for (const boxNo of [boxes[0], foreign[0], boxes[1], boxes[5], foreign[1], boxes[2]])
    await scan(app, boxNo ?? '');
  await expect(scanned(boxes[2])).toContainText(say.t('warehouse.scanGood'));
  expect([await received(id), await received(other)]).toEqual([4, 2]);
  await scan(app, boxes[0] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanAgain'));

  // A number on two bills is selected by its digit.
  await app.sql(`update box set boxNo = '${boxes[3]}' where billId = ${other} and boxNo = '${foreign[2]}'`);
  await scan(app, boxes[3] ?? '');
  await expect(verdict).toContainText(say.t('warehouse.scanPick'));
  const [name = ''] = await app.texts(`select billNo || ' ' || batchNo from bill where id = ${id}`);
  const numbered = app.screen.getByRole('button', { name });
  const digit = (await numbered.locator('kbd').textContent()) ?? '';
  await page.keyboard.press(digit);
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  expect([await received(id), await received(other)]).toEqual([5, 2]);

  // Looking up tells what keeps the held box, and the truck refuses it with that reason.
  await page.keyboard.press('F6');
  await scan(app, boxes[5] ?? '');
  await expect(verdict).toContainText(say.choice('hindrance', 'held'));
  await expect(verdict.getByRole('link', { name })).toBeVisible();
  await page.keyboard.press('F4');
  await expect(mode('truck')).toBeChecked();
  await scan(app, boxes[5] ?? '');
  await expect(verdict).toContainText(
    say.message('BOX_BLOCKED', { no: boxes[5] ?? '', why: { choice: ['hindrance', 'held'] } }),
  );
  expect(await stateOf(boxes[5])).toBe('blocked');

  // The office has built two pallets for a truck; one box is on none.
  await app.sql(`
    update bill set warehouseId = 1, destinationId = (select id from destination where code = 'NL-HUB-01') where id = ${id};
    update box set destinationCode = null where billId = ${id};
    insert into pallet (version, createdAt, updatedAt, palletNo, sscc, warehouseId, destinationCode, type, weight, state, builtAt)
      select 1, '2026-11-03T08:00:00Z', '2026-11-03T08:00:00Z', 'PLT-DAY-' || value, iif(value = 1, '340123450000006781', null),
        1, 'NL-HUB-01', 'eur', 9000, 'closed', '2026-11-03T08:00:00Z' from json_each('[1,2]');
    update box set palletId = (select id from pallet where palletNo = 'PLT-DAY-1'), state = 'palletised'
      where billId = ${id} and boxNo in ('${boxes[0]}', '${boxes[1]}');
    update box set palletId = (select id from pallet where palletNo = 'PLT-DAY-2'), state = 'palletised'
      where billId = ${id} and boxNo = '${boxes[2]}';
    insert into cmr (version, createdAt, updatedAt, cmrNo, state, carrierCompanyId, plateNo, vehicleType, fromWarehouseId,
        toDestinationId, totalPallets, totalBoxes, totalParcels, totalWeight, sealNos, mrnList, payment)
      select 1, '2026-11-03T08:00:00Z', '2026-11-03T08:00:00Z', 'CMR20261103-0901', 'draft', (select min(id) from clientCompany),
        '99-DAY-9', 'box_truck', 1, (select id from destination where code = 'NL-HUB-01'), 2, 3, 3, 18, '[]', '[]', 'paid';
    update pallet set cmrId = (select id from cmr where cmrNo = 'CMR20261103-0901') where palletNo like 'PLT-DAY-%'`);
  await scan(app, 'CMR20261103-0901');
  await expect(verdict).toContainText(say.t('warehouse.scanTruck'));
  const count = app.screen.getByTestId('load-count');
  const missing = app.screen.getByRole('region', { name: say.t('warehouse.loadMissing') });
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 0, expected: 3 }));
  await expect(missing).toContainText('PLT-DAY-1');
  await scan(app, ']C100340123450000006781');
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 2, expected: 3 }));
  await expect(missing).toContainText('PLT-DAY-2');
  await expect(missing).not.toContainText('PLT-DAY-1');
  expect(await stateOf(boxes[0])).toBe('loaded');
  await expect(
    app.screen.getByRole('region', { name: say.t('warehouse.loadDue', { code: 'NL-HUB-01' }) }),
  ).toContainText(boxes[3] ?? '');
  await scan(app, boxes[3] ?? '');
  await expect(verdict).toContainText(say.message('SCAN_NO_PALLET', { no: boxes[3] ?? '' }));

  // The last scan that did something is undone by a key, and then by scanning it.
  await page.keyboard.press('F9');
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 0, expected: 3 }));
  expect(await stateOf(boxes[0])).toBe('palletised');
  await scan(app, boxes[2] ?? '');
  await expect(count).toHaveText(say.t('warehouse.scanOf', { done: 1, expected: 3 }));
  await page.keyboard.press('F8');
  await scan(app, 'PLT-DAY-2');
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  await scan(app, 'PLT-DAY-2');
  await expect(verdict).toContainText(say.t('warehouse.scanNothing'));
  expect(await stateOf(boxes[2])).toBe('palletised');
});

test('takes a held parcel out of its box by scan, so that the box may go, and packs others anew', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const { id, boxes, bill } = await prepare(app);
  const boxNo = boxes[5] ?? '';
  const inBox = (which: string) =>
    app.texts(
      `select trackingNo from parcel where boxId = (select id from box where billId = ${id} and boxNo = '${which}') order by id`,
    );
  const [held = '', second = '', third = ''] = await inBox(boxNo);
  const stateOf = (which: string) =>
    app.texts(`select state from box where billId = ${id} and boxNo = '${which}'`).then(([state]) => state);
  await app.signIn('warehouse');
  await app.open(bill);
  await tab(app, say.t('warehouse.trips'));
  await addTrip(app, '12-BXX-3', '24');
  await app.open('/warehouse/scan');
  const verdict = app.screen.getByRole('status');
  await scan(app, boxNo);
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  expect(await stateOf(boxNo)).toBe('blocked');

  await page.keyboard.press('F7');
  await scan(app, held);
  await expect(verdict).toContainText(say.t('warehouse.scanGood'));
  await expect.poll(() => stateOf(boxNo)).toBe('ready');
  // Put back by the key that undoes a scan, and taken out again.
  await page.keyboard.press('F9');
  await expect.poll(() => stateOf(boxNo)).toBe('blocked');
  await scan(app, held);
  await expect.poll(() => stateOf(boxNo)).toBe('ready');

  // Two more go into one new box, and its label is at hand.
  await app.screen.getByLabel(say.t('warehouse.repackTo')).selectOption('newBox');
  await scan(app, second);
  await scan(app, third);
  await expect.poll(() => inBox(`${boxNo}-R1`)).toEqual([second, third]);
  await app.screen.getByRole('button', { name: say.t('warehouse.labels') }).click();
  await expect(page.getByRole('dialog')).toContainText(say.t('warehouse.labelsOf_box_one', { count: 1 }));
  await page.keyboard.press('Escape');

  // The bill lists what stands loose, with its reason and the box it came from.
  await app.open(bill);
  await tab(app, say.t('warehouse.boxes'));
  const loose = app.screen.getByRole('region', { name: say.t('warehouse.looseParcels') });
  await expect(loose).toContainText(held);
  await expect(loose).toContainText(say.choice('looseReason', 'held'));
  await expect(loose).toContainText(say.t('warehouse.looseFrom', { no: boxNo }));
  // There it is put back into its box, by ticking it.
  await loose.getByRole('button', { name: say.t('warehouse.repackIn') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: held }).check({ force: true });
  await dialog.getByLabel(say.t('warehouse.repackTo')).selectOption('box');
  await dialog.getByLabel(say.t('warehouse.boxNo')).fill(boxNo);
  await dialog.locator('[type=submit]').click();
  await expect(dialog).toBeHidden();
  await expect(loose).toBeHidden();
  expect(await stateOf(boxNo)).toBe('blocked');
});
