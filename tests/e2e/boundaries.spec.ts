import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures';
import { plantThrow } from './thrown';

const PLANTED = 'planted by the test';

test('keeps the rest of the desk when a part of it fails, and restores the part on retry', async ({
  signedIn,
}) => {
  const app = await signedIn({ allowed: /planted by the test|error occurred in the/ });
  const { page } = app;
  const failed = () => page.getByRole('alert').filter({ hasText: app.say.t('app.partFailed') });
  await app.open('/config/airport');

  const part = async (element: Locator) => {
    await expect(element).toBeVisible();
    await plantThrow(element, PLANTED);
    // A change of language draws every part again.
    await app.speak(app.say.language === 'en' ? 'cn' : 'en');
    await expect(failed()).toBeVisible();
    await expect(app.screen.getByRole('grid')).toBeVisible();
    await failed()
      .getByRole('button', { name: app.say.t('common.retry') })
      .click();
    await expect(failed()).toHaveCount(0);
    await expect(element).toBeVisible();
  };
  await part(page.locator('nav.fc-sidebar'));
  await part(page.locator('header.fc-top'));
  await part(page.locator('.fc-tabs'));
  await part(page.locator('.fc-bell'));
  await expect(page.getByRole('button', { name: app.say.t('app.account') })).toBeVisible();

  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder(app.say.t('app.goPlaceholder'));
  await expect(field).toBeVisible();
  await plantThrow(field, PLANTED);
  await page.keyboard.type('a');
  await expect(field).toHaveCount(0);
  await expect(page.getByText(app.say.t('app.partFailed'))).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field).toBeVisible();
});

test('shows a page with a way back when the whole window fails', async ({ start, demoData }) => {
  const app = await start({ data: demoData(), allowed: /planted by the test|error occurred in the/ });
  const { page, say } = app;
  const failedPage = page.getByText(say.t('app.windowFailed'));
  const username = page.getByLabel(say.label('username'));
  await expect(username).toBeVisible();
  // The next render removes the field, so it has the focus before; `fill` or `type` would wait for another field.
  await username.focus();
  await plantThrow(username, PLANTED);
  await page.keyboard.press('a');
  await expect(failedPage).toBeVisible();
  await expect(page.getByText(PLANTED)).toBeVisible();
  await page.getByRole('button', { name: say.t('common.retry') }).click();
  await expect(username).toBeVisible();

  await app.signIn('admin');
  await app.open('/bill/add_bill');
  await app.screen.getByLabel(say.label('remarks')).fill('Typed before the failure');
  await plantThrow(page.locator('.fc-shell'), PLANTED);
  await app.follow('/config/airport');
  await expect(failedPage).toBeVisible();
  await page.keyboard.press('F5');
  await app.open('/bill/add_bill');
  await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue('Typed before the failure');
});
