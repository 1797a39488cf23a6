import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { noaEml } from '../support/letters';
import type { DeskApp } from './deskApp';
import { mawb } from './files';
import { expect, test } from './fixtures';

const ago = (hours: number) => instantOf(Date.now() - hours * 3_600_000);

/** Turns two landed bills into the batches of one waybill, of three and two boxes, without a notice of arrival. */
async function waybill(app: DeskApp, billNo: string): Promise<readonly string[]> {
  const ids = await app.texts(
    "select cast(id as text) from bill where mode = 'air' and stage = 'arrived' and archived = 0 and removedAt is null and pickupAt is null and batchNo not in ('B1', 'B2') limit 2",
  );
  await app.sql(`update bill set billNo = '${billNo}', noaAt = null, noaBoxCount = null, t1At = null, t1Mrn = null,
    etd = '${ago(20)}', atd = null, eta = '${ago(6)}', ata = '${ago(5)}', flightNo = 'CK205',
    batchNo = case when id = ${ids[0]} then 'B1' else 'B2' end, boxCount = case when id = ${ids[0]} then 3 else 2 end
    where id in (${ids.join()})`);
  return ids;
}

for (const language of LANGUAGES) {
  test(`${language}: shares the boxes of a notice over the batches of its waybill`, async ({
    start,
    demoData,
    place,
  }) => {
    const app = await start({ data: demoData(), language });
    const { page, say } = app;
    const [byHand, byMail] = [mawb(7_610_011), mawb(7_610_022)];
    const [id] = await waybill(app, byHand);
    const others = await waybill(app, byMail);
    await app.signIn('admin');
    if (language === 'cn') await app.theme('dark');
    const numbers = (billNo: string) =>
      app.texts(
        `select batchNo || ' ' || coalesce(noaBoxCount, '-') from bill where billNo = '${billNo}' order by batchNo`,
      );

    await test.step('a notice of all boxes proposes those of each batch', async () => {
      await app.open(`/bill/bill_manage/detail/${id}`);
      await app.screen.getByRole('tab', { name: say.t('bill.awbTab') }).click();
      await app.screen.getByRole('button', { name: say.t('bill.awbSetNode') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say.t('bill.nodeWhich')).selectOption('noa');
      const total = dialog.getByLabel(say.label('noaBoxCount'), { exact: true });
      await expect(total).toHaveValue('5');
      await expect(dialog.getByLabel('B1')).toHaveValue('3');
      await expect(dialog.getByLabel('B2')).toHaveValue('2');
      await expect(dialog.getByText(say.t('bill.shareSum', { sum: 5, total: 5 }))).toBeVisible();

      await test.step('with a box less, the user enters which batch lacks it', async () => {
        await total.fill('4');
        await dialog.getByRole('button', { name: say.t('common.save') }).click();
        await expect(dialog.getByText(say.message('AWB_SHARE_SUM', { sum: 5, total: 4 }))).toBeVisible();
        await dialog.getByLabel('B2').fill('1');
        await expect(dialog.getByRole('alert')).toBeHidden();
        await expect(dialog.getByText(say.t('bill.shareSum', { sum: 4, total: 4 }))).toBeVisible();
        await dialog.getByRole('button', { name: say.t('common.save') }).click();
        await expect.poll(() => numbers(byHand)).toEqual(['B1 3', 'B2 1']);
      });
    });

    await test.step('a notice by email asks for the boxes of each batch where one is missing', async () => {
      const date = new Date(Date.now() - 4 * 3_600_000).toUTCString();
      const file = path.join(place.folder('letters'), 'noa.eml');
      writeFileSync(file, noaEml({ billNo: byMail, pieces: 4, date, file: 'notice.pdf' }));
      place.give(place.folder('letters'));
      await app.open('/config/noa-mail');
      await app.willChoose(file);
      await app.screen.getByRole('button', { name: say.t('letters.choose') }).click();
      const drawer = page.getByRole('dialog', { name: `Notice of arrival ${byMail}` });
      await drawer.getByRole('button', { name: say.action('letter', 'match') }).click();
      const match = page.getByRole('dialog', { name: say.t('letters.match') });
      await match.getByRole('radio').first().check();
      await match.getByRole('button', { name: say.t('letters.match') }).click();
      await expect(drawer.getByText(say.state('letter', 'matched'), { exact: true })).toBeVisible();
      await expect(drawer.getByText(say.t('letters.difference', { noa: 4, boxes: 5 }))).toBeVisible();
      await drawer.getByRole('button', { name: say.action('letter', 'process') }).click();
      const dialog = page.getByRole('dialog', { name: say.t('letters.share', { no: byMail }) });
      await expect(dialog.getByText(say.t('bill.shareSum', { sum: 5, total: 4 }))).toBeVisible();
      const process = dialog.getByRole('button', { name: say.action('letter', 'process') });
      await process.click();
      await expect(dialog.getByRole('alert')).toHaveText(say.message('AWB_SHARE_SUM', { sum: 5, total: 4 }));
      expect(await numbers(byMail)).toEqual(['B1 -', 'B2 -']);
      await dialog.getByLabel('B1').fill('2');
      await process.click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => numbers(byMail)).toEqual(['B1 2', 'B2 2']);
      expect(await app.count('attachment', `category = 'noa' and billId in (${others.join()})`)).toBe(2);
    });
  });
}
