import { LANGUAGES } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const HOUR = 3_600_000;
const ago = (hours: number) => instantOf(Date.now() - hours * HOUR);
const DUE = "archived = 0 AND houseNo = 'NODES'";
const detailOf = (id: number) => `/bill/bill_manage/detail/${id}`;

/** Makes thirty bills landed five hours ago, their arrival not yet reported; nothing else has arrived. */
async function landThirty(app: DeskApp): Promise<void> {
  const chosen =
    "SELECT id FROM bill WHERE archived = 0 AND mode = 'air' AND stage IN ('draft', 'arrived') LIMIT 30";
  await app.sql("UPDATE bill SET archived = 1 WHERE stage = 'arrived'");
  await app.sql(`UPDATE bill SET archived = 0, houseNo = 'NODES', etd = '${ago(20)}', atd = NULL, eta = '${ago(6)}',
    ata = '${ago(5)}', noaAt = NULL, noaBoxCount = NULL, t1At = NULL, declaredAt = NULL, stage = 'arrived',
    clearanceStatus = 'not_released' WHERE id IN (${chosen.replace('archived = 0 AND ', '')})`);
}

/** Returns one of the thirty, as the API lists it. */
async function oneOfThem(app: DeskApp): Promise<{ id: number; billNo: string }> {
  const answer = await app.call('bill.list', { query: { houseNo: 'NODES', pageSize: 1, sort: 'billNo' } });
  const { data } = JSON.parse((answer as { data: string }).data) as {
    data: { list: { id: number; billNo: string }[] };
  };
  const [first] = data.list;
  if (!first) throw new Error('none of the thirty is there');
  return first;
}

