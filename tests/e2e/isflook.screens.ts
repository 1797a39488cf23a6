import path from 'node:path';
import { camera, PICTURES } from './camera';
import { test } from './fixtures';

for (const [language, theme] of [
  ['en', 'light'],
  ['cn', 'dark'],
] as const) {
  test(`isf ${language}, ${theme}`, async ({ start, demoData }) => {
    const app = await start({ language, data: demoData() });
    const { page, say } = app;
    const shot = camera(app, path.join(PICTURES, `isf-${language}-${theme}`));
    if (theme === 'dark') await page.getByRole('button', { name: say.t('app.themeDark') }).click();
    await app.signIn('admin');
    await app.open('/sea/isf');
    await shot('list');
    await app.screen.getByRole('button', { name: say.t('sea.isfShow_action') }).click();
    await shot('action');
    const idOf = async (where: string) =>
      (await app.texts(`select id from seaIsf where ${where} limit 1`))[0];
    const of: [string, string][] = [
      ['matched', "state = 'matched' and amendmentNo = 1"],
      ['amending', "state = 'draft' and standing is not null"],
      ['failed', "filingState = 'failed'"],
      ['pending', "state = 'pending_approval'"],
    ];
    for (const [name, where] of of) {
      await app.open(`/sea/isf/detail/${await idOf(where)}`);
      await shot(name);
      for (const part of ['sea.timeline', 'sea.changes', 'sea.exchanges'] as const) {
        const tab = app.screen.getByRole('tab', { name: say.t(part) });
        if ((await tab.count()) === 0) continue;
        await tab.click();
        await shot(`${name}-${part.slice(4)}`);
      }
    }
    await app.open(`/sea/isf/amend/${await idOf("state = 'draft' and standing is not null")}`);
    await shot('amend');
    await app.open(`/sea/isf/amend/${await idOf("state = 'draft' and missingCount > 3")}`);
    await shot('form');
    await app.screen.locator('.fc-missing button').last().click();
    await shot('form-jump');
    await app.open('/config/netchb/account');
    await shot('account');
  });
}
