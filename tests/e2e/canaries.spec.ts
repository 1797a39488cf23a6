import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipped } from '../support/unzipped';
import { expect, test } from './fixtures';
import {
  cross,
  data,
  filesHolding,
  inMemory,
  processes,
  processTree,
  read,
  serviceProcess,
  signal,
} from './safety';

/** Returns a text that occurs nowhere by chance. */
const canary = (what: string) => `${what}Canary${randomBytes(9).toString('hex')}`;

test('quotes no secret and no name in the log, diagnostics, settings or system when something fails', async ({
  start,
  demoData,
  desktop,
  place,
  secret,
}) => {
  test.setTimeout(240_000);
  const folder = demoData();
  const app = await start({ data: folder, allowed: /./ });
  const { page } = app;
  /** Secrets known to the person alone, or sealed: in plain text nowhere on the disk. */
  const secrets = {
    wrongPassword: canary('Wrong'),
    mail: canary('Mail'),
    server: canary('Server'),
    feed: canary('Feed'),
    netchb: canary('Gateway'),
    newPassword: canary('New'),
  };
  /** Names from the office's data: in its database and backups, and in what its people typed. */
  const names = {
    customer: canary('Customer'),
    file: canary('File'),
    cell: canary('Cell'),
    keyword: canary('Word'),
  };

  await test.step('the sign-in fails, then succeeds, and everything is logged', async () => {
    await app.fillSignIn('admin', secrets.wrongPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').or(page.locator('.bp6-intent-danger')).first()).toBeVisible();
    await page.reload();
    await app.signIn('admin');
    await app.call('settings.change', { logLevel: 'debug' });
  });
  const token = secret();
  expect(token.length).toBeGreaterThan(20);

  await test.step('addresses that contain a password are refused', async () => {
    const base = `https://desk:${secrets.server}@freight.example/admin`;
    expect(await cross(app, 'environments.add', { name: 'X', base })).toMatchObject({ ok: false });
    const feed = `https://desk:${secrets.feed}@updates.example/`;
    expect(await cross(app, 'update.setFeed', { feed })).toMatchObject({ ok: false });
  });

  await test.step('mail and gateway passwords are encrypted, and both fail at missing servers', async () => {
    const { hasPassword: _, ...settings } = await data<{ hasPassword: boolean }>(app, 'mail.settings');
    const body = {
      ...{
        ...settings,
        host: '127.0.0.1',
        port: 9,
        security: 'none',
        username: 'desk',
        password: secrets.mail,
      },
      fromAddress: 'desk@example.com',
    };
    await data(app, 'mail.saveSettings', { body });
    await data(app, 'mail.test', { body: { email: 'ops@example.com' } });
    await expect.poll(() => app.count('mail', "state <> 'waiting' or attempts > 0")).toBeGreaterThan(0);
    const account = {
      name: 'Gate',
      environment: 'sandbox',
      simulatorMode: null,
      address: 'https://127.0.0.1:9/x',
    };
    const made = await cross(app, 'netchbAccount.create', {
      body: {
        ...account,
        loginName: 'x',
        filerCode: 'QZX',
        importerOfRecord: 'X Inc.',
        password: secrets.netchb,
      },
    });
    expect(made.ok || made.error.code === 'CALL_INVALID' || made.error.fields !== undefined).toBe(true);
    await cross(app, 'session.password', {
      body: { current: secrets.newPassword, next: secrets.newPassword },
    });
    await cross(app, 'staff.create', { body: { username: 'x', password: secrets.newPassword } });
  });

  await test.step('a customer is created, found and refused, and the file of the customer is unreadable', async () => {
    const groups = {
      groupId: 1,
      contactName: names.customer,
      email: `${names.customer}@example.com`,
      phone: '+44 20 7946 0300',
    };
    const terms = { settlement: 'monthly', paymentTermDays: 30, currency: 'EUR', pushEvents: [] };
    const body = { code: 'CANARY', nameEn: names.customer, nameCn: names.customer, ...groups, ...terms };
    await data(app, 'customer.create', { body });
    expect(await cross(app, 'customer.create', { body })).toMatchObject({ ok: false });
    await cross(app, 'customer.get', { params: { id: names.customer } });
    await cross(app, 'customer.list', { query: { keyword: names.keyword, sort: names.keyword } });
    await cross(app, names.keyword, {});
    const broken = path.join(place.folder('files'), `${names.file}.csv`);
    writeFileSync(broken, `"${names.cell}\n\0`);
    place.give(broken);
    await app.willChoose(broken);
    const picked = await data<{ token: string }>(app, 'files.pick', { import: 'bill' });
    expect(await cross(app, 'importing.open', { file: picked.token, import: 'bill' })).toMatchObject({
      ok: false,
    });
    rmSync(broken);
    expect(await cross(app, 'files.open', { token: picked.token })).toMatchObject({ ok: false });
    await page.evaluate((quoted) => {
      setTimeout(() => {
        throw new Error(quoted);
      });
    }, `${names.customer} ${names.cell}`);
    // This complaint is expected.
    await expect.poll(() => app.complaints.filter((one) => one.includes(names.customer))).toHaveLength(1);
    app.complaints.length = 0;
  });

  await test.step('a backup cannot be written, and the service crashes', async () => {
    const backups = path.join(folder, 'backups');
    rmSync(backups, { recursive: true, force: true });
    writeFileSync(backups, names.cell);
    expect(await cross(app, 'backups.make', { id: 'b' })).toMatchObject({ ok: false });
    rmSync(backups);
    const api = await serviceProcess(app);
    signal(api, 'SIGSEGV');
    await expect.poll(async () => (await processes(app)).api).not.toBe(api);
    await serviceProcess(app);
    expect((await data<{ total: number }>(app, 'customer.list')).total).toBeGreaterThan(0);
  });

  const saved = path.join(place.folder('support'), 'diagnostics.zip');
  await app.willSaveTo(saved);
  await data(app, 'diagnostics.collect');
  await data(app, 'diagnostics.save');

  /** Returns the files that contain one of some texts, in one byte a letter or in two. */
  const holding = (texts: readonly string[]) =>
    texts.flatMap((text) =>
      filesHolding(desktop.stage, text).map((file) => `${path.relative(desktop.stage, file)}: ${text}`),
    );

  await test.step('secrets are in no file, names and typed text in the database alone', async () => {
    expect(holding([...Object.values(secrets), token])).toEqual([]);
    const own = path.relative(desktop.stage, folder);
    const allowed = new RegExp(`^${own}/(?:data/|drafts\\.json)`);
    expect(holding(Object.values(names)).filter((one) => !allowed.test(one))).toEqual([]);
    expect(holding([names.customer]).length).toBeGreaterThan(0);
  });

  await test.step('secrets are not in the unpacked diagnostics', async () => {
    for (const [name, bytes] of unzipped(readFileSync(saved)))
      for (const text of [...Object.values(secrets), ...Object.values(names), token, 'CANARY'])
        for (const encoding of ['utf8', 'utf16le'] as const)
          expect(bytes.includes(Buffer.from(text, encoding)), `${name}: ${text}`).toBe(false);
  });

  await test.step('secrets are not in arguments, environment or the memory of the page', async () => {
    const { main, page: window } = await processes(app);
    const tree = processTree(main);
    expect(tree.length).toBeGreaterThan(4);
    for (const pid of tree) {
      const visible = read(`/proc/${pid}/cmdline`) + read(`/proc/${pid}/environ`);
      for (const text of [...Object.values(secrets), ...Object.values(names), token])
        expect(visible).not.toContain(text);
    }
    expect(inMemory(window, token)).toBe(0);
  });

  await test.step('the log contains all failures, and planted secrets are found', async () => {
    const logs = path.join(folder, 'logs');
    expect(readFileSync(path.join(logs, 'main.log'), 'utf8')).toMatch(/ warn /);
    expect(readdirSync(logs)).toContain('main.log');
    mkdirSync(path.join(folder, 'planted'));
    for (const encoding of ['utf8', 'utf16le'] as const) {
      writeFileSync(path.join(folder, 'planted', encoding), `x${secrets.mail}x`, encoding);
      place.give(path.join(folder, 'planted'));
    }
    expect(holding([secrets.mail])).toHaveLength(2);
  });
});
