import { type PermissionName, permissionNodes, permit } from '@contract/permissions';
import { type Screen, screens } from '../../renderer/screens';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const OWNER = 'embedded:voucher';
/** The group of the person whose permissions change. */
const GROUP = "(select groupId from staff where username = 'voucher')";

const grant = (app: DeskApp, ids: readonly string[]) =>
  app.sql(
    ids
      .map(
        (id) => `insert or ignore into groupPermission (groupId, permissionId) values (${GROUP}, '${id}');`,
      )
      .join('\n'),
  );
const revoke = (app: DeskApp, condition: string) =>
  app.sql(`delete from groupPermission where groupId = ${GROUP} and ${condition}`);
/** Matches the permission of a menu and of everything below it. */
const rightsOf = (menu: PermissionName) => `permissionId like '${permit(menu).slice(0, 5)}%'`;
const everything = permissionNodes.map(({ id }) => id);

/** Returns the tab title of a screen of the menu. */
const titleOf = ({ say }: DeskApp, { title, menu }: Screen): string => {
  const found = typeof title === 'function' ? title(new URLSearchParams()) : title;
  return found ? say.t(found) : say.words.menu[menu];
};
const front = (app: DeskApp, path: string) => app.page.locator(`.fc-tab-body[data-path="${path}"]:visible`);
const account = ({ page, say }: DeskApp) => page.getByRole('button', { name: say.t('app.account') });
const refused = ({ page, say }: DeskApp) => page.getByText(say.t('app.noPermissionTitle')).last();
const leftOut = ({ page, say }: DeskApp, names: string) =>
  page.getByRole('status').filter({ hasText: say.t('app.leftOut', { names }) });

/** Reloads the window as at a start of the app: with the stored session, tabs and drafts. */
async function startAgain({ page }: DeskApp): Promise<void> {
  await page.evaluate(() => window.history.replaceState(null, '', window.location.pathname));
  await page.reload();
}

