import path from 'node:path';
import { LANGUAGES } from '@contract/limits';
import { screens } from '../../renderer/screens';
import { camera, PICTURES } from './camera';
import { exampleOf, FIRST_ADMINISTRATOR } from './deskApp';
import { test } from './fixtures';

for (const language of LANGUAGES) {
  for (const theme of ['light', 'dark'] as const) {
    test(`empty, ${language}, ${theme}`, async ({ start }) => {
      const app = await start({ language });
      const { page, say } = app;
      const shot = camera(app, path.join(PICTURES, `empty-${language}-${theme}`));
      if (theme === 'dark') await page.getByRole('button', { name: say.t('app.themeDark') }).click();
      await page.getByRole('button', { name: say.t('access.emptyStart') }).click();
      await app.firstAdministrator();
      await shot('sign-in');
      await app.signIn(FIRST_ADMINISTRATOR.username, FIRST_ADMINISTRATOR.password);

      for (const screen of screens) {
        // The page of one record has no record to show yet and shows a message, which `emptyStart.spec.ts` checks.
        if (/:|edit_|_detail/.test(screen.path)) continue;
        await app.open(exampleOf(screen.path));
        await shot(screen.path.replaceAll('/', '-').slice(1));
      }
    });
  }
}
