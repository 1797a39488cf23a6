import { explain, problem } from '@contract/errors';
import { screens } from '../../renderer/screens';
import { raw } from '../support/fakeServer';
import { SPEC_TOKEN, SpecServer, type SpecShapes, specTree } from '../support/specServer';
import { type DeskApp, exampleOf } from './deskApp';
import { test as base, expect } from './fixtures';
import { addServer, TEAM } from './teamServer';

const test = base.extend<{ server: SpecServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from the pattern
  server: async ({}, use) => {
    const server = await SpecServer.start();
    await use(server);
    await server.stop();
  },
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function signIn(app: DeskApp, expected: 'desk' | 'refused' = 'desk'): Promise<void> {
  await app.settled();
  await app.fillSignIn('anna', 'Anything#1', '1234');
  await app.page.keyboard.press('Enter');
  if (expected === 'desk') await expect(app.tabs).toBeVisible();
}

/** True if the menu leads to a screen, found by its name: another screen may have the same name. */
async function menuHas(app: DeskApp, path: string, name: string): Promise<boolean> {
  const menu = app.page.getByRole('navigation', { name: app.say.t('app.mainMenu') });
  const search = menu.getByPlaceholder(app.say.t('app.menuSearch'));
  await search.fill(name);
  const found = await menu.locator(`a[href="#${path}"]`).count();
  await search.fill('');
  return found > 0;
}

const storedSession = async (app: DeskApp): Promise<string> =>
  ((await app.call('app.boot')) as { data: { session: { status: string } } }).data.session.status;

test('accepts permissions, logins and profiles of other shapes, or refuses the sign-in with the cause', async ({
  start,
  demoData,
  server,
}) => {
  const app = await start({ data: demoData(), allowed: /./ });
  const { page, say } = app;
  const bills = say.words.menu['bill.manage'];
  await addServer(app, server.base);
  const [root] = specTree('nested') as [object];
  const shapes: Readonly<Record<string, SpecShapes>> = {
    'nested, the token alone': { menuTree: specTree('nested') },
    'flat, the token as a text': { menuTree: specTree('flat'), login: SPEC_TOKEN },
    'numbers, the person beside the token': {
      menuTree: specTree('numbers'),
      login: { token: SPEC_TOKEN, userName: 'anna', realName: 'Anna Beside' },
    },
    'enable, no profile': { menuTree: specTree('enable'), profile: null },
    'wrapped, below a node without a tag': {
      menuTree: { tree: [{ title: 'Console', children: specTree('nested') }] },
    },
  };
  for (const [name, shape] of Object.entries(shapes))
    await test.step(name, async () => {
      server.shapes = shape;
      const before = server.calls.length;
      await signIn(app);
      await expect.poll(() => menuHas(app, '/bill/bill_manage', bills)).toBe(true);
      const calls = server.calls.slice(before);
      // Once after the sign-in, as the specification says.
      expect(calls.filter((call) => call === 'GET /menu-tree')).toHaveLength(1);
      expect(calls.filter((call) => call === 'GET /profile/me')).toHaveLength(
        name.includes('beside the token') ? 0 : 1,
      );
      await app.follow('/home/center');
      const person =
        name.includes('beside') && !name.includes('wrapped')
          ? 'Anna Beside'
          : shape.profile === null
            ? 'anna'
            : 'Anna Admin';
      await expect(app.screen.getByText(person, { exact: true }).first()).toBeVisible();
      await app.signOut();
    });

  await test.step('an invalid tree keeps the sign-in screen, says what was received, and allows another server', async () => {
    for (const [menuTree, found] of [
      [{ permissions: { a: 1 } }, problem('TREE_NO_LIST', { came: '{ permissions }' })],
      [[{ id: 1, name: 'Li Na' }], problem('TREE_NO_TAGS', { count: 1, fields: 'id, name' })],
      [
        [root, { tag: 7 }].map(() => ({ tag: 'bill:list', enabled: true })),
        problem('TREE_OTHER_TAGS', { count: 2, tags: 'bill:list, bill:list' }),
      ],
    ] as const) {
      server.shapes = { menuTree };
      await signIn(app, 'refused');
      await expect(page.getByRole('alert').filter({ hasText: explain(say.language, found) })).toBeVisible();
      await expect(app.tabs).toHaveCount(0);
      expect(await storedSession(app)).toBe('signedOut');
    }
  });

  await test.step('a stored session ends with the same message instead of an empty app', async () => {
    server.shapes = {};
    await signIn(app);
    server.shapes = { menuTree: [] };
    await page.reload();
    await expect(page.getByText(explain(say.language, problem('TREE_EMPTY')))).toBeVisible();
    await expect(app.tabs).toHaveCount(0);
    expect(await storedSession(app)).toBe('signedOut');
  });

  await test.step('the picture is loaded from its address', async () => {
    server.shapes = { profile: { fullName: 'Anna Admin', avatarUrl: '/files/7' } };
    server.fail = (_method, path) =>
      path === '/files/7' ? raw(200, { 'content-type': 'image/png' }, PNG) : undefined;
    await signIn(app);
    await expect(page.locator('img.fc-avatar').first()).toHaveAttribute('src', /^data:image\/png/);
    server.fail = () => undefined;
    await app.signOut();
  });

  await test.step('a server is edited, and a built-in one is removed and restored', async () => {
    const field = page.getByLabel(say.label('server'), { exact: true });
    await page.getByRole('button', { name: say.t('access.serverEdit') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.t('common.name')).fill('Liège office');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('option', { name: TEAM })).toHaveCount(0);
    await expect(field).toHaveValue(/^own-/);
    await field.selectOption('test');
    await page.getByRole('button', { name: say.t('access.serverRemove') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.t('common.delete') })
      .click();
    await expect(page.getByRole('option', { name: 'Test', exact: true })).toHaveCount(0);
    await expect(field).toHaveValue('embedded');
    await expect(page.getByRole('button', { name: say.t('access.serverEdit') })).toHaveCount(0);
    await page.getByRole('button', { name: say.t('access.serverBringBack', { names: 'Test' }) }).click();
    await expect(page.getByRole('option', { name: 'Test', exact: true })).toHaveCount(1);
  });
});

/** The calls of the specification, as a server by another maker would list them, with its own parameter names. */
const SPEC_PATHS: Readonly<Record<string, object>> = {
  '/login': { post: {} },
  '/menu-tree': { get: {} },
  '/bill-lading': { get: {}, post: {} },
  '/bill-lading/{billId}': { get: {}, put: {}, delete: {} },
};

test('offers nothing that a server lacks, and queries it at most once', async ({
  start,
  demoData,
  server,
}) => {
  const app = await start({ data: demoData(), allowed: /./ });
  const { page, say } = app;
  const cases = say.words.menu['bill.cases'];
  const customers = say.words.menu['customer.list'];
  const refused = explain(say.language, problem('NOT_OFFERED'));
  const requestError = page.getByText(explain(say.language, problem('REQUEST_ERROR')));
  await addServer(app, server.base);
  await expect(page.getByText(server.base, { exact: true })).toBeVisible();

  await test.step('without a list of its calls, the first refusal is remembered, and Retry asks once more', async () => {
    await signIn(app);
    await expect.poll(() => menuHas(app, '/bill/cases', cases)).toBe(true);
    await app.follow('/bill/cases');
    await expect(app.screen.getByText(refused)).toBeVisible();
    await expect.poll(() => menuHas(app, '/bill/cases', cases)).toBe(false);
    const caseCalls = () => server.calls.filter((call) => call.startsWith('GET /bill-lading/cases')).length;
    expect(caseCalls()).toBe(1);
    await app.follow('/home/center');
    await app.follow('/bill/cases');
    await expect(app.screen.getByText(refused)).toBeVisible();
    expect(caseCalls()).toBe(1);
    await app.screen.getByRole('button', { name: say.t('common.retry') }).click();
    await expect.poll(caseCalls).toBe(2);
    await expect(app.screen.getByText(refused)).toBeVisible();
    await app.signOut();
  });

  await test.step('with a list of its calls, menu and screens request nothing else', async () => {
    server.shapes = { openapi: { openapi: '3.0.0', paths: SPEC_PATHS } };
    const before = server.calls.length;
    await signIn(app);
    await expect.poll(() => menuHas(app, '/bill/cases', cases)).toBe(false);
    await expect.poll(() => menuHas(app, '/customer/customer_list', customers)).toBe(true);
    for (const { path } of screens) {
      await app.follow(exampleOf(path));
      await app.settled();
      await expect(requestError, path).toHaveCount(0);
      if (path !== '/home') await app.closeScreen();
    }
    const calls = server.calls.slice(before);
    expect(calls.filter((call) => call === 'GET /openapi.json')).toHaveLength(1);
    // Extensions are known from the list; other calls outside the specification are found missing once.
    for (const lacking of [
      'GET /bill-lading/cases',
      'GET /list-view',
      'GET /report/home-attention',
      'GET /search/records',
    ])
      expect(
        calls.filter((call) => call.startsWith(lacking)),
        lacking,
      ).toEqual([]);
    const marks = calls.filter((call) => /^GET \/config\/mark(\?|$)/.test(call));
    expect(marks.length).toBeLessThanOrEqual(1);
  });

  await test.step('lists name records by the fields they have, and offer no missing export, view or action', async () => {
    server.fail = (method, path) =>
      method === 'GET' && path === 'client/all'
        ? raw(404, { 'content-type': 'text/html' }, 'Not Found')
        : undefined;
    await app.signOut();
    await signIn(app);
    await app.open('/bill/bill_manage');
    await expect(app.cell('Blue Whale').first()).toBeVisible();
    await expect(app.screen.getByRole('button', { name: say.t('common.views') })).toHaveCount(0);
  });
});
