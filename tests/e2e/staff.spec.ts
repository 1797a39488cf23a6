import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const GIVEN = 'Given#2026';
const OWN = 'My0wn#2026';

test('a group with one menu is made, and a member of it sees that menu alone', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), allowed: /401|403/ });
  const { page, say } = app;
  await app.signIn('admin');

  await test.step('a group is made, and leads to its permissions', async () => {
    await app.open('/staff/role');
    await app.screen.getByRole('button', { name: say.t('staff.addGroup') }).click();
    const form = new FormInFront(app, 'adminGroup');
    await form.save();
    await form.expectWrong(2);
    await form.fill({ name: 'Airport desk', nameCn: '机场柜台' });
    await form.save();
    await expect(
      page.getByRole('heading', { name: say.t('staff.permissionsOf', { name: 'Airport desk' }) }),
    ).toBeVisible();
  });

  await test.step('a menu is given with its items; what changes is told before it is saved', async () => {
    const menu = say.words.menu['config.airport'];
    const changes = app.screen.getByRole('complementary', { name: say.t('staff.changes') });
    await expect(changes).toContainText(say.t('staff.changesNone'));
    await app.screen.getByLabel(say.t('staff.treeSearch')).fill(menu);
    await expect(app.screen.getByRole('checkbox')).toHaveCount(4);
    const box = app.screen.getByRole('checkbox', { name: menu, exact: true });
    const view = app.screen.getByRole('checkbox', {
      name: `${menu}: ${say.words.menu['config.airport.view']}`,
    });
    await view.click({ force: true });
    // One of its two items: the menu is half given.
    await expect(box).toHaveJSProperty('indeterminate', true);
    await box.click({ force: true });
    await expect(box).toBeChecked();
    await expect(changes).toContainText(say.t('staff.changesGiven', { count: 2 }));
    await box.click({ force: true });
    await expect(changes).toContainText(say.t('staff.changesNone'));
    await view.click({ force: true });
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/#\/staff\/role$/);
    await expect
      .poll(() =>
        app.texts(
          "select permissionId from groupPermission join adminGroup on adminGroup.id = groupId where name = 'Airport desk' order by permissionId",
        ),
      )
      .toEqual(['9030000', '9030200', '9030201']);
  });

  await test.step('a member is made, whose passwords must be alike and long enough', async () => {
    await app.open('/staff/add-edit');
    const form = new FormInFront(app, 'staff');
    await form.fill({
      username: 'desk.one',
      realName: 'Desk One',
      email: 'desk.one@example.com',
      phone: '+44 20 7946 0300',
      groupId: 'Airport desk',
    });
    // What they can do after all is told before they are made.
    await expect(app.screen.getByRole('region', { name: say.t('staff.mayTitle') })).toContainText(
      say.words.menu['config.airport'],
    );
    const password = app.screen.getByLabel(new RegExp(`^${say.label('password')}`));
    const repeat = app.screen.getByLabel(new RegExp(`^${say.label('repeatPassword')}`));
    await password.fill('short');
    await repeat.fill('other');
    await form.save();
    await expect(app.screen.getByText(say.message('PWD_LENGTH', { min: 8, max: 20 }))).toBeVisible();
    await expect(app.screen.getByText(say.words.messages.PWD_MISMATCH)).toBeVisible();
    expect(await app.count('staff', "username = 'desk.one'")).toBe(0);
    await password.fill(GIVEN);
    await repeat.fill(GIVEN);
    await expect(app.screen.getByText(say.t('access.passwordFair'))).toBeVisible();
    await form.save();
    await expect(page).toHaveURL(/#\/staff\/staff-list$/);
    await expect(app.cell('desk.one')).toBeVisible();
  });

  await test.step('the member chooses an own password and sees that menu alone', async () => {
    await app.signOut();
    await app.signIn('desk.one', GIVEN);
    await expect(page.getByText(say.t('access.resetForced'))).toBeVisible();
    await page.getByLabel(say.label('oldPassword')).fill(GIVEN);
    await page.getByLabel(say.label('newPassword'), { exact: true }).fill(OWN);
    await page.getByLabel(say.label('repeatPassword')).fill(OWN);
    await page.keyboard.press('Enter');
    // The desk is not theirs; the personal centre is everyone's.
    await expect(page).toHaveURL(/#\/home\/center$/);
    const menu = page.getByRole('navigation', { name: say.t('app.mainMenu') });
    await expect(menu.getByRole('link')).toHaveText([
      say.words.menu['home.center'],
      say.words.menu['config.airport'],
    ]);
    await menu.getByRole('link', { name: say.words.menu['config.airport'] }).click();
    await expect(app.screen.getByRole('gridcell').first()).toBeVisible();
    await app.follow('/staff/staff-list');
    await expect(page.getByText(say.t('app.noPermissionTitle'))).toBeVisible();
  });
});

test('forbidding ends an open session at once, and nobody forbids themselves', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), allowed: /401/ });
  const { page, say } = app;
  await app.signIn('warehouse');
  await app.sql(
    "insert into session (tokenHash, staffId, createdAt, lastUsedAt) select 'x', id, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from staff where username = 'warehouse'",
  );
  await app.signOut();
  await app.signIn('admin');
  expect(await app.count('session', "tokenHash = 'x'")).toBe(1);
  await app.open('/staff/staff-list');
  const forbid = async (name: string) => {
    await app.screen.getByRole('gridcell', { name, exact: true }).first().click({ button: 'right' });
    return page.getByRole('menuitem', { name: say.t('staff.forbid') });
  };
  await expect(await forbid('admin')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await (await forbid('warehouse')).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say.t('staff.forbid') })
    .click();
  await expect.poll(() => app.count('session', "tokenHash = 'x'")).toBe(0);
  expect(await app.count('staff', "username = 'warehouse' and loginAllowed = 0")).toBe(1);
  await app.signOut();
  await app.fillSignIn('warehouse');
  await page.keyboard.press('Enter');
  await expect(page.getByText(say.words.messages.LOGIN_FORBIDDEN)).toBeVisible();
});

test('the personal centre shows where one is signed in, and ends what is elsewhere', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  await app.signIn('admin');
  const now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
  for (const name of ['Old laptop', 'Desk', 'Phone'])
    await app.sql(
      `insert into session (tokenHash, staffId, createdAt, lastUsedAt, userAgent) select '${name}', id, ${now}, ${now}, '${name}' from staff where username = 'admin'`,
    );
  await app.open('/home/center');
  const line = (name: string) => app.screen.getByRole('listitem').filter({ hasText: name });
  await expect(line(say.t('access.sessionHere'))).toHaveCount(1);
  await line('Old laptop')
    .getByRole('button', { name: say.t('access.sessionEnd') })
    .click();
  await expect(line('Old laptop')).toHaveCount(0);
  await page.getByRole('button', { name: say.t('access.sessionsEndOthers', { count: 2 }) }).click();
  await expect(line('Phone')).toHaveCount(0);
  expect(await app.count('session', '1 = 1')).toBe(1);
});
