import { explain, problem } from '@contract/errors';
import type { MessageCode } from '@contract/words';
import { callAt, signInAt } from '../support/apiProcess';
import { BrokenFront } from '../support/brokenFront';
import type { DeskApp } from './deskApp';
import { expect } from './fixtures';
import { addServer, test as base, PASSWORD, signInTo, TEAM } from './teamServer';

const test = base.extend<{ front: BrokenFront }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  front: async ({}, use) => {
    const front = await new BrokenFront().start();
    await use(front);
    await front.stop();
  },
});

/** Returns the id of the selected server, by which the keychain stores its session. */
async function chosen(app: DeskApp): Promise<string> {
  return ((await app.call('app.boot')) as { data: { environment: string } }).data.environment;
}

/** A promise for a held response, and a function that lets it come. */
function arrival(): { readonly there: Promise<void>; readonly come: () => void } {
  let come: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { there, come: () => come() };
}

test('accepts an address or refuses it with the reason, and reports a server with invalid responses', async ({
  start,
  demoData,
  front,
}) => {
  const app = await start({ data: demoData(), allowed: /502/ });
  const { page } = app;
  const dialog = page.getByRole('dialog');
  await addServer(app, 'http://192.168.1.20/admin');
  await expect(dialog).toContainText(app.say.words.messages.ADDRESS_INSECURE);
  for (const rubbish of ['our server', 'ftp://127.0.0.1/admin', 'https://me:secret@example.com/admin']) {
    await dialog.getByLabel(app.say.t('access.serverAddress')).fill(rubbish);
    await expect(dialog).not.toContainText(app.say.words.messages.ADDRESS_INVALID);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(app.say.words.messages.ADDRESS_INVALID);
  }
  await dialog.getByLabel(app.say.t('access.serverAddress')).fill(`${front.base}/`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(front.base, { exact: true })).toBeVisible();

  const expectMessage = async (code: MessageCode, params = {}) => {
    await page
      .getByRole('button', { name: app.say.t('access.captchaRefresh') })
      .last()
      .click();
    const detail = explain(app.say.language, problem(code, params));
    await expect(page.getByText(app.say.t('access.captchaFailed', { detail }))).toBeVisible();
  };
  for (const language of ['en', 'cn'] as const) {
    await app.speak(language);
    front.mode = 'page';
    await expectMessage('ANSWER_INVALID');
    front.mode = 'gateway';
    await expectMessage('REQUEST_ERROR');
    front.mode = 'silent';
    await expectMessage('NO_CONNECTION', { server: TEAM });
  }

  await page.getByRole('button', { name: app.say.t('access.serverRemove') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: app.say.t('common.delete') })
    .click();
  await expect(page.getByText(app.say.t('access.serverEmbeddedDetail'))).toBeVisible();
  await expect(page.getByRole('option', { name: TEAM })).toHaveCount(0);
  await app.signIn('admin');
});

