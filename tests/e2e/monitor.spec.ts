import { instantOf } from '@contract/rules/zonedTime';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

test('creates a rule, and a late bill raises an alert in the records and in the outbox', async ({
  signedIn,
}) => {
  const app = await signedIn({ env: { FREIGHT_CONSOLE_ALERTS_SOON: '1' } });
  const { page, say } = app;
  await app.open('/monitor/config');
  await app.screen.getByRole('button', { name: say.t('monitor.addRule') }).click();
  const panel = page.getByRole('dialog', { name: say.t('monitor.addRule') });
  const form = new FormInFront(app, 'monitorConfig');
  const field = (name: string) => form.input(name);
  const fieldOf = (name: string) => form.field(name);

  await field('name').fill('Arrivals of today');
  await field('event').selectOption('noa_missing');
  await expect(fieldOf('thresholdHours')).toContainText('12');
  await field('thresholdHours').fill('2');
  await field('toEmails').fill('duty@example.com');
  await page.keyboard.press('Enter');
  await field('subject').fill('Call the handler: {bilNo}');
  await field('bodyCn').fill('请联系货站。');
  await field('bodyEn').fill('Landed at ');
  await panel.getByRole('button', { name: say.choice('placeholder', 'ata'), exact: true }).click();
  await expect(field('bodyEn')).toHaveValue('Landed at {ata}');
  await expect(field('bodyEn')).toBeFocused();

  const wrong = say.words.messages.PLACEHOLDER_UNKNOWN.split('.')[0]
    ?.replace('{field}', say.label('subject'))
    .replace('{names}', '{bilNo}');
  await panel.getByRole('button', { name: say.t('common.save') }).click();
  await expect(fieldOf('subject').getByRole('alert')).toContainText(String(wrong));
  await field('subject').fill('Call the handler: {billNo}');
  // The preview shows what the rule would do before it is saved.
  await expect(panel.locator('.fc-trial')).toContainText('duty@example.com');
  await expect(panel.locator('.fc-rule-sample')).toContainText(/Call the handler: \d{3}-\d{8}/);
  await panel.getByRole('button', { name: say.t('common.save') }).click();
  await expect(panel).toBeHidden();
  await expect(app.cell('Arrivals of today')).toBeVisible();

  const late = instantOf(Date.now() - 3 * 3_600_000);
  await app.sql(`update bill set ata = '${late}', noaAt = null, pickupAt = null, stage = 'arrived', archived = 0
    where id = (select max(id) from bill where mode = 'air' and stage = 'draft')`);
  const of = "configId = (select id from monitorConfig where name = 'Arrivals of today')";
  const whose = `select max(id) from bill where ata = '${late}'`;
  await expect.poll(() => app.count('monitorRecord', `${of} and objectId = (${whose})`)).toBe(1);

  await app.open('/monitor/record');
  const subject = app.screen.getByRole('gridcell', { name: /^Call the handler/ });
  await expect(subject.first()).toBeVisible();
  await subject.first().dblclick();
  const one = page.getByRole('dialog', { name: say.t('monitor.recordTitle') });
  await expect(one.getByText(say.state('monitorRecord', 'pending'))).toBeVisible();
  await expect(one.getByText(say.t('monitor.still'))).toBeVisible();
  await one.getByRole('link', { name: say.t('monitor.openMail') }).click();
  const mail = page.getByRole('dialog', { name: say.words.choices.logObject.mail });
  await expect(mail.getByRole('heading', { name: /^Call the handler/ })).toBeVisible();
  await expect(mail.getByText('duty@example.com')).toBeVisible();
});
