import { clockText } from '@contract/rules/clock';
import { instantOf } from '@contract/rules/zonedTime';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const HOUR = 3_600_000;
const ago = (hours: number) => instantOf(Date.now() - hours * HOUR);

/** Returns a bill from Hong Kong to Amsterdam that has arrived at its warehouse, as the API returns it. */
async function landed(app: DeskApp): Promise<{ id: number; billNo: string; warehouseId: number }> {
  await app.sql(`UPDATE bill SET archived = 0, houseNo = 'CLOCKS', etd = '${ago(31)}', atd = '${ago(30)}',
    eta = '${ago(19)}', ata = '${ago(18)}', atWarehouseAt = '${ago(6)}', checked = 1, checkedAt = '${ago(40)}'
    WHERE id = (SELECT bill.id FROM bill JOIN airport a ON a.id = originAirportId JOIN airport b ON b.id = landingAirportId
      WHERE a.airportCode = 'HKG' AND b.airportCode = 'AMS' AND warehouseId IS NOT NULL AND mode = 'air'
        AND stage = 'clearance' AND archived = 0 LIMIT 1)`);
  await app.sql(`UPDATE timelineEvent SET occurredAt = '${ago(30)}' WHERE code = 'DEPARTED'
    AND billId = (SELECT id FROM bill WHERE houseNo = 'CLOCKS')`);
  const answer = await app.call('bill.list', { query: { houseNo: 'CLOCKS', pageSize: 1 } });
  const [bill] = (
    JSON.parse((answer as { data: string }).data) as {
      data: { list: { id: number; billNo: string; warehouseId: number }[] };
    }
  ).data.list;
  if (!bill) throw new Error('no bill from Hong Kong to Amsterdam is in clearance');
  return bill;
}

test('shows one event in the same way everywhere, and names its time zone when it is not the reader’s', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), env: { TZ: 'UTC' } });
  const { page, say } = app;
  await app.signIn('admin');
  const bill = await landed(app);
  const origin = { zone: 'Asia/Hong_Kong', place: 'HKG' };
  const landing = { zone: 'Europe/Amsterdam', place: 'AMS' };
  const onClock = (hours: number, clock: typeof origin) => clockText(ago(hours), clock, 'UTC');
  // Read once: the minute may change while the test runs.
  const [etd, atd, eta, ata] = [
    onClock(31, origin),
    onClock(30, origin),
    onClock(19, landing),
    onClock(18, landing),
  ];
  const checked = clockText(ago(40), { zone: 'UTC', place: null }, 'UTC');
  expect(atd).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d HKG$/);

  await test.step('the record, its strip and its timeline show the same time', async () => {
    await app.open(`/bill/bill_manage/detail/${bill.id}`);
    const strip = app.screen.locator('.fc-nodes li');
    const timeline = app.screen.locator('.fc-timeline');
    const field = (name: string) =>
      app.screen
        .locator('.fc-overview dl > div')
        .filter({ has: page.locator('dt', { hasText: say.label(name, 'bill') }) });
    await expect(strip.first()).toContainText(atd);
    // The planned time is shown beside the actual one.
    await expect(strip.first()).toContainText(etd);
    await expect(strip.nth(1)).toContainText(ata);
    await expect(strip.nth(1)).toContainText(eta);
    await expect(strip.first().locator('time').first()).toHaveAttribute('title', /HKG · Asia\/Hong_Kong/);
    for (const [name, text] of [
      ['etd', etd],
      ['atd', atd],
      ['eta', eta],
      ['ata', ata],
    ] as const)
      await expect(field(name).locator('dd')).toHaveText(text);
    await expect(field('checkedAt').locator('dd')).toHaveText(checked);
    await expect(timeline.locator('li', { hasText: say.words.events.DEPARTED })).toContainText(atd);
  });

  await test.step('a list shows the same time', async () => {
    await app.open('/bill/bill_manage');
    await app.screen.getByRole('searchbox').fill(bill.billNo);
    await page.keyboard.press('Enter');
    for (const text of [eta, ata])
      await expect(app.screen.getByRole('gridcell', { name: text, exact: true }).first()).toBeAttached();
  });

  await test.step('a time is typed in the zone beside it, and saving another field changes none', async () => {
    const times = `SELECT eta || ' ' || etd FROM bill WHERE id = ${bill.id}`;
    const before = await app.texts(times);
    await app.open(`/bill/edit_bill?id=${bill.id}`);
    // The label of a required field has a star behind its name.
    const time = (name: string) =>
      app.screen.locator('.fc-field-dateTime', { hasText: new RegExp(`^${say.label(name, 'bill')}`) });
    await expect(time('etd').locator('.fc-unit')).toHaveText('HKG');
    await expect(time('eta').locator('.fc-unit')).toHaveText('AMS');
    await expect(time('etd').locator('.fc-clock input')).toHaveValue(etd.slice(11, 16));
    await app.screen.getByLabel(say.label('remarks', 'bill'), { exact: true }).fill('clock');
    await app.screen.getByRole('button', { name: say.t('common.save'), exact: true }).click();
    await expect(page.getByText(say.t('common.saved')).first()).toBeVisible();
    expect(await app.texts(times)).toEqual(before);
  });

  await test.step('a time that the clocks skip is refused, and one that they show twice is asked about', async () => {
    await app.open(`/bill/edit_bill?id=${bill.id}`);
    const eta = app.screen.locator('.fc-field-dateTime', {
      hasText: new RegExp(`^${say.label('eta', 'bill')}`),
    });
    const type = async (day: string, time: string) => {
      await eta.locator('input').first().fill(day);
      await eta.locator('.fc-clock input').fill(time);
      await eta.locator('.fc-clock input').blur();
    };
    await type('29/03/2026', '02:30');
    await expect(eta.getByRole('alert')).toContainText(
      say.message('TIME_SKIPPED', { field: say.label('at') }),
    );
    await type('25/10/2026', '02:30');
    const asked = eta.getByRole('group', { name: say.t('common.hourTwice', { time: '02:30' }) });
    const first = asked.getByRole('button', { name: say.t('common.hourFirst', { zone: 'CEST' }) });
    const second = asked.getByRole('button', { name: say.t('common.hourSecond', { zone: 'CET' }) });
    await expect(first).toHaveAttribute('aria-pressed', 'false');
    await second.click();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await expect(eta.locator('.fc-clock input')).toHaveValue('02:30');
    await expect(eta.locator('.fc-unit')).toHaveText('AMS CET');
    await type('25/10/2026', '03:30');
    await expect(asked).toBeHidden();
  });
});
