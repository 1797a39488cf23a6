import { LANGUAGES } from '@contract/limits';
import { iso6346Digit } from '@contract/rules/codes';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

/** A movement reference number with its check digit; the letter says what it is for. */
function mrnOf(office: string, serial: number, letter: 'R'): string {
  const body = `26${office}${serial}${letter}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

/** The bill with the fewest parcels that fulfils a condition. */
async function billWhere(app: DeskApp, condition: string): Promise<number> {
  const [id] = await app.texts(`select id from bill where ${condition} order by packageCount limit 1`);
  return Number(id);
}

/** A bill on the ground at Liège with two declarations prepared, its lines checked, and no truck sent for it. */
async function landedBill(app: DeskApp): Promise<number> {
  const has = (system: string) =>
    `exists (select 1 from batch where billId = bill.id and status = 'prepared' and declarationSystem = '${system}')`;
  const id = await billWhere(app, `stage = 'arrived' and archived = 0 and ${has('DECO')} and ${has('AGS')}`);
  await app.sql(`delete from t1 where billId = ${id};
    update bill set landingAirportId = (select id from airport where airportCode = 'LGG') where id = ${id};
    update batch set lrn = null where billId = ${id};
    update parcel set hsStatus = 'success', iossNo = null where billId = ${id}`);
  return id;
}

for (const language of LANGUAGES) {
  test(`${language}: a bill is cleared at the airport`, async ({ start, demoData }) => {
    const app = await start({ data: demoData(), language });
    const { page, say } = app;
    await app.signIn('admin');
    if (language === 'cn') await app.theme('dark');
    const panel = page.locator('.bp6-drawer');
    const part = (name: string) => app.screen.getByRole('tab', { name, exact: true }).click();
    const fill = (field: string, text: string, resource = 'batch') =>
      panel.getByLabel(say.label(field, resource)).first().fill(text);
    const submit = async (name: string | RegExp) => {
      await panel.getByRole('button', { name }).last().click();
      await expect(panel).toBeHidden();
    };
    const table = app.screen.getByRole('table', { name: say.t('clearance.batches') });
    const row = (no: string) => table.getByRole('row').filter({ hasText: no });
    const press = (where: ReturnType<typeof row>, name: string) =>
      where.getByRole('button', { name, exact: true }).click();
    const status = (name: 'in_clearance' | 'failure' | 'success' | 'handover') =>
      app.screen.locator('.fc-customs-head').getByText(say.choice('clearanceStatus', name), { exact: true });

    const id = await landedBill(app);
    const declare = async (no: string, lrn: string) => {
      await app.screen.getByRole('button', { name: say.t('clearance.declareTitle') }).click();
      const choice = panel.getByLabel(say.label('batchNo', 'batch'), { exact: true });
      // Whoever declares chooses between what the file prepared and boxes picked by hand.
      await expect(panel.getByRole('radio')).toHaveCount(2);
      await choice.selectOption(no);
      await fill('lrn', lrn);
      await fill('brokerName', 'Northgate Customs');
      await submit(say.t('clearance.declareTitle'));
      await expect(row(no).getByText(say.state('batch', 'declared'), { exact: true })).toBeVisible();
    };
    const accept = async (no: string, mrn: string) => {
      await press(row(no), say.action('batch', 'accept'));
      await fill('mrn', mrn);
      await submit(say.action('batch', 'accept'));
      await expect(row(no).getByText(mrn)).toBeVisible();
    };
    const release = async (no: string) => {
      await press(row(no), say.action('batch', 'release'));
      await submit(say.action('batch', 'release'));
      await expect(row(no).getByText(say.state('batch', 'released'), { exact: true })).toBeVisible();
    };

    await test.step('a declaration is lodged with its LRN and accepted with its MRN', async () => {
      await app.open(`/bill/bill_manage/detail/${id}`);
      await part(say.t('clearance.tab'));
      await declare('DECO-01', 'CUST-0001-D');
      await expect(status('in_clearance')).toBeVisible();
      await accept('DECO-01', mrnOf('BE000410', 500001, 'R'));
    });

    await test.step('a second one is rejected, and declared again under a new LRN', async () => {
      await declare('AGS-01', 'CUST-0001-A');
      await row('AGS-01')
        .getByRole('button', { name: say.t('common.more') })
        .click();
      await page.getByRole('menuitem', { name: say.action('batch', 'reject') }).click();
      await fill('reason', 'Consignee unknown');
      await submit(say.action('batch', 'reject'));
      await expect(row('AGS-01').getByText(say.state('batch', 'rejected'), { exact: true })).toBeVisible();
      await press(row('AGS-01'), say.action('batch', 'redeclare'));
      await expect(panel.getByText('Consignee unknown')).toBeVisible();
      // A number that was refused is used up.
      await fill('lrn', 'CUST-0001-A');
      await panel.getByRole('button', { name: say.action('batch', 'redeclare') }).click();
      await expect(panel.getByText(say.message('LRN_USED', { lrn: 'CUST-0001-A' })).first()).toBeVisible();
      await fill('lrn', 'CUST-0002-A');
      await submit(say.action('batch', 'redeclare'));
      await accept('AGS-01', mrnOf('BE000410', 500002, 'R'));
    });

    await test.step('released before a truck has come, it is cleared, handed over, and that taken back', async () => {
      await release('AGS-01');
      await release('DECO-01');
      await expect(status('success')).toBeVisible();
      const head = app.screen.locator('.fc-detail-head');
      await expect(head.getByText(say.state('bill', 'clearance'), { exact: true })).toBeVisible();
      await app.screen
        .getByRole('button', { name: say.action('clearance', 'handOver'), exact: true })
        .click();
      await fill('handoverTo', 'Blue Lantern Logistics', 'clearance');
      await submit(say.action('clearance', 'handOver'));
      await expect(status('handover')).toBeVisible();
      await app.screen
        .getByRole('button', { name: say.action('clearance', 'undoHandOver'), exact: true })
        .click();
      await expect(status('success')).toBeVisible();
      expect(await app.countBills(`id = ${id} and stage = 'clearance' and handoverAt is null`)).toBe(1);
    });
  });
}