for (const language of LANGUAGES) {
  test(`${language}: records the journey of bills, many at once and one by one`, async ({
    start,
    demoData,
  }) => {
    const app = await start({ data: demoData(), language });
    const { page, say } = app;
    await landThirty(app);
    await app.signIn('admin');
    await app.open('/bill/bill_manage');
    const row = (index: number) => app.screen.locator('.fc-node-table tbody tr').nth(index);
    const save = (count: number) =>
      app.screen.getByRole('button', {
        name: say.t(count === 1 ? 'bill.nodesSave_one' : 'bill.nodesSave_other', { count }),
        exact: true,
      });

    await test.step('the arrival notice is set on thirty bills in few actions', async () => {
      let actions = 0;
      const act = async (what: Promise<unknown>) => {
        await what;
        actions += 1;
      };
      await act(app.screen.getByRole('tab', { name: say.state('bill', 'arrived') }).click());
      await expect(app.screen.getByText(say.t('common.total_other', { shown: 30 }))).toBeVisible();
      await act(app.cellAt(0, 2).click());
      await act(page.keyboard.press('Control+a'));
      await act(app.screen.getByRole('button', { name: say.action('bill', 'setNode') }).click());
      await expect(app.screen.locator('.fc-node-table tbody tr')).toHaveCount(30);
      await act(app.screen.getByLabel(say.t('bill.nodeWhich')).selectOption('noa'));
      // Fewer boxes than announced raise a warning before anything is saved.
      await act(row(3).locator('.fc-track-count input').fill('1'));
      await expect(row(3)).toContainText(say.message('NOA_COUNT').split('{')[0] ?? '');
      // A time before the landing is held back until it is corrected.
      await act(row(7).locator('.fc-track-time input').fill('01/02/2026 10:00'));
      await expect(row(7)).toContainText(
        say.message('NODE_ORDER', { node: { field: 'noaAt' }, previous: { field: 'ata' } }),
      );
      await act(save(29).click());
      await expect(page.getByText(say.t('bill.nodesSome', { ok: 29, failed: 1 }))).toBeVisible();
      await act(row(7).locator('.fc-track-time input').fill(''));
      await act(save(1).click());
      await expect.poll(() => app.countBills(`${DUE} AND noaAt IS NOT NULL`)).toBe(30);
      expect(actions).toBeLessThanOrEqual(12);
      await expect(row(3)).toContainText(say.t('common.saved'));
      expect(await app.countBills(`${DUE} AND noaBoxCount = 1`)).toBeGreaterThan(0);
    });

    await test.step('existing times stay unless replacing is requested; pasted numbers join the table', async () => {
      await app.screen.getByRole('button', { name: say.t('bill.nodesDropDone') }).click();
      await expect(app.screen.getByText(say.t('bill.nodesNone'))).toBeVisible();
      const { billNo: number } = await oneOfThem(app);
      await app.screen.getByLabel(say.t('bill.nodesNumbers')).fill(`${number} 999-00000000`);
      await page.keyboard.press('Enter');
      await expect(row(0)).toContainText(number);
      await expect(row(0)).toContainText(say.t('bill.nodesKept'));
      await expect(app.screen.getByText('999-00000000').first()).toBeVisible();
      await expect(save(0)).toBeDisabled();
    });

    const { id } = await oneOfThem(app);
    await test.step('another count in the bill has a warning, is saved, and undone', async () => {
      await app.open(detailOf(id));
      const strip = app.screen.getByRole('list', { name: say.t('common.timeline') }).first();
      const noa = strip.getByRole('button', { name: say.label('noaAt', 'bill') });
      await noa.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.label('noaBoxCount', 'bill')).fill('2');
      await expect(dialog.locator('.fc-node-odd')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect.poll(() => app.countBills(`id = ${id} AND noaBoxCount = 2 AND shortageCount > 0`)).toBe(1);
      await expect(app.screen.locator('.fc-badges').first()).toContainText(say.label('shortageCount'));
      await page
        .locator('.bp6-toast', { hasText: say.t('bill.nodeSet', { node: say.choice('timeNode', 'noa') }) })
        .getByRole('button', { name: say.t('common.undo') })
        .click();
      await expect.poll(() => app.countBills(`id = ${id} AND noaBoxCount <> 2`)).toBe(1);
    });

    await test.step('only the last node can be cleared, which moves the stage back', async () => {
      const strip = app.screen.getByRole('list', { name: say.t('common.timeline') }).first();
      const clear = page
        .getByRole('dialog')
        .getByRole('button', { name: say.t('bill.nodeClear'), exact: true });
      await strip.getByRole('button', { name: say.label('ata', 'bill') }).click();
      await expect(clear).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      for (const field of ['noaAt', 'ata'] as const) {
        await strip.getByRole('button', { name: say.label(field, 'bill') }).click();
        await clear.click();
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await expect(app.screen.locator('.fc-badges').first()).toContainText(say.state('bill', 'draft'));
      expect(await app.countBills(`id = ${id} AND stage = 'draft' AND clearanceStatus IS NULL`)).toBe(1);
    });

    await test.step('the bill is offloaded: another flight requires the reason, shown on the timeline', async () => {
      await app.screen.getByRole('button', { name: say.t('common.more') }).click();
      await page.getByRole('menuitem', { name: say.action('bill', 'setFlight') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.label('flightNo', 'bill')).fill('CK777');
      await dialog.getByRole('textbox', { name: 'HH:mm' }).last().fill('23:59');
      await dialog.getByRole('button', { name: say.t('common.save') }).click();
      await expect(dialog.getByText(say.message('REASON_REQUIRED'))).toBeVisible();
      await dialog.getByLabel(say.label('reason')).fill('拉货 · no space');
      await dialog.getByRole('button', { name: say.t('common.save') }).click();
      await expect(dialog).toBeHidden();
      await expect(app.screen.getByText(say.words.events.OFFLOADED)).toBeVisible();
      expect(await app.countBills(`id = ${id} AND flightNo = 'CK777' AND ata IS NULL`)).toBe(1);
    });

    await test.step('the bill lands again, with all batches of its waybill', async () => {
      await app.screen.getByRole('tab', { name: say.t('bill.awbTab') }).click();
      await app.screen.getByRole('button', { name: say.t('bill.awbArriveAll') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say.t('common.save') })
        .click();
      await expect.poll(() => app.countBills(`id = ${id} AND stage = 'arrived' AND ata IS NOT NULL`)).toBe(1);
      await expect(app.screen.locator('.fc-badges').first()).toContainText(say.state('bill', 'arrived'));
    });
  });
}
