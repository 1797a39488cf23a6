import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';

/** Opens the contract, presses one of its actions, and answers what its form asks. */
async function decide(app: DeskApp, path: string): Promise<void> {
  await app.open(path);
  await app.screen.getByRole('button', { name: app.say.action('document', 'approve'), exact: true }).click();
  const form = app.page.getByRole('dialog');
  await form.locator('[type=submit]').click();
  await expect(form).toBeHidden();
}

test('a contract that was rejected is submitted again and approved by two others, one after the other', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const [id = ''] = await app.texts("select id from contract where state = 'rejected'");
  const people = await app.texts(
    "select id from staff where username in ('warehouse', 'voucher') order by username desc",
  );
  const steps = ['Dock', 'Office'].map((name, index) => ({
    name,
    mode: 'any',
    approverStaffIds: [Number(people[index])],
    approverGroupIds: [],
    dueHours: 24,
  }));
  await app.sql(`update approvalConfig set steps = '${JSON.stringify(steps)}' where docType = 'contract'`);
  for (const permission of ['9100000', '9100100', '9100101', '9100103'])
    await app.sql(`insert into groupPermission (groupId, permissionId)
      select groupId, '${permission}' from staff where username in ('warehouse', 'voucher')`);
  const path = `/business/contract/detail/${id}`;

  await app.signIn('admin');
  await app.open(path);
  await app.screen.getByRole('button', { name: say.action('document', 'submit'), exact: true }).click();
  await expect(app.screen.getByText(say.state('document', 'pending'), { exact: true })).toBeVisible();
  await expect(app.screen.getByText('Step 1, Dock: waits for')).toBeVisible();
  // Who submitted it decides nothing of it.
  await expect(
    app.screen.getByRole('button', { name: say.action('document', 'approve'), exact: true }),
  ).toHaveCount(0);
  await app.signOut();

  await app.signIn('warehouse');
  await decide(app, path);
  await expect(app.screen.getByText('Step 2, Office: waits for')).toBeVisible();
  await app.signOut();

  await app.signIn('voucher');
  await decide(app, path);
  await expect(app.screen.getByText(say.state('document', 'approved'), { exact: true })).toBeVisible();
  await app.screen.getByRole('tab', { name: say.t('business.history') }).click();
  const lines = app.screen.getByRole('table', { name: say.t('business.history') }).getByRole('row');
  await expect(lines.filter({ hasText: say.choice('approvalAction', 'approve') })).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`#${path}$`));
});
