import { screens } from '../../renderer/screens';
import { refusal } from '../support/brokenFront';
import { exampleOf } from './deskApp';
import { expect } from './fixtures';
import { test } from './teamServer';

const NO = 'Not now, says the server';
/** Matches the reads of the records that pickers choose from. */
const NAMES = /\/all(\?|$)/;

test('reports a picker’s list that could not be read and reads it again; offers nothing while it is late', async ({
  onTeam,
  team,
}) => {
  // Every form that the menu leads to is opened in one start.
  test.setTimeout(300_000);
  const app = await onTeam({ allowed: /./ });
  const { page, say } = app;
  const { front } = team;
  const options = page.locator('.bp6-select-popover').getByRole('option');
  const failed = options.filter({ hasText: say.t('common.listFailed') });
  const form = page.locator('form.fc-form:visible').last();
  const pickers = form.locator('button.fc-select:enabled');

  await test.step('a late list offers nothing', async () => {
    let answer = () => {};
    const slow = new Promise<void>((come) => {
      answer = come;
    });
    await app.open('/home');
    front.late = (url) => (NAMES.test(url) ? slow : 0);
    // The list behind the form is late as well, so the screen cannot be waited for until it is settled.
    await app.follow('/config/destination');
    await app.screen.getByRole('grid').first().waitFor();
    await page.keyboard.press('n');
    const picker = pickers.first();
    await picker.focus();
    await page.keyboard.press('Enter');
    await expect(options).toHaveText([say.t('common.loading')]);
    await page.keyboard.press('Enter');
    await expect(picker).toHaveText(say.t('common.pleaseSelect'));
    answer();
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    front.heal();
  });

  const forms = new Set<string>();
  const unread = new Set<string>();
  /** Names of pickers that were opened: pickers of one name share one list. */
  const opened = new Set<string>();
  const refuse = () => {
    front.faultOf = (method, url) => (method === 'GET' && NAMES.test(url) ? refusal(400, NO) : undefined);
  };
  for (const { path: to } of screens) {
    if (to.includes(':')) continue;
    await test.step(to, async () => {
      refuse();
      await app.open(exampleOf(to));
      // Only a list has a form to open; on a screen that is a form, n would search in the focused first picker.
      if ((await form.count()) === 0) await page.keyboard.press('n');
      await app.settled();
      // A form that was drawn late has searched for the n.
      if ((await page.locator('.bp6-select-popover').count()) > 0) await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
      for (let nth = 0; nth < (await pickers.count()); nth += 1) {
        const picker = pickers.nth(nth);
        const reports = async () => (await picker.innerText()) === say.t('common.listFailed');
        const name = (await picker.getAttribute('id')) ?? '';
        if (opened.has(name) && !(await reports())) continue;
        opened.add(name);
        await picker.focus();
        await page.keyboard.press('Enter');
        // A list that could not be read is shown neither as empty nor as loading.
        await expect(options.first(), `${to} ${name}`).toBeVisible();
        const texts = await options.allInnerTexts();
        expect(texts, `${to} ${name}`).not.toContain(say.t('app.noneToChoose'));
        expect(texts, `${to} ${name}`).not.toContain(say.t('common.loading'));
        // A list of an earlier form may be read again, and fail, after its picker was first looked at.
        await expect
          .poll(async () => (await failed.count()) > 0 === (await reports()), { message: `${to} ${name}` })
          .toBe(true);
        if (await reports()) {
          await expect(options, `${to} ${name}`).toHaveCount(1);
          front.heal();
          await failed.click();
          await expect(failed, `${to} ${name}`).toHaveCount(0);
          refuse();
          unread.add(name);
        }
        await page.keyboard.press('Escape');
        await expect(options).toHaveCount(0);
        forms.add(to);
      }
      await page.keyboard.press('Escape');
      front.heal();
      await app.closeScreen();
    });
  }
  expect(forms.size).toBeGreaterThan(20);
  expect(unread.size).toBeGreaterThan(10);
});
