import { AxeBuilder } from '@axe-core/playwright';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

const menu = ({ page, say }: DeskApp) => page.getByRole('navigation', { name: say.t('app.mainMenu') });
const section = (app: DeskApp, name: string) => menu(app).getByRole('region', { name, exact: true });
const head = (app: DeskApp, name: string) => section(app, name).getByRole('button', { name, exact: true });
const isOpen = (app: DeskApp, name: string, open: boolean) =>
  expect(head(app, name)).toHaveAttribute('aria-expanded', String(open));

test('folds the menu, opens it for the screen in front, keeps favourites and remembers its state', async ({
  start,
  demoData,
}) => {
  const data = demoData();
  let app = await start({ data });
  await app.signIn('admin');
  const { page, say } = app;
  const group = (name: string) => say.t(`app.groups.${name}` as 'app.groups.home');
  const bills = say.words.menu['bill.manage'];
  const airports = say.words.menu['config.airport'];

  await test.step('at first only the group of the current screen is open, and follows it', async () => {
    await isOpen(app, group('home'), true);
    await expect(menu(app).getByRole('button', { expanded: false })).toHaveCount(13);
    await app.open('/config/airport');
    await isOpen(app, group('config'), true);
    await isOpen(app, group('home'), false);
    // For a record, the group of its list is open.
    await app.open('/bill/bill_manage/detail/1');
    await isOpen(app, group('bills'), true);
    await isOpen(app, group('config'), false);
    await head(app, group('bills')).click();
    await isOpen(app, group('bills'), false);
    await head(app, group('customs')).click();
    await app.open('/bill/bill_manage');
    await isOpen(app, group('bills'), true);
    await isOpen(app, group('customs'), true);
  });

  await test.step('a favourite is set by mouse, key and Space; recent screens are listed below', async () => {
    const favourites = section(app, say.t('app.favourites'));
    const recent = section(app, say.t('app.recent'));
    await expect(recent.getByRole('link').nth(1)).toHaveText(airports);
    await page.keyboard.press('Control+d');
    await expect(page.getByText(say.t('app.favouriteAdded', { name: bills }))).toBeVisible();
    await expect(favourites.getByRole('link')).toHaveText([bills]);
    const row = recent.getByRole('listitem').filter({ hasText: airports });
    await row.hover();
    await row.locator('.fc-menu-star').click();
    await expect(favourites.getByRole('link')).toHaveText([bills, airports]);
    await expect(recent.getByRole('link', { name: airports })).toHaveCount(0);
    await section(app, group('customs')).getByRole('link').first().focus();
    await page.keyboard.press('Space');
    await expect(favourites.getByRole('link')).toHaveCount(3);
    await page.keyboard.press('Space');
    await expect(favourites.getByRole('link')).toHaveCount(2);
    await favourites.getByRole('link', { name: airports }).click();
    await expect(page).toHaveURL(/#\/config\/airport$/);
    await app.settled();
  });

  await test.step('arrows move through the menu, and its search covers all groups', async () => {
    await head(app, group('sea')).focus();
    await app.press('ArrowRight');
    await isOpen(app, group('sea'), true);
    await app.press('ArrowRight');
    await expect(section(app, group('sea')).getByRole('link').first()).toBeFocused();
    await app.press('ArrowLeft');
    await expect(head(app, group('sea'))).toBeFocused();
    await app.press('ArrowLeft', 'ArrowDown');
    await isOpen(app, group('sea'), false);
    await expect(head(app, group('customs'))).toBeFocused();
    await app.press('Control+b');
    await page.keyboard.type(say.words.menu['staff.role']);
    await expect(menu(app).getByRole('link')).toHaveText([say.words.menu['staff.role']]);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .include('.fc-sidebar')
      .analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await app.press('Enter');
    await expect(page).toHaveURL(/#\/staff\/role$/);
    await app.press('Control+b', 'Escape');
    const all = await new AxeBuilder({ page }).setLegacyMode(true).include('.fc-sidebar').analyze();
    expect(all.violations.map(({ id }) => id)).toEqual([]);
  });

  await test.step('the state of the menu is restored after a restart, for this person alone', async () => {
    await app.close();
    app = await start({ data });
    await app.tabs.waitFor();
    await expect(section(app, say.t('app.favourites')).getByRole('link')).toHaveText([bills, airports]);
    await isOpen(app, group('customs'), true);
    await isOpen(app, group('finance'), false);
    await app.signOut();
    await app.signIn('warehouse');
    await expect(section(app, say.t('app.favourites'))).toHaveCount(0);
    await isOpen(app, group('customs'), false);
  });
});
