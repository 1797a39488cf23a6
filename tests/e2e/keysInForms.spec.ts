import type { DeskApp } from './deskApp';
import { goodLine, writeBills } from './files';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

/** Types at the speed of a person who does not look up. */
const type = (app: DeskApp, text: string) => app.page.keyboard.type(text, { delay: 15 });

test('fills in a form, lists included, by typing and Tab alone from its first empty field', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;

  await test.step('Tab accepts the marked entry of a list; other text does not stay as a value', async () => {
    await app.open('/config/last_mile');
    await app.press('n');
    const form = new FormInFront(app, 'lastMile');
    await expect(form.input('code')).toBeFocused();
    await type(app, 'ZZX');
    await app.press('Tab');
    await type(app, 'be');
    await app.press('Tab');
    const countries = form.field('countryIds');
    await expect(countries.locator('.bp6-tag')).toHaveText([/^BE/]);
    await expect(form.input('nameEn')).toBeFocused();
    await app.press('Shift+Tab');
    await type(app, 'qqq');
    await app.press('Tab');
    await expect(form.input('countryIds')).toHaveValue('');
    await expect(countries.locator('.bp6-tag')).toHaveCount(1);
    await app.press('Shift+Tab');
    await type(app, 'n');
    await app.press('Escape');
    await expect(form.input('countryIds')).toBeFocused();
    await expect(form.form).toBeVisible();
    // The focus cycles within the panel: from its first stop back to its last, and on to the first.
    const close = page.getByRole('dialog').getByRole('button', { name: say.t('common.close') });
    await close.focus();
    await app.press('Shift+Tab');
    await expect(form.form.getByRole('button', { name: say.t('common.cancel') })).toBeFocused();
    await app.press('Tab');
    await expect(close).toBeFocused();
    await app.press('Escape');
    await expect(form.form).toHaveCount(0);
  });

  await test.step('the form of a bill skips its usual mode, moves from date to hour, and leads to missing fields', async () => {
    await app.open('/bill/add_bill');
    const form = new FormInFront(app, 'bill');
    await expect(form.input('billNo')).toBeFocused();
    await type(app, '18012345675');
    await app.press('Tab');
    await type(app, 'K1');
    await app.press('Tab', 'Tab');
    await type(app, 'gpt');
    await app.press('Tab');
    await expect(form.input('customerId')).toContainText('GPT');
    await expect(form.input('serviceId')).toBeFocused();
    await type(app, 'clr_dlv');
    await app.press('Tab');
    await expect(form.input('serviceId')).toContainText('CLR_DLV');
    await form.input('etd').focus();
    await type(app, 't');
    await app.press('Tab');
    // No error for the day while its time is being typed.
    await expect(form.wrong('etd')).toHaveCount(0);
    await expect(form.input('etd')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
    await type(app, '1030');
    await app.press('Tab');
    await expect(form.input('eta')).toBeFocused();
    await type(app, '+1');
    await app.press('Tab', 'Tab');
    await expect(form.wrong('eta')).toBeVisible();
    await app.press('Control+s');
    // A required list is no input, but gets the focus all the same.
    await expect(form.input('originAirportId')).toBeFocused();
    await expect(form.wrong('originAirportId')).toBeVisible();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await test.step('the form is the same in the other language, and keeps its place', async () => {
    await app.open('/config/mark');
    await app.press('n');
    await type(app, 'ZZY');
    const code = page.locator('form.fc-form:visible input').first();
    // Keys typed while the form loads go into it.
    await expect(code).toHaveValue('ZZY');
    await app.press('Control+k');
    await expect(page.getByPlaceholder(say.t('app.goPlaceholder'))).toBeFocused();
    await page.keyboard.type('中文');
    await expect(page.locator('.fc-palette').getByRole('option')).toHaveCount(1);
    await app.press('Enter');
    await expect(page.getByRole('button', { name: '取消' })).toBeVisible();
    await type(app, '1');
    await expect(code).toHaveValue('ZZY1');
  });
});

test('reaches the parts of a record by arrows, by keys from anywhere in it, and by the palette', async ({
  signedIn,
}) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  await app.open('/bill/bill_manage');
  const rows = app.screen.getByRole('grid').first();
  await expect(rows).toBeFocused();
  // The grid is one tab stop, however many cells: the next Tab leaves it.
  await app.press('Tab');
  expect(await rows.evaluate((grid) => grid.contains(document.activeElement))).toBe(false);
  await rows.focus();
  await app.press('Enter');
  const part = (name: string) => app.screen.getByRole('tab', { name, exact: true });
  const [overview, awb, custody, customs] = [
    say.t('common.overview'),
    say.t('bill.awbTab'),
    say.t('custody.tab'),
    say.t('clearance.tab'),
  ];
  await part(overview).focus();
  await app.press('ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect(part(customs)).toBeFocused();
  await app.press('Enter');
  await expect(part(customs)).toHaveAttribute('aria-selected', 'true');
  await app.press('Alt+PageUp');
  await expect(part(custody)).toHaveAttribute('aria-selected', 'true');
  await app.press('Alt+PageUp', 'Alt+PageDown', 'Alt+PageDown');
  await expect(part(customs)).toHaveAttribute('aria-selected', 'true');
  await expect(part(customs)).toBeFocused();
  await app.press('Control+k');
  await page.getByPlaceholder(say.t('app.goPlaceholder')).fill(awb);
  await expect(page.locator('.fc-palette').getByRole('option').first()).toHaveText(new RegExp(`^${awb}`));
  await app.press('Enter');
  await expect(part(awb)).toHaveAttribute('aria-selected', 'true');
  await expect(part(awb)).toBeFocused();
  // A bill opened from the clearance list shows its customs tab.
  await app.open('/bill/clearance');
  await expect(app.screen.getByRole('grid')).toBeFocused();
  await app.press('Enter');
  await expect(part(customs)).toHaveAttribute('aria-selected', 'true');
  // So does one opened in a background tab.
  await app.open('/bill/clearance');
  await expect(app.screen.getByRole('grid')).toBeFocused();
  const tabs = await app.tabs.getByRole('tab').count();
  await app.press('ArrowDown', 'Control+Enter');
  await expect(app.tabs.getByRole('tab')).toHaveCount(tabs + 1);
  await app.tabs.getByRole('tab').last().click();
  await expect(part(customs)).toHaveAttribute('aria-selected', 'true');
});

test('imports a file by keys alone: selects it, corrects cells, submits it', async ({ signedIn, place }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  const folder = place.folder('papers');
  const lines = [
    goodLine(7390011),
    goodLine(7390022, { boxCount: 'ten', customerCode: 'NOBODY' }),
    goodLine(7390033, { weight: 'heavy' }),
  ];
  const file = writeBills(`${folder}/keys.csv`, lines, 'en');
  place.give(folder);
  await app.open('/bill/bill_import');
  const choose = app.screen.getByRole('button', { name: say.t('importing.choose') });
  await expect(choose).toBeFocused();
  await app.willChoose(file);
  await app.press('Enter');
  const cell = (text: string) => app.screen.locator('.fc-import-cell').filter({ hasText: text });
  const mend = async (from: string, to: string) => {
    await expect(cell(from)).toBeFocused();
    await app.press('Enter');
    const typed = page.getByRole('dialog').getByRole('textbox');
    await expect(typed).toBeFocused();
    await expect(typed).toHaveValue(from);
    await type(app, to);
    await expect(typed).toHaveValue(to);
    await app.press('Enter');
    await expect(typed).toHaveCount(0);
  };
  // The first wrong cell has the focus, in the order of the columns; a correction moves to the next one.
  await expect(cell('NOBODY')).toBeFocused();
  await app.press('ArrowRight', 'ArrowLeft');
  await expect(cell('NOBODY')).toBeFocused();
  // Each F8 continues from where the one before ended, however fast; after the last cell it returns to the first.
  await app.press('F8', 'F8');
  // The reason is shown wherever the focus is, also where the column of problems is out of view.
  const why = app.screen.locator('.fc-import-said');
  await expect(why).toContainText(say.t('importing.rowAt', { row: 4 }));
  await expect(why).toContainText('heavy');
  await expect(why).not.toContainText('NOBODY');
  await mend('heavy', '120.5');
  await mend('NOBODY', 'GPT');
  await mend('ten', '10');
  const send = app.screen.getByRole('button', { name: say.t('importing.importAll_other', { count: 3 }) });
  await expect(send).toBeFocused();
  await app.press('Enter');
  await expect(app.screen.locator('.fc-steps [aria-current=step]')).toContainText(say.t('common.result'));
  await expect.poll(() => app.countBills('weight = 120500 AND boxCount = 120')).toBe(1);
});

test('keeps the field that Tab focuses in view above the foot of its form', async ({ signedIn }) => {
  const app = await signedIn({ motion: true, size: { width: 1280, height: 760 } });
  const { page } = app;
  for (const path of ['/sea/entry/add', '/sea/isf/add', '/bill/add_bill', '/customer/add_customer']) {
    await app.open(path);
    await expect(app.screen.locator('.fc-form')).toBeVisible();
    let reached = 0;
    for (let step = 0; step < 90; step++) {
      await app.press('Tab');
      const found = await page.evaluate(() => {
        const field = document.activeElement as HTMLElement;
        if (!field.closest('.fc-form')) return { inForm: false, seen: true, name: '' };
        const { left, top, width, height } = field.getBoundingClientRect();
        // A switch is drawn beside its input.
        const shown = field.matches('.bp6-switch input') ? field.parentElement : field;
        const at = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
        return { inForm: true, seen: !!at && !!shown?.contains(at), name: field.id || field.innerText };
      });
      expect(found, `${path}, ${found.name}`).toMatchObject({ seen: true });
      if (found.inForm) reached += 1;
      else if (reached > 5) break;
    }
    expect(reached, path).toBeGreaterThan(15);
  }
});

test('focuses the right element of each overlay and offers only valid choices', async ({ signedIn }) => {
  const app = await signedIn({ motion: true });
  const { page, say } = app;
  const openDialog = async (text: string) => {
    await app.press('Control+k');
    await page.getByPlaceholder(say.t('app.goPlaceholder')).fill(text);
    return page.locator('.fc-palette').getByRole('option').first();
  };

  await test.step('companies of a permitted type are offered, and an arrow marks the first', async () => {
    await app.open('/business/contract');
    await app.press('n');
    const form = new FormInFront(app, 'contract');
    await expect(form.input('title')).toBeFocused();
    const codes = (kind: string) =>
      app.texts(`select code from clientCompany where kind = '${kind}' and active = 1 order by code`);
    await form.input('ownCompanyId').focus();
    await app.press('ArrowDown');
    const offered = page.locator('.bp6-select-popover').getByRole('option');
    await expect(offered).toHaveText((await codes('own')).map((code) => new RegExp(`^${code}`)));
    const [first = ''] = await codes('own');
    await expect(offered.first().locator('.bp6-active')).toBeVisible();
    await app.press('Enter');
    await expect(form.input('ownCompanyId')).toContainText(first);
    await form.input('companyId').focus();
    await type(app, 'windmill');
    await expect(page.getByText(say.t('app.goNothing'))).toBeVisible();
    await app.press('Escape');
    await form.fill({ kind: say.choice('contractKind', 'supplier') });
    await form.input('companyId').focus();
    await type(app, 'windmill');
    await app.press('Tab');
    await expect(form.input('companyId')).toContainText('WINDMILL');
    await app.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('pallets for a truck are selected by Space and Enter once loaded, in kilograms', async () => {
    const [pallet = '', code = '', grams = ''] =
      (
        await app.texts(`select palletNo || '|' || destinationCode || '|' || weight from pallet
        where cmrId is null and state = 'closed' and warehouseId = 1 limit 1`)
      )[0]?.split('|') ?? [];
    const [note = ''] = await app.texts("select id from cmr where state = 'draft' order by id desc");
    await app.sql(`update pallet set cmrId = null where cmrId = ${note};
      update cmr set fromWarehouseId = 1, toDestinationId = (select id from destination where code = '${code}')
      where id = ${note}`);
    await app.open(`/config/cmr/detail/${note}`);
    await expect(app.screen.getByRole('tab', { name: say.t('common.pallets') })).toBeVisible();
    await app.press('Alt+PageDown', 'n');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox').first()).toBeFocused();
    const row = dialog.getByRole('row').filter({ hasText: pallet });
    await expect(row).toContainText((Number(grams) / 1000).toFixed(2));
    await app.press('Space', 'Control+s');
    await expect(dialog).toHaveCount(0);
    await expect(app.screen.getByRole('tab', { name: say.t('common.pallets') })).toContainText('1');
  });

  await test.step('a screen focuses its action, a letter its recipient, a window its tab', async () => {
    await expect(await openDialog('send statements')).toContainText(say.words.menu['finance.customer']);
    await app.press('Enter');
    await expect(app.screen.getByRole('grid')).toBeFocused();
    await app.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say.t('common.sendByEmail') })
      .click();
    const letter = new FormInFront(app, 'statement');
    await expect(letter.form.locator('.bp6-tag-input input').first()).toBeFocused();
    await app.press('Escape', 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const opened = app.app.waitForEvent('window');
    await expect(await openDialog(say.t('app.ownOpen'))).toContainText(say.t('app.ownOpen'));
    await app.press('Enter');
    const own = await opened;
    await expect(own.getByRole('grid')).toBeVisible();
    await own.close();
  });

  await test.step('signing out asks for no sign-in; the settings before it focus their search', async () => {
    await app.open('/staff/role');
    await expect(await openDialog(say.t('app.logOut'))).toContainText(say.t('app.logOut'));
    await app.press('Enter');
    // The contract begun above is kept as a draft, and asked about first.
    await page.getByRole('button', { name: say.t('app.unsavedSignOutDo') }).click();
    await expect(page.getByLabel(say.label('password'), { exact: true })).toBeFocused();
    await expect(page.getByText(say.words.messages.LOGIN_FIRST)).toHaveCount(0);
    await page.getByRole('button', { name: say.t('settings.title') }).click();
    await expect(page.getByPlaceholder(say.t('settings.search'))).toBeFocused();
  });
});
