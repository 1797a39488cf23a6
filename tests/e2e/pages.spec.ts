import { expect, test } from './fixtures';
import { holdCode } from './heldCode';

test('leads from the sign-in to the requested screen, stays there on an unknown path, and follows a redirect', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.follow('/bill/bill_manage');
  await expect(page.getByRole('alert').getByText(say.words.messages.LOGIN_FIRST)).toBeVisible();
  await app.signIn('admin');
  const bills = page.locator('.fc-tab-body[data-path="/bill/bill_manage"]:visible');
  await expect(bills).toBeVisible();
  await app.follow('/nowhere/at/all');
  await expect(page.getByText(say.t('app.addressUnknown', { address: '/nowhere/at/all' }))).toBeVisible();
  await expect(page).toHaveURL(/#\/bill\/bill_manage$/);
  await expect(bills).toBeVisible();

  await app.open('/config/airport');
  await page.keyboard.press('/');
  await page.keyboard.type('AMS');
  await page.keyboard.press('Enter');
  const typed = app.screen.getByRole('searchbox');
  await expect(typed).toHaveValue('AMS');
  await app.follow('/redirect/config/airport');
  await expect(typed).toHaveValue('');
  await expect(page.locator('.fc-tab-body[data-path="/config/airport"]')).toHaveCount(1);
});

test('names the missing permission of a screen, and shows the panel in place of the reset where permitted', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.signIn('voucher');
  await app.follow('/config/operate/logs');
  await expect(page.getByText(say.t('app.noPermissionTitle'))).toBeVisible();
  await expect(
    page.getByText(say.t('app.noPermissionDetail', { name: say.words.menu['config.operateLog'] })),
  ).toBeVisible();
  await page.getByRole('button', { name: say.t('app.toHome') }).click();
  await expect(page.locator('.fc-tab-body[data-path="/home"]:visible')).toBeVisible();
  await app.follow('/home/panel');
  await expect(page.locator('.fc-tab-body[data-path="/home/reset-password"]:visible')).toBeVisible();
  await app.signOut();
  await app.signIn('warehouse');
  await app.open('/home/panel');
  await expect(app.screen.getByText(say.t('access.panelTitle'))).toBeVisible();
});

test('reports a screen whose code cannot be loaded in its tab, and loads it on retry', async ({
  signedIn,
}) => {
  const app = await signedIn({ allowed: /airport|ERR_|dynamically imported/ });
  const { say } = app;
  const goOn = await holdCode(app, 'airport-', 'refuse');
  await app.follow('/config/airport');
  await expect(app.screen.getByText(say.t('app.screenFailed'))).toBeVisible();
  // Another user works meanwhile.
  await app.open('/config/destination');
  await expect(app.screen.getByRole('grid')).toBeVisible();
  await goOn();
  await app.open('/config/airport');
  await app.screen.getByRole('button', { name: say.t('common.retry') }).click();
  await expect(app.screen.getByRole('grid')).toBeVisible();
});

test('gives up on the code of a screen after its timeout, and names that time', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  await page.clock.install();
  const goOn = await holdCode(app, 'airport-', 'wait');
  await app.follow('/config/airport');
  await expect(app.screen.locator('.bp6-skeleton').first()).toBeVisible();
  await page.clock.fastForward(119_000);
  await expect(app.screen.locator('.bp6-skeleton').first()).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(app.screen.getByText(say.message('SCREEN_SLOW', { seconds: 120 }))).toBeVisible();
  await goOn();
});

test('makes a person with a one-time password change it before anything else', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.sql("UPDATE staff SET mustChangePassword = 1 WHERE username = 'voucher'");
  await app.signIn('voucher');
  const reset = page.locator('.fc-tab-body[data-path="/home/reset-password"]:visible');
  await expect(reset).toBeVisible();
  await app.follow('/bill/bill_manage');
  await expect(reset).toBeVisible();
  await expect(page.locator('.fc-tab-body[data-path="/bill/bill_manage"]')).toHaveCount(0);
  const field = (name: string) => reset.getByLabel(say.label(name), { exact: true });
  await field('oldPassword').fill('Voucher#2026');
  await field('newPassword').fill('Rather#Mine1');
  await field('repeatPassword').fill('Rather#Mine1');
  await page.keyboard.press('Enter');
  await expect.poll(() => app.count('staff', "username = 'voucher' and mustChangePassword = 0")).toBe(1);
  await app.open('/bill/bill_manage');
  await expect(app.screen.getByRole('grid')).toBeVisible();
});

test('keeps the tab in front visible in the row and in the menu with more screens open than fit', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.signIn('admin');
  for (const screen of [
    '/bill/bill_manage/detail/1',
    '/bill/bill_manage/detail/2',
    '/bill/add_bill',
    '/bill/tracking-date',
    '/transport/air/detail/1',
    '/transport/sea/detail/1',
    '/sea/isf/add',
    '/staff/role',
    '/config/airport',
    '/bill/bill_manage/detail/3',
  ])
    await app.open(screen);
  const strip = page.getByRole('tablist', { name: say.t('app.openScreens') });
  const front = strip.locator('.fc-tab-front');
  // Completely visible, except for a fraction of a pixel.
  const whole = { ratio: 0.95 };
  await expect(front).toBeInViewport(whole);
  await app.open('/config/airport');
  await expect(front).toBeInViewport(whole);
  const entry = page.getByRole('navigation', { name: say.t('app.mainMenu') }).locator('[aria-current=page]');
  await expect(entry).toHaveText(say.words.menu['config.airport']);
  await expect(entry).toBeInViewport(whole);
  await app.open('/home');
  await expect(strip.getByRole('tab').first()).toBeInViewport(whole);
  await expect(entry).toBeInViewport(whole);
});
