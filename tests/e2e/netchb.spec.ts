import { SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

test('creates and tests an account of the simulator: reports a wrong password, connects with the right one', async ({
  signedIn,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  await app.open('/config/netchb/account');
  await app.screen.getByRole('button', { name: say.t('config.addNetchb') }).click();
  const form = new FormInFront(app, 'netchbAccount');
  await form.fill({ name: 'Course', loginName: 'course', filerCode: 'qzx' });
  await form.save();
  await expect(form.wrong('address')).toBeVisible();
  await form.fill({ environment: say.choice('netchbEnvironment', 'simulator') });
  await form.save();

  // The form stays open for its password.
  const connection = page.getByRole('region', { name: say.t('config.netchbConnection') });
  await expect(connection).toContainText(say.t('config.netchbNoPassword'));
  const dialog = page.getByRole('dialog', { name: say.t('config.netchbPasswordOf', { name: 'Course' }) });
  const enter = async (button: string, password: string) => {
    await connection.getByRole('button', { name: button }).click();
    await expect(dialog).toContainText(say.t('config.netchbSimulatorHint', { password: SIMULATOR_PASSWORD }));
    await dialog.getByLabel(say.label('password')).fill(password);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  const tryIt = () => connection.getByRole('button', { name: say.t('config.netchbTest') }).click();
  await enter(say.t('config.netchbSetPassword'), 'Wrong-password');
  await tryIt();
  await expect(connection.getByRole('alert')).toContainText(say.choice('netchbResult', 'sign_in'));
  await enter(say.t('common.changePassword'), SIMULATOR_PASSWORD);
  await expect(connection).toContainText(say.t('config.netchbNever'));
  await tryIt();
  await expect(connection.getByRole('status')).toContainText(say.choice('netchbResult', 'ok'));
  await page.keyboard.press('Escape');
  await expect(app.cell(say.choice('netchbResult', 'ok'))).toBeVisible();
  // Neither the database nor the stored drafts contain it.
  expect(await app.count('secret', `sealed like '%${SIMULATOR_PASSWORD}%'`)).toBe(0);
});