test('shows home and lets a person sign out when the permission for the last screen is gone', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  const app = await start({ data });
  await app.signIn('voucher');
  const guarded = screens.filter(({ inMenu, permission }) => inMenu && permission !== null);
  expect(guarded.length).toBeGreaterThan(70);
  /** Reloads the window with open screens that the person may no longer see. */
  const beginWithout = async (lost: readonly Screen[], home: string, names: string) => {
    await grant(app, everything);
    await revoke(app, `permissionId in (${lost.map(({ permission }) => `'${permission}'`).join(', ')})`);
    const open = lost.map(({ path }) => ({ path, title: '' }));
    // A window that has just received its permissions stores its tabs again, perhaps over those that are set here.
    await expect(async () => {
      await app.call('settings.change', { tabs: { [OWNER]: { open, active: open[0]?.path } } });
      await startAgain(app);
      await front(app, home).waitFor();
      await expect(leftOut(app, names)).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(account(app)).toBeVisible();
    await expect(app.tabs.getByRole('tab')).toHaveCount(1);
  };
  const names = [...new Set(guarded.map((screen) => titleOf(app, screen)))];
  await test.step('all entries are shown at once, the first six named', () => {
    const more = app.say.t('kept.foundMore', { count: names.length - 6 });
    return beginWithout(guarded, '/home/center', [...names.slice(0, 6), more].join(', '));
  });
  const firstOfEach = new Map(guarded.map((screen) => [screen.menu.split('.')[0], screen]));
  for (const screen of firstOfEach.values()) {
    const { path } = screen;
    await test.step(path, () =>
      beginWithout([screen], path === '/home' ? '/home/center' : '/home', titleOf(app, screen)),
    );
  }
  await app.signOut();
  await app.signIn('voucher');
  await expect(front(app, '/home')).toBeVisible();
});

test('locks nobody out when a screen is no longer permitted, however it is reached', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  let app = await start({ data, allowed: /403/ });
  let { page, say } = app;
  const channels = () => say.words.menu['config.channelCode'];
  await app.signIn('voucher');
  await grant(app, everything);

  await test.step('a screen without permission is left out and named, and its typed text is kept', async () => {
    await app.signOut();
    await app.signIn('voucher');
    await app.open('/config/airport');
    await app.open('/customer/add_customer');
    await app.screen.getByLabel(say.label('nameEn')).first().fill('Half a name');
    await app.open('/config/channel-code');
    await app.signOut();
    await revoke(
      app,
      `${rightsOf('config.channelCode')} or permissionId = '${permit('customer.list.edit')}'`,
    );
    await app.signIn('voucher');
    await expect(front(app, '/home')).toBeVisible();
    const notice = leftOut(app, `${say.t('config.addCustomer')}, ${channels()}`);
    await expect(notice).toBeVisible();
    await notice.getByRole('link', { name: say.t('app.leftOutTyped') }).click();
    await expect(front(app, '/home/kept')).toContainText(say.t('config.addCustomer'));
    await app.screen
      .getByRole('button', { name: say.t('kept.show') })
      .first()
      .click();
    await expect(app.screen.getByText('Half a name')).toBeVisible();
    await expect(app.screen.getByRole('button', { name: say.t('kept.toForm') })).toHaveCount(0);
    await notice.getByRole('button', { name: say.t('kept.foundClose') }).click();
    await expect(notice).toHaveCount(0);
    await expect(app.tabs.getByRole('tab', { name: say.words.menu['config.airport'] })).toBeVisible();
  });

  await test.step('a requested screen shows its own page, with menu, palette, back and home', async () => {
    await app.open('/config/airport');
    await app.follow('/config/channel-code');
    await expect(refused(app)).toBeVisible();
    await expect(page.getByRole('navigation', { name: say.t('app.mainMenu') })).toBeVisible();
    await expect(account(app)).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(front(app, '/config/airport')).toBeVisible();
    await expect(refused(app)).toHaveCount(0);
    await app.follow('/config/channel-code');
    await expect(refused(app)).toBeVisible();
    await app.go(say.words.menu['config.airport']);
    await expect(front(app, '/config/airport')).toBeVisible();
    await app.follow('/config/channel-code');
    await page.getByRole('button', { name: say.t('app.toHome') }).click();
    await expect(front(app, '/home')).toBeVisible();
    await app.follow('/config/channel-code');
    await expect(refused(app)).toBeVisible();
    await app.follow('/redirect/home');
    await expect(front(app, '/home')).toBeVisible();
    // The sign-in has no use for a signed-in person: the screen in front stays.
    await app.follow('/login');
    await expect(page).toHaveURL(/#\/home$/);
    await expect(page.getByLabel(say.label('username'))).toHaveCount(0);
  });

  await test.step('its own window says so in place, and closes', async () => {
    const opened = app.app.waitForEvent('window');
    await app.call('windows.open', { path: '/config/airport' });
    const own = await opened;
    await own.locator('.fc-tab-body[data-path="/config/airport"]').waitFor();
    await own.evaluate(() => {
      window.location.hash = '#/config/channel-code';
    });
    await expect(own.getByText(say.t('app.noPermissionTitle'))).toBeVisible();
    await own.getByRole('button', { name: say.t('app.ownClose') }).click();
    await expect.poll(() => own.isClosed()).toBe(true);
  });

  await test.step('an unknown address says so and keeps the current screen', async () => {
    await app.open('/config/airport');
    await app.follow('/nowhere/at/all');
    await expect(page.getByText(say.t('app.addressUnknown', { address: '/nowhere/at/all' }))).toBeVisible();
    await expect(front(app, '/config/airport')).toBeVisible();
    await expect(page).toHaveURL(/#\/config\/airport$/);
  });

  await test.step('an address after signing out asks for the sign-in, which leads there', async () => {
    await app.signOut();
    await expect(page.getByText(say.words.messages.LOGIN_FIRST)).toHaveCount(0);
    await app.follow('/nowhere/at/all');
    await expect(page).toHaveURL(/#\/login$/);
    await app.follow('/no_permission');
    await expect(refused(app)).toBeVisible();
    await page.getByRole('button', { name: say.t('app.toHome') }).click();
    await expect(page.getByLabel(say.label('username'))).toBeVisible();
    await app.follow('/config/destination');
    await expect(page.getByRole('alert').getByText(say.words.messages.LOGIN_FIRST)).toBeVisible();
    await expect(page.locator('.fc-sign-in-card').getByText(say.words.messages.LOGIN_FIRST)).toBeVisible();
    await app.signIn('voucher');
    await expect(front(app, '/config/destination')).toBeVisible();
    // The address that one person left is not opened for the next.
    await app.signOut();
    await app.signIn('warehouse');
    await expect(front(app, '/home')).toBeVisible();
    await app.signOut();
    await app.follow('/config/channel-code');
    await app.signIn('voucher');
    await expect(refused(app)).toBeVisible();
    await expect(account(app)).toBeVisible();
  });

  await test.step('a permission removed during work closes the screen at the first refused call', async () => {
    await grant(app, everything);
    await startAgain(app);
    await app.open('/config/mark');
    await page.keyboard.press('Control+w');
    await app.open('/config/services');
    await revoke(app, rightsOf('config.service'));
    await revoke(app, rightsOf('config.mark'));
    await page.keyboard.press('/');
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
    await expect(front(app, '/home')).toBeVisible();
    await expect(leftOut(app, say.words.menu['config.service'])).toBeVisible();
    // Closed before, it is not reopened either.
    await page.keyboard.press('Control+Shift+t');
    await expect(refused(app)).toHaveCount(0);
    await expect(front(app, '/config/mark')).toHaveCount(0);
  });

  await test.step('a restart shows home, and allows signing out for the next person', async () => {
    await app.open('/config/warehouse');
    await app.close();
    app = await start({ data, allowed: /403/ });
    ({ page, say } = app);
    await expect(front(app, '/config/warehouse')).toBeVisible();
    // Without any permission, the screens that everyone has are shown.
    await revoke(app, 'true');
    await app.close();
    app = await start({ data, allowed: /403/ });
    ({ page, say } = app);
    await expect(front(app, '/home/center')).toBeVisible();
    await app.follow('/config/warehouse');
    await expect(refused(app)).toBeVisible();
    await app.signOut();
    await app.signIn('admin');
    await expect(front(app, '/home')).toBeVisible();
  });

  await test.step('signing out works while the permissions cannot be read', async () => {
    await app.sql('alter table groupPermission rename to groupPermissionAside');
    await startAgain(app);
    await expect(page.getByText(say.t('app.permissionsFailed'))).toBeVisible();
    await page.getByRole('button', { name: say.t('app.logOut') }).click();
    await expect(page.getByLabel(say.label('username'))).toBeVisible();
    await app.sql('alter table groupPermissionAside rename to groupPermission');
    await app.signIn('admin');
    await expect(front(app, '/home')).toBeVisible();
  });
});

test('keeps the sea bill of an entry and says why no other can be chosen when bills by sea are not permitted', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  await grant(app, everything);
  await revoke(app, rightsOf('sea.bill'));
  const ofEntry =
    "select id || ':' || seaBillId from seaEntry where state = 'draft' and seaBillId is not null";
  const [id = '', bill = ''] = (await app.texts(ofEntry)).slice(0, 1).flatMap((row) => row.split(':'));
  await app.signIn('voucher');
  const reason = app.say.t('common.listNotYours');
  await app.open(`/sea/entry/amend/${id}`);
  const input = new FormInFront(app, 'seaEntry').input('seaBillId');
  await expect(input).toHaveValue(`#${bill}`);
  await expect(input).toBeDisabled();
  await expect(input).toHaveAttribute('title', reason);
  await app.open('/sea/entry/add');
  const empty = new FormInFront(app, 'seaEntry').input('seaBillId');
  await expect(empty).toHaveAttribute('placeholder', reason);
  await expect(empty).toBeDisabled();
  await expect(empty).toHaveValue('');
});
