import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

const NEW_PASSWORD = 'Given#2026';
const OWN = 'My0wn#2026';

test('creates a group with one menu, and shows its member that menu alone', async ({ signedIn }) => {
  const app = await signedIn({ allowed: /401|403/ });
  const { page, say } = app;

  await test.step('a group is created, and leads to its permissions', async () => {
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

  await test.step('a menu is permitted with its items; the changes are shown before saving', async () => {
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
    // One of its two items: the menu is partly granted.
    await expect(box).toHaveJSProperty('indeterminate', true);
    await box.click({ force: true });
    await expect(box).toBeChecked();
    await expect(changes).toContainText(say.t('staff.changesGiven', { count: 2 }));
    await box.click({ force: true });
    await expect(changes).toContainText(say.t('staff.changesNone'));
    await view.click({ force: true });
    // The ticks are restored, though the tab was closed.
    const at = new URL(page.url()).hash.slice(1);
    await page.keyboard.press('Control+w');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: say.t('app.unsavedClose') }).click();
    await expect(question).toHaveCount(0);
    await app.open(at);
    const discard = app.screen.getByRole('button', { name: say.t('common.draftDiscard') });
    await expect(discard).toBeVisible();
    await expect(changes).toContainText(say.t('staff.changesGiven', { count: 1 }));
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

  await test.step('a member is added, with matching passwords of sufficient length', async () => {
    await app.open('/staff/add-edit');
    const form = new FormInFront(app, 'staff');
    await form.fill({
      username: 'desk.one',
      realName: 'Desk One',
      email: 'desk.one@example.com',
      phone: '+44 20 7946 0300',
      groupId: 'Airport desk',
    });
    // The resulting permissions are shown before the account is created.
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
    await password.fill(NEW_PASSWORD);
    await repeat.fill(NEW_PASSWORD);
    await expect(app.screen.getByText(say.t('access.passwordFair'))).toBeVisible();
    await form.save();
    await expect(page).toHaveURL(/#\/staff\/staff-list$/);
    await expect(app.cell('desk.one')).toBeVisible();
  });

  await test.step('the member sets a new password and sees that menu alone', async () => {
    await app.signOut();
    await app.signIn('desk.one', NEW_PASSWORD);
    await expect(page.getByText(say.t('access.resetForced'))).toBeVisible();
    await page.getByLabel(say.label('oldPassword')).fill(NEW_PASSWORD);
    await page.getByLabel(say.label('newPassword'), { exact: true }).fill(OWN);
    await page.getByLabel(say.label('repeatPassword')).fill(OWN);
    await page.keyboard.press('Enter');
    // The desk is not permitted to them; the personal centre is open to everyone.
    await expect(page).toHaveURL(/#\/home\/center$/);
    const menu = page.getByRole('navigation', { name: say.t('app.mainMenu') });
    await expect(menu.getByRole('button', { expanded: false })).toHaveText([say.t('app.groups.config')]);
    await menu.getByRole('button', { name: say.t('app.groups.config') }).click();
    // The password form from before was opened last.
    await expect(menu.getByRole('link')).toHaveText([
      say.t('access.resetTitle'),
      say.words.menu['home.center'],
      say.t('bill.messages'),
      say.t('kept.title'),
      say.t('settings.title'),
      say.words.menu['config.airport'],
    ]);
    await menu.getByRole('link', { name: say.words.menu['config.airport'] }).click();
    await expect(app.screen.getByRole('gridcell').first()).toBeVisible();
    await app.follow('/staff/staff-list');
    await expect(page.getByText(say.t('app.noPermissionTitle'))).toBeVisible();
  });
});

test('ends an open session at once when its person is blocked, and lets nobody block themselves', async ({
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
  // The log of this person shows it, and no other person's entries.
  await app.screen
    .getByRole('gridcell', { name: 'warehouse', exact: true })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: say.t('staff.showLog') }).click();
  await expect(page).toHaveURL(/#\/staff\/logs$/);
  await expect(app.cell(say.choice('logAction', 'forbid'))).toBeVisible();
  await expect(app.cell('d.bakker')).toHaveCount(0);
  await app.screen.getByRole('button', { name: say.t('common.filterClear') }).click();
  await expect(app.cell('d.bakker')).toBeVisible();
  await app.signOut();
  await app.fillSignIn('warehouse');
  await page.keyboard.press('Enter');
  await expect(page.getByText(say.words.messages.LOGIN_FORBIDDEN)).toBeVisible();
});

test('lists a person’s sessions in the personal centre and ends other ones', async ({ signedIn }) => {
  const app = await signedIn();
  const { page, say } = app;
  const now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
  for (const name of ['Old laptop', 'Desk', 'Phone'])
    await app.sql(
      `insert or ignore into session (tokenHash, staffId, createdAt, lastUsedAt, userAgent) select '${name}', id, ${now}, ${now}, '${name}' from staff where username = 'admin'`,
    );
  await app.open('/home/center');
  const line = (name: string) => app.screen.getByRole('listitem').filter({ hasText: name });
  await expect(line(say.t('access.sessionHere'))).toHaveCount(1);
  await expect(line(say.t('access.sessionHere'))).toContainText('Freight Console');
  await line('Old laptop')
    .getByRole('button', { name: say.t('access.sessionEnd') })
    .click();
  await expect(line('Old laptop')).toHaveCount(0);
  await page.getByRole('button', { name: say.t('access.sessionsEndOthers', { count: 2 }) }).click();
  await expect(line('Phone')).toHaveCount(0);
  expect(await app.count('session', '1 = 1')).toBe(1);
});

/** Returns a picture 300 wide and 200 high, red at the left and blue at the right (PNG, 8 bits a colour). */
function halves(): Buffer {
  const [width, height] = [300, 200];
  const line = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) => Buffer.from(x < width / 2 ? [200, 0, 0] : [0, 0, 200])),
  ]);
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('crops a picture by keyboard, shows it everywhere, and removes it', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/home/center');
  const file = path.join(place.folder('pictures'), 'me.png');
  writeFileSync(file, halves());
  place.give(file);
  await app.willChoose(file);
  await app.screen.getByRole('button', { name: say.t('access.centerAvatarChange') }).click();
  const dialog = page.getByRole('dialog', { name: say.t('access.pictureCut') });
  const square = dialog.getByRole('application', { name: say.t('access.pictureSquare') });
  await expect(dialog.getByRole('status')).toHaveText(say.t('access.pictureAt', { size: 200, x: 50, y: 0 }));
  await square.focus();
  await page.keyboard.press('-');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('-');
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(dialog.getByRole('status')).toContainText(/ 0 from the left/);
  await dialog.getByRole('button', { name: say.t('access.pictureUse') }).click();
  await expect(dialog).toHaveCount(0);

  const shown = app.screen.locator('img.fc-avatar');
  await expect(shown).toBeVisible();
  // The left half alone, small and square.
  const seen = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const pen = canvas.getContext('2d');
    pen?.drawImage(image, 0, 0, 1, 1);
    return [
      image.naturalWidth,
      image.naturalHeight,
      ...(pen?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? []),
    ];
  });
  const [width, height, red = 0, , blue = 255] = seen;
  expect([width, height]).toEqual([512, 512]);
  expect(red).toBeGreaterThan(180);
  expect(blue).toBeLessThan(20);
  await expect(page.getByRole('button', { name: say.t('app.account') }).locator('img')).toBeVisible();
  await app.open('/staff/staff-list');
  await expect(app.cell('Demo Administrator').locator('img')).toBeVisible();

  await app.open('/home/center');
  await app.screen.getByRole('button', { name: say.t('access.centerAvatarRemove') }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByRole('button', { name: say.t('app.account') }).locator('img')).toHaveCount(0);
});
