import { LANGUAGES } from '@contract/limits';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const BILL =
  "select id from bill where stage = 'inbound' and parcelsClearance > 330 and exists (select 1 from parcel where billId = bill.id) order by id limit 1";

/** Returns rows of the demo's data, read beside the app. */
async function rows(app: DeskApp, text: string): Promise<Record<string, string | number>[]> {
  return app.app.evaluate(
    (_electronModule, [file, statement]) => {
      const sqlite = process.getBuiltinModule('node:sqlite');
      const db = new sqlite.DatabaseSync(file, { readOnly: true });
      const found = db.prepare(statement).all();
      db.close();
      return found as Record<string, string | number>[];
    },
    [`${app.data}/data/freight.db`, text] as const,
  );
}

for (const language of LANGUAGES) {
  test(`${language}: releases, inspects, marks as abnormal and follows parcels`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { page, say } = app;
    const [bill] = await rows(app, BILL);
    const id = Number(bill?.id);
    await app.sql(`update batch set mrn = null where billId = ${id};
      update parcel set state = 'clearance', previousState = null, holdReason = null, releasedAt = null
        where billId = ${id} and state in ('held', 'abnormal');
      delete from fyco where billId = ${id}; delete from abnormalCase where billId = ${id}`);
    const waiting = await rows(
      app,
      `select trackingNo from parcel where billId = ${id} and state = 'clearance' order by trackingNo limit 330`,
    );
    const numbers = waiting.map(({ trackingNo }) => String(trackingNo));
    const dialog = page.getByRole('dialog');
    const open = () => app.open(`/bill/bill_manage/detail/${id}`);
    const part = (name: string) => app.screen.getByRole('tab', { name, exact: true }).click();
    const button = (name: string) => app.screen.getByRole('button', { name, exact: true });
    const submit = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

    await test.step('a pasted list of 300 numbers, five of them unknown, is released with its proof', async () => {
      await open();
      await part(say.t('common.parcels'));
      await button(say.action('parcel', 'free')).click();
      await dialog.getByText(say.t('common.trackingNumbers'), { exact: true }).click();
      const unknown = Array.from({ length: 5 }, (_, at) => `NOSUCH${at}000000NL`);
      await dialog
        .getByRole('textbox', { name: say.t('common.trackingNumbers') })
        .fill([...numbers.slice(0, 295), ...unknown].join('\n'));
      await expect(dialog.getByText(say.t('customs.pasted_other', { count: 300 }))).toBeVisible();
      await dialog.getByLabel(say.label('reference'), { exact: false }).fill('DMS 4711');
      await submit(say.action('parcel', 'free'));
      await expect(dialog.getByText(say.t('common.bulkSome', { ok: 295, failed: 5 }))).toBeVisible();
      await expect(dialog.getByText('NOSUCH3000000NL').first()).toBeVisible();
      await submit(say.t('common.close'));
    });

    await test.step('ten of twelve inspected parcels are released, and two seized', async () => {
      const twelve = numbers.slice(295, 307);
      await part(say.t('customs.fyco'));
      await button(say.t('customs.select')).click();
      await dialog.getByRole('textbox', { name: say.t('common.trackingNumbers') }).fill(twelve.join(' '));
      await submit(say.t('customs.select'));
      await expect(app.cell(say.state('fyco', 'selected'))).toBeVisible();
      const enter = async (which: readonly string[], step: 'release' | 'seize') => {
        await button(say.t('customs.results')).click();
        await dialog.getByRole('textbox', { name: say.t('common.trackingNumbers') }).fill(which.join(' '));
        await dialog.getByLabel(say.label('step')).selectOption({ label: say.choice('fycoStep', step) });
        await submit(say.t('customs.results'));
        await expect(dialog).toBeHidden();
      };
      await enter(twelve.slice(0, 10), 'release');
      await enter(twelve.slice(10), 'seize');
      await expect(app.cell(say.state('fyco', 'seized'))).toBeVisible();
      await expect(app.cell(say.state('fyco', 'released'))).toBeVisible();
    });

    await test.step('the bill is partly cleared once the rest is released', async () => {
      await part(say.t('common.parcels'));
      await button(say.action('parcel', 'free')).click();
      const boxes = dialog.locator('td .bp6-checkbox');
      await expect(boxes.first()).toBeVisible();
      for (const box of await boxes.all()) await box.click();
      await dialog.getByLabel(say.label('reference'), { exact: false }).fill('DMS 4712');
      await submit(say.action('parcel', 'free'));
      // The two that were seized stay where they are, and are listed.
      await expect(dialog.getByText(numbers[306] ?? '').first()).toBeVisible();
      await submit(say.t('common.close'));
      await expect(
        app.screen.getByText(`${say.choice('clearanceStatus', 'success')} · ${say.label('partial')}`).first(),
      ).toBeVisible();
    });

    await test.step('two parcels are marked abnormal; one is resolved, one delivered anyway', async () => {
      const two = numbers.slice(300, 302);
      await button(say.t('customs.more')).click();
      await page.getByRole('menuitem', { name: say.action('parcel', 'abnormal'), exact: true }).click();
      await dialog.getByRole('textbox', { name: say.t('common.trackingNumbers') }).fill(two.join(','));
      await dialog
        .getByLabel(say.label('abnormalType'))
        .selectOption({ label: say.choice('abnormalType', 'no_data') });
      await submit(say.action('parcel', 'abnormal'));
      await expect(dialog).toBeHidden();
      await app.open('/bill/abnormal');
      for (const [no, action, field, text] of [
        [two[0] ?? '', 'removeAbnormal', 'resolution', 'Data came from the customer'],
        [two[1] ?? '', 'deliver', 'proof', 'CMR20261103-0007'],
      ] as const) {
        await app.cell(no).dblclick();
        const drawer = page.getByRole('dialog', { name: no });
        await expect(drawer.getByText(say.choice('abnormalType', 'no_data'))).toBeVisible();
        await drawer.getByRole('button', { name: say.action('parcel', action), exact: true }).click();
        const question = page.locator('.bp6-dialog');
        await question.getByLabel(say.label(field)).fill(text);
        await question.getByRole('button', { name: say.action('parcel', action), exact: true }).click();
        await expect(question).toBeHidden();
        await drawer.getByRole('button', { name: say.t('common.close') }).click();
        await expect(app.cell(no)).toBeHidden();
      }
      const [done, back] = await rows(
        app,
        `select state from parcel where trackingNo in ('${two.join("','")}') order by state`,
      );
      expect([done?.state, back?.state]).toEqual(['completed', 'free']);
    });

    await test.step('their cases are closed, and the seized parcels count as failed', async () => {
      await app.open('/bill/cases');
      await expect(app.cell(say.state('abnormalCase', 'closed'))).toBeVisible();
      await app.open('/bill/failure-parcel');
      await expect(app.cell(numbers[306] ?? '')).toBeVisible();
      await expect(app.cell(say.choice('disposition', 'seized'))).toBeVisible();
    });
  });
}
