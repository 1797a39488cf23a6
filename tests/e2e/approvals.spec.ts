import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

test('sets the approvers of a payment by keyboard alone, and summarises them before saving', async ({
  signedIn,
}) => {
  const app = await signedIn({ allowed: /409/ });
  const { page, say } = app;
  const { keyboard } = page;
  await app.open('/base-data/approval');
  // A person who has left can no longer decide anything.
  await expect(app.cell(say.message('APPROVAL_STUCK', { no: 1 }))).toBeVisible();
  await expect(app.cell(say.message('APPROVAL_DELETED', { name: 'Pim' }))).toHaveCount(0);
  await expect(app.cell(say.message('APPROVAL_FORBIDDEN', { name: 'Pim Visser' }))).toBeVisible();

  await keyboard.press('n');
  const form = new FormInFront(app, 'approvalConfig');
  await form.fill({
    docType: say.choice('approvalDoc', 'payment'),
    currency: 'USD',
    minAmount: '1000',
    maxAmount: '5000',
    nameEn: 'Payments in USD',
    nameCn: '美元付款',
  });
  await form.save();
  await expect(form.wrong('steps')).toHaveText(say.words.messages.APPROVAL_NO_STEPS);

  const steps = form.field('steps');
  const sentence = steps.locator('.fc-steps-say');
  const addStep = steps.getByRole('button', { name: say.t('config.stepAdd') });
  const nameOf = (no: number) => steps.getByRole('textbox', { name: say.t('config.stepName', { no }) });
  await addStep.focus();
  await keyboard.press('Enter');
  await expect(nameOf(1)).toBeFocused();
  await keyboard.type('Management');
  // Past the button that removes the step, to its approvers.
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('Li Wei');
  await keyboard.press('Enter');
  await keyboard.type('Femke');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(sentence).toContainText(
    'Payments from 1,000 to under 5,000 USD: 李伟 / Li Wei or Femke Meijer.',
  );

  await addStep.focus();
  await keyboard.press('Enter');
  await expect(nameOf(2)).toBeFocused();
  await keyboard.type('Finance');
  await steps.getByLabel(say.t('config.stepGroups', { no: 2 })).focus();
  await keyboard.type('Finance');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await steps
    .getByRole('checkbox', { name: say.t('config.stepAll') })
    .last()
    .focus();
  await keyboard.press('Space');
  await nameOf(2).focus();
  await keyboard.press('Alt+ArrowUp');
  await expect(nameOf(1)).toBeFocused();
  await expect(nameOf(1)).toHaveValue('Finance');
  await expect(steps.getByRole('status')).toHaveText(say.t('config.stepMoved', { name: 'Finance', no: 1 }));
  await expect(sentence).toContainText(': first everyone in Finance, then 李伟 / Li Wei or Femke Meijer.');

  await form.save();
  await expect(form.form).toHaveCount(0);
  await expect(app.cell('first everyone in Finance, then 李伟 / Li Wei or Femke Meijer')).toBeVisible();

  // Before a person is blocked, the dialog names the approvals that wait for them.
  await app.open('/staff/staff-list');
  await app.cell('f.meijer').click({ button: 'right' });
  await page.getByRole('menuitem', { name: say.t('staff.forbid') }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await expect(question).toContainText('Payments in USD');
  await keyboard.press('Escape');
});
