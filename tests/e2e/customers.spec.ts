import { explain, problem } from '@contract/errors';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

test('adds a Chinese customer by keyboard, swaps its contacts, and shows both in its log', async ({
  signedIn,
}) => {
  const app = await signedIn({ allowed: /40[09]/ });
  const { page, say } = app;
  const form = new FormInFront(app, 'customer');
  const contact = new FormInFront(app, 'clientContact');
  const customerId = "(select id from customer where code = 'QZX')";
  const primary = () =>
    app.texts(`select name from clientContact where customerId = ${customerId} and isPrimary = 1`);
  const part = (name: string) => app.screen.getByRole('tab', { name, exact: true });
  await app.open('/customer/customer_list');
  await expect(app.screen.getByRole('grid')).toBeVisible();

  await test.step('a province of the country is offered, and then only its cities', async () => {
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/#\/customer\/add_customer$/);
    await form.fill({
      code: 'QZX',
      groupId: 'VIP',
      nameEn: 'Quiet Trading',
      nameCn: '静区贸易',
      contactName: '王飞',
      email: 'ops@example.com',
      countryId: 'CN',
    });
    const options = page.locator('.fc-suggestions').getByRole('option');
    await form.input('province').focus();
    await page.keyboard.type('guangd');
    await expect(options).toHaveText(['Guangdong · 广东省']);
    await page.keyboard.press('Enter');
    await expect(form.input('province')).toHaveValue('Guangdong');
    await page.keyboard.press('Tab');
    await page.keyboard.type('hangzhou');
    await expect(options).toHaveCount(0);
    await form.input('city').fill('深');
    await expect(options).toHaveText(['Shenzhen · 深圳市']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(form.input('city')).toHaveValue('Shenzhen');
  });

  await test.step('postcode and telephone are checked on leaving the field, and again after changing the country', async () => {
    const wrong = (code: 'POSTCODE_FORMAT' | 'MOBILE_CN_FORMAT', name: string, params = {}) =>
      explain('en', problem(code, params), say.label(name, 'customer'));
    await form.fill({ postcode: '5180000', phone: '1380013800' });
    await expect(form.wrong('postcode')).toHaveText(
      wrong('POSTCODE_FORMAT', 'postcode', { country: 'CN', example: '518000' }),
    );
    await expect(form.wrong('phone')).toHaveText(wrong('MOBILE_CN_FORMAT', 'phone'));
    await form.fill({ postcode: '518000', phone: '13800138000' });
    await expect(form.wrong('postcode')).toHaveCount(0);
    await form.fill({ countryId: 'NL' });
    await expect(form.wrong('postcode')).toHaveText(
      wrong('POSTCODE_FORMAT', 'postcode', { country: 'NL', example: '1118 CP' }),
    );
    await form.fill({ countryId: 'CN' });
    await form.expectWrong(0);
    await form.save();
    await expect(page).toHaveURL(/#\/customer\/customer_detail\?id=\d+$/);
    await expect(app.screen.getByText('Shenzhen')).toBeVisible();
  });

  await test.step('the first contact is primary until the second replaces it', async () => {
    await part(say.t('config.contacts')).click();
    for (const name of ['Li Na', 'Zhao Yun']) {
      await app.screen
        .getByRole('button', { name: say.t('config.addContact') })
        .first()
        .click();
      await contact.fill({ name, receives: [say.choice('contactReceives', 'noa')] });
      await contact.save();
      await expect(page.locator('form.fc-form')).toHaveCount(0);
      await expect(app.cell(name)).toBeVisible();
    }
    expect(await primary()).toEqual(['Li Na']);
    await app.cell('Zhao Yun').click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: say.t('config.makePrimary') }).click();
    await expect(page.getByText(say.t('config.primaryNow', { name: 'Zhao Yun' }))).toBeVisible();
    expect(await primary()).toEqual(['Zhao Yun']);
    await expect(app.cellAt(0, 1)).toContainText('Zhao Yun');
  });

  await test.step('a portal account is created for a contact, and its password is shown once', async () => {
    const account = new FormInFront(app, 'clientAccount');
    await part(say.t('config.accounts')).click();
    await app.screen
      .getByRole('button', { name: say.t('config.addAccount') })
      .first()
      .click();
    await account.fill({ contactId: 'Zhao', username: 'Zhao.Yun@Quiet', roleId: 'Viewer' });
    await account.save();
    await expect(account.form).toHaveCount(0);
    await app.cell('zhao.yun@quiet').click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: say.t('staff.givePassword') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.t('staff.givePassword') })
      .click();
    const shown = page.getByLabel(say.t('config.accountPasswordShown', { name: 'zhao.yun@quiet' }));
    await expect(shown.last()).toHaveValue(/^[\w-]{16}$/, { timeout: 20_000 });
    await page.keyboard.press('Escape');
  });

  await test.step('the log shows the former primary contact, and can be filtered', async () => {
    await part(say.t('common.log')).click();
    await expect(app.cell('zhao.yun@quiet')).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.filtersShow') }).click();
    await app.screen.getByLabel(say.label('objectNo', 'clientLog')).fill('Li Na');
    await expect(app.cell('zhao.yun@quiet')).toHaveCount(0);
    await app.cell(say.choice('logAction', 'update')).dblclick();
    const changed = page
      .getByRole('dialog')
      .getByRole('row')
      .filter({ hasText: say.label('isPrimary') });
    await expect(changed.getByRole('cell')).toHaveText([say.t('common.yes'), say.t('common.no')]);
    await page.keyboard.press('Escape');
  });

  await test.step('the customer is changed on its own screen, and cannot be deleted while it has records', async () => {
    await page.keyboard.press('e');
    await expect(page).toHaveURL(/#\/customer\/edit_customer\?id=\d+$/);
    await form.fill({ photoRequired: true });
    await form.save();
    await expect(page).toHaveURL(/#\/customer\/customer_detail\?id=\d+$/);
    await expect(app.screen.locator('.fc-badges').getByText(say.label('photoRequired'))).toBeVisible();
    await app.screen.getByRole('button', { name: say.t('common.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: say.t('common.delete') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.t('common.delete') })
      .click();
    const notice = page.getByRole('alertdialog').filter({ hasText: say.t('common.inUseHint') });
    await expect(notice).toContainText('Zhao Yun');
    await notice.getByRole('button', { name: say.t('common.cancel') }).click();
    expect(await app.count('customer', "code = 'QZX'")).toBe(1);
  });
});