test('continues after the team’s server was away and saves nothing twice', async ({
  onTeam,
  team,
  secret,
}) => {
  const app = await onTeam({ allowed: /401|502|ERR_/ });
  const { page, say } = app;
  const server = await chosen(app);
  expect(secret(server)).not.toBe('');
  await expect(page.getByText(TEAM, { exact: true })).toBeVisible();
  const beside = await signInAt(team.front.base, 'admin', PASSWORD);
  const callBeside = async (...[name, input]: [Parameters<typeof callAt>[1], object]): Promise<unknown> => {
    const answer = await callAt(team.front.base, name, input, { as: beside });
    if ('refused' in answer) throw new Error(answer.refused.msg);
    return answer.got;
  };

  await test.step('a bill of the list is changed', async () => {
    await app.open('/bill/bill_manage');
    await app.screen.getByRole('tab', { name: say.state('bill', 'draft') }).click();
    await app.settled();
    await app.cellAt(0, 2).click();
    await page.keyboard.press('Enter');
    await app.screen.getByRole('button', { name: say.action('bill', 'update') }).click();
    await app.screen.getByLabel(say.label('remarks')).fill('Changed from afar');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/detail\/\d+$/);
    await expect(app.screen.getByText('Changed from afar')).toBeVisible();
    const [, id] = /detail\/(\d+)/.exec(page.url()) ?? [];
    expect(await callBeside('bill.get', { params: { id: Number(id) } })).toMatchObject({
      remarks: 'Changed from afar',
    });
  });

  const form = app.screen;
  const save = form.getByRole('button', { name: say.t('common.save') });
  const code = form.getByLabel(say.label('code', 'customer'));
  await test.step('the server stops: a message says so, and what was typed stays', async () => {
    await app.open('/customer/customer_list');
    await app.screen.getByRole('button', { name: say.t('config.addCustomer') }).click();
    await expect(page).toHaveURL(/add_customer$/);
    const values = {
      code: 'ZZZ',
      nameEn: 'Zed Trading',
      nameCn: '泽德贸易',
      contactName: 'Li Na',
      email: 'li.na@example.com',
      phone: '+86 755 2345678',
    };
    for (const [name, value] of Object.entries(values))
      await form.getByLabel(say.label(name, 'customer')).fill(value);
    await app.choose(`${say.label('groupId', 'customer')} *`, 'Standard');
    await team.stop();
    await save.click();
    await page.getByRole('button', { name: say.t('kept.notKeep') }).click();
    await expect(form.getByRole('alert')).toContainText(
      explain('en', problem('NO_CONNECTION', { server: TEAM })),
    );
    await expect(form.getByRole('alert')).toBeInViewport();
    await expect(code).toHaveValue('ZZZ');
  });

  await test.step('the server is back but hangs up before its response: a retry saves nothing twice', async () => {
    await team.start();
    team.front.mode = 'cut';
    await save.click();
    await expect(page.getByRole('alertdialog')).toContainText(say.t('kept.askUnknownDetail'));
    await page.getByRole('button', { name: say.t('kept.notKeep') }).click();
    await expect(form.getByRole('alert')).toContainText(say.t('common.unknownResult'));
    await expect(code).toHaveValue('ZZZ');
    team.front.mode = 'pass';
    await save.click();
    await expect(page).toHaveURL(/customer_detail\?id=\d+$/);
    await expect(app.screen.getByText('Zed Trading').first()).toBeVisible();
    const { total } = (await callBeside('customer.list', { query: { code: 'ZZZ' } })) as { total: number };
    expect(total).toBe(1);
  });

  await test.step('a session that ends at the server ends here, and in the keychain', async () => {
    const body = { oldPassword: PASSWORD, newPassword: 'Admin#2027' };
    await callBeside('session.password', { body });
    await app.follow('/config/airport');
    await expect(page.getByText(say.t('app.sessionEnded'))).toBeVisible();
    await expect.poll(() => secret(server)).toBe('');
  });
});

