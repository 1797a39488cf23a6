import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const LANDED = "archived = 0 AND stage = 'arrived'";

const total = (app: DeskApp, count: number) =>
  app.screen.getByText(
    app.say.t(count === 1 ? 'common.total_one' : 'common.total_other', { shown: count.toLocaleString('en') }),
    { exact: true },
  );
/** The button of the views, by its text. */
const views = (app: DeskApp, name: string) => app.screen.getByRole('button', { name, exact: true });
async function choose(app: DeskApp, from: string, entry: string): Promise<void> {
  await views(app, from).click();
  await app.page.locator('.fc-views').getByText(entry, { exact: true }).click();
}

test('saves a view of a list, shares it, makes it a default, and keeps it after a restart', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  let app = await start({ data });
  let { page, say } = app;
  await app.signIn('admin');
  await app.open('/bill/bill_manage');
  const landed = await app.countBills(LANDED);
  const column = say.label('batchNo', 'bill');

  await test.step('tab, order and columns are saved under a name', async () => {
    await app.screen.getByRole('tab', { name: say.state('bill', 'arrived') }).click();
    await expect(total(app, landed)).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.columns'), exact: true }).click();
    await page.locator('.fc-columns-list').getByText(column, { exact: true }).click();
    await page.keyboard.press('Escape');
    const shown = () => app.screen.getByRole('columnheader', { name: column, exact: true });
    await expect(shown()).toHaveCount(0);
    await choose(app, say.t('common.views'), say.t('common.viewSave'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.t('common.viewName')).fill('Just landed');
    await dialog
      .getByLabel(say.t('common.viewFor'))
      .selectOption({ label: say.choice('viewScope', 'everyone') });
    await dialog.getByRole('button', { name: say.t('common.save'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(views(app, 'Just landed')).toBeVisible();
  });

  await test.step('a change is marked, saved by its maker, and reset by selecting the view again', async () => {
    const shown = () => app.screen.getByRole('columnheader', { name: column, exact: true });
    await choose(app, 'Just landed', say.t('common.viewNone'));
    await expect(shown()).toHaveCount(1);
    await expect(total(app, await app.countBills("archived = 0 AND stage <> 'removed'"))).toBeVisible();
    await choose(app, say.t('common.views'), 'Just landed');
    await expect(total(app, landed)).toBeVisible();
    await expect(shown()).toHaveCount(0);
    await app.screen.getByRole('searchbox').fill('nothing has this');
    await page.keyboard.press('Enter');
    await expect(app.screen.getByText(say.t('common.listNoMatch'))).toBeVisible();
    await views(app, 'Just landed *').click();
    await expect(page.getByText(say.t('common.viewKeep', { name: 'Just landed' }))).toBeVisible();
    await page.locator('.fc-views').getByText('Just landed', { exact: true }).click();
    await expect(total(app, landed)).toBeVisible();
  });

  await test.step('the view is there after a restart', async () => {
    await app.close();
    app = await start({ data });
    ({ page, say } = app);
    await app.open('/bill/bill_manage');
    await expect(views(app, 'Just landed')).toBeVisible();
    await expect(total(app, landed)).toBeVisible();
  });

  await test.step('the lists of a group start with it', async () => {
    const [group = ''] = await app.texts(
      "select name from adminGroup where id = (select groupId from staff where username = 'voucher')",
    );
    await views(app, 'Just landed').click();
    await page.locator('.fc-views').getByText(say.t('common.viewForGroups'), { exact: true }).click();
    await page.getByText(group, { exact: true }).click();
    await expect(page.getByText(say.t('common.saved')).first()).toBeVisible();
  });

  await test.step('a member of the group starts with it, makes it the own default, and cannot change it', async () => {
    await app.signOut();
    await app.signIn('voucher');
    await app.open('/bill/bill_manage');
    await expect(views(app, 'Just landed')).toBeVisible();
    await expect(total(app, landed)).toBeVisible();
    await views(app, 'Just landed').click();
    await page.locator('.fc-views').getByText(say.t('common.viewFirst'), { exact: true }).click();
    await app.screen.getByRole('searchbox').fill('nothing has this');
    await page.keyboard.press('Enter');
    await views(app, 'Just landed *').click();
    await expect(page.locator('.fc-views').getByText(say.t('common.viewSave'))).toBeVisible();
    await expect(page.getByText(say.t('common.viewKeep', { name: 'Just landed' }))).toHaveCount(0);
    await expect(page.locator('.fc-views').getByText(say.t('common.delete'), { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await choose(app, 'Just landed *', say.t('common.viewNone'));
    await expect(views(app, say.t('common.views'))).toBeVisible();
    await page.keyboard.press('Control+w');
    await app.open('/bill/bill_manage');
    await expect(views(app, 'Just landed')).toBeVisible();
    await expect(total(app, landed)).toBeVisible();
  });
});
