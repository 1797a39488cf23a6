import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { words } from '@contract/words';
import { noaEml, utbEml } from '../support/letters';
import { expect, test } from './fixtures';

test('imports, matches and processes a notice of arrival, and matches an assessment by hand', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  // A bill that has landed, without notice of its cargo yet.
  const [billNo = ''] = await app.texts(
    `select billNo from bill where stage = 'arrived' and noaAt is null and removedAt is null and archived = 0
      and (select count(*) from bill as other where other.billNo = bill.billNo) = 1 limit 1`,
  );
  const [ata = ''] = await app.texts(`select ata from bill where billNo = '${billNo}'`);
  const [boxes = ''] = await app.texts(`select cast(boxCount as text) from bill where billNo = '${billNo}'`);
  const date = new Date(Date.parse(ata) + 60_000).toUTCString();
  const noa = noaEml({ billNo, pieces: Number(boxes) - 1, date });
  const letters = place.folder('letters');
  const dropped = (name: string, content: string | Uint8Array) => {
    const file = path.join(letters, name);
    writeFileSync(file, content);
    place.give(letters);
    return file;
  };
  const action = (name: string) => say.action('letter', name);

  await test.step('its file is selected, and it is matched by its number', async () => {
    await app.open('/config/noa-mail');
    const file = dropped('noa.eml', noa);
    await app.willChoose(file);
    await app.screen.getByRole('button', { name: say.t('letters.choose') }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: `Notice of arrival ${billNo}` });
    await expect(drawer.getByText(say.state('letter', 'matched'))).toBeVisible();
    await expect(drawer.getByTestId('letter-text').locator('mark', { hasText: billNo })).toBeVisible();
    await drawer.getByRole('button', { name: action('process') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(say.t('letters.processed'))).toBeVisible();
    expect(
      await app.count(
        'bill',
        `billNo = '${billNo}' and noaAt is not null and noaBoxCount = ${Number(boxes) - 1}`,
      ),
    ).toBe(1);
  });

  await test.step('an assessment that matches no bill is matched by hand', async () => {
    const file = dropped('utb.eml', utbEml());
    await app.open('/config/utb-mail');
    await app.willChoose(file);
    await app.screen.getByRole('button', { name: say.t('letters.choose') }).focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Uitnodiging tot betaling' });
    await expect(drawer.getByText(say.state('letter', 'unmatched'))).toBeVisible();
    await drawer.getByRole('button', { name: action('match') }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: say.t('letters.match') });
    await page.keyboard.type(billNo);
    // Found by its whole number, and not among those with the same beginning.
    await expect(dialog.getByRole('radio', { name: billNo })).toBeVisible();
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(drawer.getByText(say.state('letter', 'matched'), { exact: true })).toBeVisible();
    await expect(drawer.getByRole('link', { name: billNo })).toBeVisible();
    await drawer.getByRole('button', { name: action('process') }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => app.count('attachment', "category = 'utb' and fileName = 'aanslag.pdf'")).toBe(1);
  });

  await test.step('the warehouse is notified of the missing box', async () => {
    // The next waiting mail opens as soon as this one is done.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden({ timeout: 2000 });
    }).toPass();
    await app.signOut();
    await app.signIn('warehouse');
    await page.locator('.fc-bell').click();
    const message = words[say.language].messages.NOA_COUNT.replace(
      '{noa}',
      String(Number(boxes) - 1),
    ).replace('{boxes}', boxes);
    await expect(page.getByRole('button', { name: message })).toBeVisible();
  });
});