test('keeps separate sessions, tabs and drafts for each server', async ({
  start,
  demoData,
  team,
  secret,
}) => {
  const app = await start({ data: demoData(), allowed: /401/ });
  const { page, say } = app;
  await app.signIn('admin');
  await expect(page).toHaveURL(/#\/home$/);
  await app.open('/config/airport');
  await app.open('/bill/add_bill');
  await app.screen.getByLabel(say.label('remarks')).fill('Typed at home');
  await app.signOut();

  await addServer(app, team.front.base);
  await signInTo(app, team);
  await expect(app.tabs.getByRole('tab')).toHaveCount(1);
  await expect(page).toHaveURL(/#\/home$/);
  await app.open('/bill/add_bill');
  await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue('');
  await app.screen.getByLabel(say.label('remarks')).fill('Typed on the server');
  const server = await chosen(app);
  expect(secret(server)).not.toBe('');
  await app.signOut();
  await expect.poll(() => secret(server)).toBe('');

  const choose = (name: string) =>
    page.getByLabel(say.label('server'), { exact: true }).selectOption({ label: name });
  await choose(say.t('access.serverEmbedded'));
  await expect(page.getByText(say.t('access.serverEmbeddedDetail'))).toBeVisible();
  await app.settled();
  await app.signIn('admin');
  await expect(app.tabs.getByRole('tab')).toHaveCount(3);
  await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue('Typed at home');
  expect(secret()).not.toBe('');
  expect(secret(server)).toBe('');
  await app.signOut();

  await choose(TEAM);
  await signInTo(app, team);
  await expect(app.tabs.getByRole('tab')).toHaveCount(2);
  await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue('Typed on the server');
});

test('shows the rows of the last filter when those of an earlier one arrive late', async ({
  onTeam,
  team,
}) => {
  const app = await onTeam();
  const { screen, say } = app;
  await app.open('/config/area');
  const search = screen.getByRole('searchbox');
  const row = (name: string) => screen.getByRole('gridcell', { name, exact: true });
  let answered = 0;
  team.front.late = (url) => {
    if (!url.includes('keyword=German')) return 0;
    answered += 1;
    return 3000;
  };
  await search.fill('Germany');
  await search.press('Enter');
  await expect.poll(() => answered).toBe(1);
  await search.fill('France');
  await search.press('Enter');
  await expect(row('France')).toBeVisible();
  await expect(row('Germany')).toHaveCount(0);
  // Past the time at which the first response was delivered.
  await app.page.waitForTimeout(4000);
  await expect(row('France')).toBeVisible();
  await expect(row('Germany')).toHaveCount(0);
  await expect(screen.getByText(say.t('common.listNoMatch'))).toHaveCount(0);
  // Repeated, it is there at once: the late response was not used for another request.
  team.front.late = () => 0;
  await search.fill('Germany');
  await search.press('Enter');
  await expect(row('Germany')).toBeVisible();
  await expect(row('France')).toHaveCount(0);
});

test('holds pasted rows until the records they name have been loaded', async ({ onTeam, team }) => {
  const app = await onTeam();
  const { page, say } = app;
  const { there, come } = arrival();
  team.front.late = (url) => (url.includes('/charge-items/all') ? there : 0);
  // `open` would wait for the delayed response.
  await app.follow('/business/standard-quote');
  await expect(app.screen.getByRole('grid')).toBeVisible();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog');
  const rows = form.getByRole('textbox', { name: say.t('business.paste') });
  const lines = form.getByRole('button', { name: say.t('business.lineRemove', { no: '' }).trim() });
  const text = 'PVG\tSE\tHANDLING-KG\tper_kg\t45\t1.25\nPVG\tFI\tNO-SUCH\t\t\t1';
  await app.app.evaluate(({ clipboard }, given) => clipboard.writeText(given), text);
  await rows.focus();
  await page.keyboard.press('Control+v');
  const more = 'PVG\tNO\tHANDLING-KG\tper_kg\t100\t2.5\nPVG\tNO\tNOR-THIS\t\t\t1';
  await app.app.evaluate(({ clipboard }, given) => clipboard.writeText(given), more);
  await page.keyboard.press('Control+v');
  // Until then both pastes stay in the text of the rows, and nothing is reported as missing.
  await expect(rows).toHaveValue(`${text}\n${more}`);
  await expect(form.getByRole('alert')).toHaveCount(0);
  come();
  await expect(lines).toHaveCount(2);
  await expect(form.getByRole('alert')).toContainText('NO-SUCH');
  await expect(form.getByRole('alert')).toContainText('NOR-THIS');
  await expect(rows).toHaveValue('PVG\tFI\tNO-SUCH\t\t\t1\nPVG\tNO\tNOR-THIS\t\t\t1');
  await expect(form.getByRole('alert')).not.toContainText('HANDLING-KG');
});

test('takes the first match of a text confirmed while its list was loading', async ({ onTeam, team }) => {
  const app = await onTeam();
  const { page, screen, say } = app;
  const { there, come } = arrival();
  team.front.late = (url) => (url.includes('/country/all') ? there : 0);
  // `open` would wait for the delayed response.
  await app.follow('/config/destination');
  await screen.getByRole('button', { name: say.t('common.filtersShow') }).click();
  const filter = screen.locator('.fc-filter', { hasText: say.label('countryId') });
  await filter.locator('input').fill('FR');
  await page.keyboard.press('Enter');
  await screen.getByRole('button', { name: say.t('config.addDestination') }).click();
  const country = page.getByRole('dialog').getByLabel(`${say.label('countryId')} *`, { exact: true });
  await expect(country).toHaveAttribute('aria-busy', 'true');
  await country.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.bp6-select-popover input')).toBeFocused();
  await page.keyboard.type('DE');
  await page.keyboard.press('Enter');
  await expect(page.locator('.bp6-select-popover')).toContainText(say.t('common.loading'));
  come();
  await expect(country).toContainText('DE ·');
  await expect(page.locator('.bp6-select-popover')).toHaveCount(0);
  await expect(filter.locator('.bp6-tag')).toContainText('FR ·');
});

test('acts on a record that was saved a moment ago and is still being read again', async ({
  onTeam,
  team,
}) => {
  const app = await onTeam();
  const { page, screen, say } = app;
  const as = await signInAt(team.front.base, 'admin', PASSWORD);
  const found = await callAt(team.front.base, 'contract.list', { query: { state: ['rejected'] } }, { as });
  const { list } = (found as { got: { list: { id: number }[] } }).got;
  const id = list[0]?.id;
  await app.open(`/business/contract/detail/${id}`);
  const submit = screen.getByRole('button', { name: say.action('document', 'submit'), exact: true });
  await expect(submit).toBeVisible();
  await page.keyboard.press('e');
  const form = page.getByRole('dialog');
  await form.getByLabel(say.label('remark')).fill('Changed before it was submitted');
  let saved = false;
  // The save is answered at once, the record is read again only after the test.
  team.front.late = (url) => {
    if (!url.endsWith(`/contract/${id}`)) return 0;
    const reads = saved;
    saved = true;
    return reads ? new Promise(() => undefined) : 0;
  };
  await page.keyboard.press('Control+s');
  await expect(form).toHaveCount(0);
  await submit.click();
  await expect(screen.getByText(say.state('document', 'pending'), { exact: true })).toBeVisible();
});

test('reports a picker list that cannot be loaded, and loads it on retry', async ({ onTeam, team }) => {
  const app = await onTeam();
  const { page, screen, say } = app;
  let calls = 0;
  team.front.away = (url) => {
    const countries = url.includes('/country/all');
    if (countries) calls += 1;
    return countries;
  };
  await app.open('/config/destination');
  await screen.getByRole('button', { name: say.t('common.filtersShow') }).click();
  const filter = screen.locator('.fc-filter', { hasText: say.label('countryId') }).locator('input');
  const option = page.getByRole('option', { name: say.t('common.listFailed') });
  await expect(filter).toHaveAttribute('placeholder', say.t('common.listFailed'));
  await filter.click();
  const first = calls;
  await option.click();
  await expect.poll(() => calls).toBeGreaterThan(first);
  await expect(option).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(option).toBeHidden();
  await screen.getByRole('button', { name: say.t('config.addDestination') }).click();
  const label = `${say.label('countryId')} *`;
  const country = page.getByRole('dialog').getByLabel(label, { exact: true });
  await expect(country).toHaveText(say.t('common.listFailed'));
  await country.focus();
  await page.keyboard.press('Enter');
  const list = page.locator('.bp6-select-popover');
  const again = list.getByRole('option', { name: say.t('common.listFailed') });
  await expect(again).toContainText(say.t('common.retry'));
  // The typed text matches nothing, and Retry is still offered.
  await list.locator('input').fill('zz');
  const before = calls;
  await again.click();
  // Main tries three times by itself: a later try would succeed.
  await expect.poll(() => calls).toBe(before + 3);
  await expect(again).toBeVisible();
  team.front.away = () => false;
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(country).toHaveText(say.t('common.pleaseSelect'));
  await list.waitFor({ state: 'detached' });
  await app.choose(label, 'NL');
  await expect(filter).toHaveAttribute('placeholder', say.t('common.pleaseSelect'));
});
