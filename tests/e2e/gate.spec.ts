import { expect, test } from './fixtures';

const HERE = 'inboundAt is not null and outboundAt is null and palletId is null';
const BILL = `select id from bill where stage in ('inbound', 'clearance') and archived = 0
  and (select count(*) from box where billId = bill.id and ${HERE}) between 3 and 40 order by boxCount, id limit 1`;

const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const;

for (const { language, theme } of LOOKS) {
  test(`${language}: a customer collects boxes at the gate, by keyboard and scanner alone`, async ({
    signedIn,
  }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const [id = ''] = await app.texts(BILL);
    const boxes = await app.texts(`select boxNo from box where billId = ${id} and ${HERE} order by boxNo`);
    await app.sql(`update bill set serviceId = (select min(id) from service where steps not like '%delivery%')
        where id = ${id};
      update parcel set state = 'free', previousState = null, releasedAt = '2026-01-01T00:00:00Z'
        where boxId in (select id from box where billId = ${id} and ${HERE})`);
    await app.open(`/bill/bill_manage/detail/${id}`);
    await app.screen.getByRole('tab', { name: say.t('warehouse.boxes'), exact: true }).click();
    await app.settled();
    await app.screen.getByRole('button', { name: say.t('warehouse.collect'), exact: true }).focus();
    await page.keyboard.press('Enter');
    const form = page.locator('.bp6-drawer');
    await form.getByLabel(say.label('signer')).focus();
    await page.keyboard.type('J. Claes');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1-ABC-234');
    await form.getByLabel(say.t('warehouse.collectScan')).focus();
    for (const boxNo of boxes.slice(0, 2)) {
      await page.keyboard.type(boxNo);
      await page.keyboard.press('Enter');
    }
    const ticked = say.t('warehouse.collectCount', { ticked: 2, total: boxes.length });
    await expect(form.getByTestId('collect-ticked')).toHaveText(ticked);
    await page.keyboard.type('NOWHERE-1');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('status').last()).toContainText(
      say.t('warehouse.collectUnknown', { no: 'NOWHERE-1' }),
    );
    await page.screenshot({ path: `tests/.output/e2e/gate-form-${language}.png` });
    await page.keyboard.press('Control+s');
    await expect(form).toBeHidden();
    const proof = app.screen.getByText(say.t('warehouse.collected_other', { count: 2, signer: 'J. Claes' }), {
      exact: true,
    });
    await expect(proof).toBeVisible();
    expect(await app.count('box', `billId = ${id} and place = 'collected' and state = 'delivered'`)).toBe(2);
    await app.settled();
    await page.screenshot({ path: `tests/.output/e2e/gate-proof-${language}.png` });
    // A reason brings the boxes back.
    await app.screen.getByRole('button', { name: say.t('common.undo'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').focus();
    await page.keyboard.type('Wrong customer');
    await page.getByRole('dialog').locator('button[type=submit]').focus();
    await page.keyboard.press('Enter');
    await expect(proof).toBeHidden();
    expect(await app.count('box', `billId = ${id} and place = 'collected'`)).toBe(0);
  });

  test(`${language}: the clock of a claim is set, its letter is shown and sent`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    if (theme === 'dark') await app.theme('dark');
    const caseNo = "(select caseNo from abnormalCase where state = 'open' order by id limit 1)";
    const [no = ''] = await app.texts(`select caseNo from abnormalCase where caseNo = ${caseNo}`);
    await app.sql(`update abnormalCase set claimConvention = 'cmr', claimFinding = 'damage_hidden', currency = 'EUR',
      claimStartOn = '2026-11-14', noticeDueOn = '2026-11-23', suitDueOn = '2027-11-14', claimAmount = 125050,
      liableName = 'Nord Trucking', liableEmail = 'claims@example.com' where caseNo = '${no}'`);
    await app.open('/bill/cases');
    await app.screen.getByRole('searchbox').or(app.screen.locator('input[type=search]')).first().fill(no);
    await app.settled();
    await app.screen.getByRole('gridcell', { name: no }).first().dblclick();
    const drawer = page.locator('.bp6-drawer');
    await expect(drawer).toContainText(say.t('customs.noticeRule_cmr_hidden', { day: '14/11/2026' }));
    await page.screenshot({ path: `tests/.output/e2e/claim-${language}.png` });
    await drawer.getByRole('button', { name: say.t('customs.letter') }).click();
    await app.settled();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `tests/.output/e2e/claim-letter-${language}.png` });
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: say.t('common.more') }).click();
    await page.getByRole('menuitem', { name: say.action('abnormalCase', 'update') }).click();
    await page.screenshot({ path: `tests/.output/e2e/claim-form-${language}.png` });
    await drawer.getByRole('button', { name: say.t('common.cancel') }).click();
    await drawer.getByRole('button', { name: say.t('common.more') }).click();
    await page.getByRole('menuitem', { name: say.action('abnormalCase', 'sendNotice') }).click();
    await page.screenshot({ path: `tests/.output/e2e/claim-send-${language}.png` });
    await drawer.getByRole('button', { name: say.t('common.send') }).click();
    await expect.poll(() => app.count('mail', `objectNo = '${no}' and fileCount = 1`)).toBe(1);
    await expect(drawer.getByText(say.label('noticeMailState'))).toBeVisible();
  });
}
