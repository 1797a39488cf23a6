import type { Locator } from 'playwright/test';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/**
 * Acts as an input method of the system: composes a word from letters and commits it by Enter, which does nothing else.
 */
async function inputMethod({ page }: DeskApp) {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener(
      'keydown',
      ({ key, keyCode, isComposing }) => heard.push(`${key} ${keyCode} ${isComposing}`),
      true,
    );
  });
  return {
    /** Composes letters in a field, commits the word by Enter and has it inserted. */
    async write(field: Locator, letters: string, word: string, meanwhile: () => Promise<void>) {
      await field.focus();
      // A part that has just been opened sets the focus a frame later, which would end the composition.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await expect(field).toBeFocused();
      await session.send('Input.imeSetComposition', {
        text: letters,
        selectionStart: letters.length,
        selectionEnd: letters.length,
      });
      // The event that a browser receives for a key that the input method handles.
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
      expect(heard).toContain('Enter 229 true');
      await meanwhile();
      await session.send('Input.insertText', { text: word });
    },
  };
}

test('does nothing else on an Enter that commits a word of an input method', async ({ start, demoData }) => {
  const app = await start({ data: demoData() });
  const { page, say } = app;
  const method = await inputMethod(app);

  await test.step('Enter does not sign in', async () => {
    await app.fillSignIn('admin');
    const username = page.getByLabel(say.label('username'));
    await username.fill('');
    await method.write(username, 'admin', 'admin', () => expect(page.getByRole('alert')).toHaveCount(0));
    await expect(app.tabs).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(app.tabs).toBeVisible();
  });

  await test.step('Enter opens nothing from the palette', async () => {
    await page.keyboard.press('Control+k');
    const box = page.getByPlaceholder(say.t('app.goPlaceholder'));
    await method.write(box, 'tidan', '提单列表', () => expect(box).toBeVisible());
    await expect(box).toHaveValue('提单列表');
    await expect(page.locator('.fc-palette [role=option]').first()).toContainText(
      say.words.menu['bill.manage'],
    );
    await page.keyboard.press('Enter');
    await expect(app.screen.getByRole('tab', { name: say.state('bill', 'inbound') })).toBeVisible();
  });

  await test.step('Enter saves no view under an unfinished name', async () => {
    await app.screen.getByRole('button', { name: say.t('common.views'), exact: true }).click();
    await page.locator('.fc-views').getByText(say.t('common.viewSave'), { exact: true }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel(say.t('common.viewName'));
    // The menu it was chosen from closes in its own time, and takes the focus from nothing.
    await expect(page.locator('.fc-views')).toHaveCount(0);
    await expect(name).toBeFocused();
    await method.write(name, 'jintian', '今天', () => expect(dialog).toBeVisible());
    await expect(name).toHaveValue('今天');
    await name.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(app.screen.getByRole('button', { name: '今天', exact: true })).toBeVisible();
  });

  await test.step('Enter submits no form, selects nothing in its lists and completes no tag', async () => {
    await app.open('/config/last_mile');
    await page.keyboard.press('n');
    const form = new FormInFront(app, 'lastMile');
    const open = () => expect(form.form).toBeVisible();
    await method.write(form.input('nameCn'), 'youzheng', '邮政', open);
    await form.expectWrong(0);
    await expect(form.input('nameCn')).toHaveValue('邮政');

    const prefixes = form.field('trackingPrefixes');
    const tags = prefixes.locator('.bp6-tag');
    await method.write(form.input('trackingPrefixes'), 'lx', 'LX', () => expect(tags).toHaveCount(0));
    await expect(tags).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(tags).toHaveText(['LX']);

    const countries = form.field('countryIds');
    const chosen = countries.locator('.bp6-tag');
    await method.write(form.input('countryIds'), 'de', '德国', () => expect(chosen).toHaveCount(0));
    await page.keyboard.press('Enter');
    await expect(chosen).toHaveCount(1);
    await form.expectWrong(0);
  });
});
