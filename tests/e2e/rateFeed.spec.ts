import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rateXml } from '../support/rateFiles';
import { expect, test } from './fixtures';

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`reads exchange rates from a file and a folder, in ${language} and ${theme}`, async ({
    signedIn,
    place,
  }) => {
    const folder = place.folder('rates');
    const app = await signedIn({ language, env: { FREIGHT_CONSOLE_RATES_FOLDER: folder } });
    const { page, say, screen } = app;
    if (theme === 'dark') await app.theme('dark');
    const panel = page.getByRole('dialog');
    const button = (key: Parameters<typeof say.t>[0]) => screen.getByRole('button', { name: say.t(key) });

    await test.step('a file shows what was stored, kept and left out', async () => {
      const file = path.join(place.folder('files'), 'eurofxref.xml');
      writeFileSync(
        file,
        rateXml([
          { day: ago(1), rates: { USD: '1.0845', NOK: '11.72', JPY: '1631.0' } },
          { day: ago(2), rates: { NOK: '11.70' } },
        ]),
      );
      place.give(place.folder('files'));
      await app.open('/bil-fee/rates');
      await expect(screen.getByText(say.t('finance.ratesFrom_none'))).toBeVisible();
      await app.willChoose(file);
      await button('finance.ratesFile').click();
      await expect(screen.getByText(say.t('finance.ratesDoubtful_one', { count: 1 }))).toBeVisible();
      await expect(screen.getByText('1631.000000')).toBeVisible();
      await expect.poll(() => app.count('dayRate', "currency = 'NOK' and source = 'ecb'")).toBe(2);
      expect(await app.count('dayRate', "currency = 'JPY' and source = 'ecb'")).toBe(0);
      await screen.getByRole('button', { name: say.t('common.close'), exact: true }).click();
    });

    await test.step('a folder is read by itself', async () => {
      writeFileSync(path.join(folder, 'today.xml'), rateXml([{ day: ago(1), rates: { SEK: '11.02' } }]));
      place.give(folder);
      await button('finance.ratesSource').click();
      await app.choose(`${say.label('source', 'rateFeed')} *`, say.choice('rateFeedSource', 'folder'));
      await panel.getByRole('button', { name: say.t('common.save') }).click();
      await expect(panel).toBeHidden();
      await button('finance.ratesNow').click();
      await expect.poll(() => app.count('dayRate', "currency = 'SEK' and source = 'ecb'")).toBe(1);
      await expect(screen.getByText(say.t('finance.ratesFrom_folder'))).toBeVisible();
    });
  });
