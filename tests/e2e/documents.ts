import type { DeskApp } from './deskApp';
import { expect } from './fixtures';

/** Groups of permissions to see and decide the documents of a type. */
const RIGHTS = {
  contract: ['9100000', '9100100', '9100101', '9100103'],
  order_quote: ['9100000', '9100300', '9100301', '9100303'],
  isf: ['9070000', '9070200', '9070201', '9070203'],
  entry: ['9070000', '9070300', '9070301', '9070303'],
  payment: ['9060000', '9060500', '9060501', '9060504'],
} as const;

/** Sets the approvers of a type of document, one step for each, and lets them see and decide it. */
export async function approvedBy(
  app: DeskApp,
  docType: keyof typeof RIGHTS,
  steps: readonly { readonly name: string; readonly username: string }[],
): Promise<void> {
  const made: object[] = [];
  for (const { name, username } of steps) {
    const [id = ''] = await app.texts(`select id from staff where username = '${username}'`);
    made.push({ name, mode: 'any', approverStaffIds: [Number(id)], approverGroupIds: [], dueHours: 24 });
    for (const permission of RIGHTS[docType])
      await app.sql(`insert or ignore into groupPermission (groupId, permissionId)
        select groupId, '${permission}' from staff where id = ${id}`);
  }
  await app.sql(
    `update approvalConfig set active = 1, steps = '${JSON.stringify(made)}' where docType = '${docType}'`,
  );
}

/** Opens a document, runs one of its actions, and submits the form of that action. */
export async function decide(app: DeskApp, path: string, action: string): Promise<void> {
  await app.open(path);
  await app.screen.getByRole('button', { name: action, exact: true }).click();
  const form = app.page.getByRole('dialog');
  await form.locator('[type=submit]').click();
  await expect(form).toBeHidden();
}
