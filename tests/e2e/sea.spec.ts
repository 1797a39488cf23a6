import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pdfOf } from '../api/cases/files';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const DAY = 24 * 3_600_000;
/** Returns an instant in the form of forms. */
const at = (days: number) => {
  const [day = '', time = ''] = new Date(Date.now() + days * DAY).toISOString().split('T');
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 5)}`;
};

test('fills a sea bill from its voyage, shows due dates, and follows its nodes until the container is examined', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { say, screen, page } = app;
  const [voyage = '', vessel = ''] =
    (
      await app.texts(
        "select transportNo || '|' || vesselName from seaTransport where podCode = 'USLAX' and state in ('departed', 'arrived', 'closed') limit 1",
      )
    )[0]?.split('|') ?? [];

  await test.step('ship, ports and times come from the voyage; containers are typed with their check digits', async () => {
    await app.open('/sea/bill');
    await screen.getByRole('button', { name: say.t('sea.addBill'), exact: true }).press('Enter');
    const form = new FormInFront(app, 'seaBill');
    await form.fill({ mblNo: 'PZOL6301099001', customerId: 'GPT', seaTransportId: voyage });
    await expect(form.form.getByLabel(say.label('vesselName', 'seaBill'))).toHaveValue(vessel);
    await form.fill({
      ...{ packages: '600', grossWeight: '14500', volume: '66.2' },
      ...{ goodsEn: 'Household goods', etd: at(-20), eta: at(-2) },
    });
    await form.form.getByRole('button', { name: say.t('common.save') }).press('Enter');
    await expect(screen.getByRole('gridcell', { name: 'PZOL6301099001' })).toBeVisible();
  });
  const [id = ''] = await app.texts("select id from seaBill where mblNo = 'PZOL6301099001'");
  const badge = (text: string) => screen.locator('.fc-badges').getByText(text, { exact: true });

  await test.step('late nodes are shown on the bill, and its state follows its nodes', async () => {
    await app.open(`/sea/bill/detail/${id}`);
    await expect(badge(say.state('seaBill', 'draft'))).toBeVisible();
    await expect(screen.locator('.fc-badges')).toContainText(say.choice('seaNode', 'isfFiled'));
    await screen.getByRole('tab', { name: say.t('sea.nodes') }).press('Enter');
    for (const [node, days, state] of [
      ['atd', -19, 'sailed'],
      ['ata', -3, 'arrived'],
      ['exam', -2, 'on_hold'],
    ] as const) {
      await screen
        .getByRole('button', { name: say.t('sea.setNodeOf', { node: say.choice('seaNode', node) }) })
        .press('Enter');
      const form = new FormInFront(app, 'seaNode');
      // In the form of a mail: day and hour in one paste.
      await form.input('actualAt').fill(at(days));
      await page.keyboard.press('Tab');
      await expect(form.field('actualAt').locator('.fc-clock input')).toHaveValue(at(days).slice(11));
      await form.form
        .getByRole('button', { name: say.t('sea.setNodeOf', { node: say.choice('seaNode', node) }) })
        .press('Enter');
      await expect(badge(say.state('seaBill', state))).toBeVisible();
    }
  });

  await test.step('the arrival notice of the line is filed with it, and opened from there', async () => {
    await app.open(`/sea/bill/detail/${id}`);
    await screen.getByRole('tab', { name: say.t('common.attachments') }).press('Enter');
    await expect(screen.getByText(say.t('sea.filesBill'))).toBeVisible();
    const notice = path.join(place.folder('papers'), 'arrival notice.pdf');
    writeFileSync(notice, pdfOf(1500));
    await app.willChoose(notice);
    await screen.getByRole('button', { name: say.t('importing.choose') }).press('Enter');
    const files = screen.getByRole('table', { name: say.t('common.attachments') });
    await expect(files.getByRole('row').filter({ hasText: 'arrival notice.pdf' })).toBeVisible();
    await expect(screen.getByRole('tab', { name: say.t('common.attachments') })).toContainText('1');
  });

  await test.step('its nodes are listed among those of all bills, late ones first', async () => {
    await app.open('/sea/entry/node');
    await screen.getByRole('searchbox').fill('PZOL6301099001');
    await screen.getByRole('searchbox').press('Enter');
    await expect(screen.getByRole('gridcell', { name: say.choice('seaNode', 'isfFiled') })).toBeVisible();
    await expect(screen.getByRole('gridcell', { name: say.choice('seaNode', 'ata') })).toHaveCount(0);
  });
});
