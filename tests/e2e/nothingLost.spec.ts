import { readdirSync } from 'node:fs';
import path from 'node:path';
import { explain, problem } from '@contract/errors';
import { callAt, signInAt } from '../support/apiProcess';
import type { DeskApp } from './deskApp';
import { goodLine, mawb, writeBills } from './files';
import { expect } from './fixtures';
import { FormInFront } from './formInFront';
import { answerDialogs, onDisk } from './leaving';
import { data } from './safety';
import { addServer, PASSWORD, signInTo, TEAM, test } from './teamServer';

interface Country {
  readonly id: number;
  readonly code: string;
  readonly version: number;
  readonly nameEn: string;
}

/** Opens the first country of the list in the side panel. */
async function openCountry(app: DeskApp): Promise<{ form: FormInFront; row: Country }> {
  await app.open('/config/area');
  await app.cellAt(0, 1).click();
  await app.page.keyboard.press('Enter');
  const form = new FormInFront(app, 'country');
  await expect(form.input('nameEn')).toBeVisible();
  const code = await form.input('code').inputValue();
  const { list } = await data<{ list: Country[] }>(app, 'country.list', { query: { keyword: code } });
  const row = list.find((one) => one.code === code);
  if (!row) throw new Error(`no country ${code}`);
  return { form, row };
}

test('offers every form and dialog again after a power cut, in its place and to nobody else', async ({
  start,
  demoData,
}) => {
  const folder = demoData();
  const first = await start({ data: folder });
  await first.signIn('admin');
  const { form } = await openCountry(first);
  await form.fill({ nameEn: 'Half a country' });
  await first.open('/bill/add_bill');
  const bill = new FormInFront(first, 'bill');
  // Typed without a pause: drafts are written without waiting for one.
  await bill.input('remarks').pressSequentially('Ask for Wang Fang at gate four, she has the papers', {
    delay: 40,
  });
  await onDisk(first, 'Ask for Wang');
  const { list } = await data<{ list: { id: number; billNo: string }[] }>(first, 'bill.list', {
    query: { stage: ['draft'], pageSize: 1 },
  });
  const [draft] = list;
  await first.open(`/bill/bill_manage/detail/${draft?.id}`);
  const remove = first.say.action('bill', 'remove');
  const dialog = first.page.getByRole('dialog');
  const askReason = async (app: DeskApp) => {
    await app.screen
      .locator('.fc-actions')
      .first()
      .getByRole('button', { name: app.say.t('common.more') })
      .click();
    await app.page.getByRole('menuitem', { name: remove, exact: true }).click();
  };
  await askReason(first);
  await dialog.getByLabel(first.say.t('bill.removeReasonAsk')).fill('Announced twice by the agent');
  await onDisk(first, 'Announced twice');
  await first.kill();

  const app = await start({ data: folder });
  const { say, page } = app;
  const notice = page.locator('.fc-kept-notice');
  await expect(notice).toContainText(say.t('kept.found_other', { count: 3 }));
  await expect(app.tabs.getByRole('img', { name: say.t('app.tabUnsaved') })).toHaveCount(3);
  const restored = say.t('common.draftDiscard');

  await test.step('the question offers all of them', async () => {
    await askReason(app);
    const again = page.getByRole('dialog');
    await expect(again.getByLabel(say.t('bill.removeReasonAsk'))).toHaveValue('Announced twice by the agent');
    await again.getByRole('button', { name: restored }).click();
    await expect(again.getByLabel(say.t('bill.removeReasonAsk'))).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(app.tabs.getByRole('img', { name: say.t('app.tabUnsaved') })).toHaveCount(2);
  });

  await test.step('the form that is a screen says so itself, and is not listed again', async () => {
    await notice.getByRole('link', { name: say.t('bill.addBill') }).click();
    await expect(app.screen.getByRole('button', { name: restored })).toBeVisible();
    await expect(notice).toContainText(say.t('kept.found_one', { count: 1 }));
    await app.follow('/home');
    await expect(notice).toContainText(say.t('kept.found_one', { count: 1 }));
    await expect(notice.getByRole('link')).toHaveText([say.words.menu['config.area']]);
  });

  await test.step('the side form is restored in its state', async () => {
    await notice.getByRole('link', { name: say.words.menu['config.area'] }).click();
    // A message above a list takes its room from the rows: the count beneath them stays in view.
    await expect(app.screen.locator('.fc-list-foot')).toBeInViewport({ ratio: 1 });
    const side = new FormInFront(app, 'country');
    await expect(side.input('nameEn')).toHaveValue('Half a country');
    await expect(side.form.getByRole('button', { name: restored })).toBeVisible();
    await page.keyboard.press('Escape');
    await notice.getByRole('button', { name: say.t('kept.foundClose') }).click();
    await expect(notice).toHaveCount(0);
  });

  await test.step('closing the others asks once, names both, and keeps what was typed', async () => {
    await app.open('/home/kept');
    const lines = app.screen.getByRole('list', { name: say.t('kept.unsaved') }).getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await app.tabs.getByRole('tab').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: say.t('app.tabCloseAll'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    for (const title of [say.t('bill.addBill'), say.words.menu['config.area']])
      await expect(question).toContainText(title);
    await question.getByRole('button', { name: say.t('app.unsavedClose') }).click();
    await expect(question).toHaveCount(0);
    await expect(app.tabs.getByRole('tab')).toHaveCount(1);
  });

  await test.step('another person finds none of it, the first finds it later', async () => {
    await app.signOut();
    await app.signIn('voucher');
    await expect(notice).toHaveCount(0);
    await app.open('/home/kept');
    await expect(app.screen.getByText(say.t('kept.nothing'))).toBeVisible();
    await app.signOut();
    await app.signIn('admin');
    await app.open('/home/kept');
    const line = app.screen.getByRole('listitem').filter({ hasText: say.t('bill.addBill') });
    await line.getByRole('button', { name: say.t('kept.show') }).click();
    await expect(line).toContainText('Ask for Wang Fang at gate four, she has the papers');
    await line.getByRole('button', { name: say.t('kept.toForm') }).click();
    await expect(new FormInFront(app, 'bill').input('remarks')).toHaveValue(/gate four/);
  });
});

test('keeps the open form, its text and its scroll position when a session ends', async ({
  start,
  demoData,
}) => {
  const app = await start({ data: demoData(), allowed: /401/ });
  const { page, say } = app;
  await app.signIn('admin');
  await app.open('/bill/add_bill');
  const bill = new FormInFront(app, 'bill');
  await bill.fill({ remarks: 'Typed before the end' });
  await app.screen.evaluate((body) => body.scrollTo({ top: 120 }));
  const placeInForm = () => app.screen.evaluate((body) => body.scrollTop);
  const before = await placeInForm();
  expect(before).toBe(120);
  const { form } = await openCountry(app);
  await form.fill({ nameEn: 'Typed last' });
  await app.sql('DELETE FROM session');
  await form.save();
  await expect(page.getByText(say.t('app.sessionEnded'))).toBeVisible();
  await app.signIn('admin');
  await expect(new FormInFront(app, 'country').input('nameEn')).toHaveValue('Typed last');
  await page.keyboard.press('Escape');
  await app.open('/bill/add_bill');
  await expect(bill.input('remarks')).toHaveValue('Typed before the end');
  // A message of one or two lines above a restored form moves it by its own height; the scroll position in it stays.
  await expect.poll(placeInForm).toBeGreaterThan(before - 4);
  await expect.poll(placeInForm).toBeLessThan(before + 110);
});

test('asks once and lists unsaved entries when the app is closed, and asks nothing without any', async ({
  start,
  demoData,
}) => {
  const folder = demoData();
  const app = await start({ data: folder });
  const { say } = app;
  await app.signIn('admin');
  const questions = await answerDialogs(app, 1);
  await app.open('/bill/add_bill');
  const form = new FormInFront(app, 'bill');
  await form.fill({ remarks: 'Not saved yet' });
  const leave = () => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await leave();
  await expect.poll(questions).toHaveLength(1);
  const [question = ''] = await questions();
  expect(question).toContain(say.words.desktop.quitUnsavedTitle);
  expect(question).toContain(say.t('bill.addBill'));
  await expect(form.input('remarks')).toHaveValue('Not saved yet');
  await app.app.evaluate(({ app: electron }) => electron.quit());
  await expect.poll(questions).toHaveLength(2);

  // With the entry cleared by hand, nothing is unsaved: the next quit asks nothing.
  await form.fill({ remarks: '' });
  await expect(app.tabs.getByRole('img', { name: say.t('app.tabUnsaved') })).toHaveCount(0);
  expect(await questions()).toHaveLength(2);
  const closed = app.app.waitForEvent('close');
  await leave();
  await closed;
  app.running = false;
  const again = await start({ data: folder });
  await expect(new FormInFront(again, 'bill').input('remarks')).toHaveValue('');
});

test('restores text typed in the moment in which the window closes', async ({ start, demoData }) => {
  const folder = demoData();
  const app = await start({ data: folder });
  await app.signIn('admin');
  await answerDialogs(app, 0);
  await app.open('/bill/add_bill');
  const form = new FormInFront(app, 'bill');
  await form.fill({ remarks: 'Typed, ' });
  await onDisk(app, 'Typed, ');
  await form.input('remarks').press('End');
  const closed = app.app.waitForEvent('close');
  // Both from main in a row: no timer of the window runs between them.
  await app.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    void window?.webContents.insertText('and left');
    window?.close();
  });
  await closed;
  app.running = false;
  const again = await start({ data: folder });
  await expect(new FormInFront(again, 'bill').input('remarks')).toHaveValue('Typed, and left');
});

test('closes in order without a question when the system ends the session, and restores typed text', async ({
  start,
  demoData,
}) => {
  const folder = demoData();
  const app = await start({ data: folder });
  await app.signIn('admin');
  const questions = await answerDialogs(app, 1);
  await app.open('/bill/add_bill');
  await new FormInFront(app, 'bill').fill({ remarks: 'Typed when the day ended' });
  await onDisk(app, 'Typed when the day ended');
  expect(readdirSync(path.join(folder, 'data')).filter((name) => name.endsWith('-wal'))).not.toEqual([]);
  expect(await questions()).toEqual([]);
  const ended = new Promise((resolve) => app.app.process().once('exit', (code, by) => resolve(by ?? code)));
  app.app.process().kill('SIGTERM');
  expect(await ended).toBe(0);
  app.running = false;
  // The database was closed, not cut off.
  expect(readdirSync(path.join(folder, 'data')).filter((name) => name.endsWith('-wal'))).toEqual([]);
  const again = await start({ data: folder });
  await expect(new FormInFront(again, 'bill').input('remarks')).toHaveValue('Typed when the day ended');
});

test('merges changes of one side, asks about those of both, and offers a deleted record as a new one', async ({
  signedIn,
}) => {
  const app = await signedIn({ allowed: /409|404/ });
  const { page, say } = app;
  const { form, row } = await openCountry(app);
  const elsewhere = (set: string) =>
    app.sql(`UPDATE country SET ${set}, version = version + 1 WHERE id = ${row.id}`);
  const stands = (condition: string) => app.count('country', `id = ${row.id} AND ${condition}`);

  await test.step('each side changed another field', async () => {
    await form.fill({ nameEn: 'Mine in English' });
    await elsewhere("nameCn = '对方的名称'");
    await form.save();
    await expect(
      page.getByText(say.t('common.conflictMerged', { fields: say.label('nameCn', 'country') })),
    ).toBeVisible();
    await expect.poll(() => stands("nameEn = 'Mine in English' AND nameCn = '对方的名称'")).toBe(1);
  });

  await test.step('both sides changed one field, and one of them another', async () => {
    await openCountry(app);
    await form.fill({ nameEn: 'Mine again' });
    await elsewhere("nameEn = 'Theirs', nameCn = '又改了'");
    await form.save();
    const dialog = page.getByRole('dialog', { name: say.t('common.conflictTitle') });
    await expect(dialog.getByRole('radio', { name: 'Mine again', exact: true })).toBeChecked();
    await expect(dialog).toContainText(
      say.t('common.conflictTaken', { fields: say.label('nameCn', 'country') }),
    );
    await dialog.getByText('Theirs', { exact: true }).last().click();
    await dialog.getByRole('button', { name: say.t('common.conflictSave') }).click();
    await expect.poll(() => stands("nameEn = 'Theirs' AND nameCn = '又改了'")).toBe(1);
  });

  await test.step('the record was deleted meanwhile', async () => {
    await app.open('/config/mark');
    await app.screen.getByRole('button', { name: say.t('config.addMark') }).click();
    const mark = new FormInFront(app, 'mark');
    await mark.fill({ code: 'ZZ-GONE', nameEn: 'Will be gone', nameCn: '将被删除', text: 'GONE 1' });
    await mark.save();
    await expect(page.locator('.bp6-drawer')).toHaveCount(0);
    await app.cell('ZZ-GONE').click();
    await page.keyboard.press('Enter');
    await mark.fill({ nameEn: 'Typed for a mark that is gone' });
    await app.sql("DELETE FROM mark WHERE code = 'ZZ-GONE'");
    await mark.save();
    await expect(mark.form).toContainText(say.t('kept.recordGone'));
    await mark.form.getByRole('button', { name: say.t('kept.asNew') }).click();
    await expect(mark.input('nameEn')).toHaveValue('Typed for a mark that is gone');
    await mark.save();
    await expect
      .poll(() => app.count('mark', "code = 'ZZ-GONE' AND nameEn = 'Typed for a mark that is gone'"))
      .toBe(1);
  });
});

test('keeps unsent changes through a power cut, and sends them once the server responds', async ({
  start,
  demoData,
  team,
}) => {
  const folder = demoData();
  const first = await start({ data: folder, allowed: /ERR_|502|400/ });
  await addServer(first, team.front.base);
  await signInTo(first, team);
  const { form, row } = await openCountry(first);
  await form.fill({ nameEn: 'Sent after the cut' });
  await team.stop();
  await form.save();
  const question = first.page.getByRole('alertdialog');
  await expect(question).toContainText(explain('en', problem('NO_CONNECTION', { server: TEAM })));
  await question.getByRole('button', { name: first.say.t('kept.keep') }).click();
  await expect(first.page.locator('.bp6-drawer')).toHaveCount(0);
  await expect(
    first.page.getByRole('button', { name: first.say.t('kept.unsentCount', { count: 1 }) }),
  ).toBeVisible();
  await expect(first.tabs.getByRole('img', { name: first.say.t('app.tabUnsaved') })).toHaveCount(0);
  // A kill before the closing of the form is stored would open the form again.
  const kept = () => data<Record<string, { value: unknown }>>(first, 'drafts.list');
  await expect.poll(async () => (await kept())['/config/area#editing']?.value ?? null).toBeNull();
  await first.kill();

  await team.start();
  const app = await start({ data: folder, allowed: /ERR_|502|400|409/ });
  const { page, say } = app;
  await expect(page.getByText(/^Sent: /)).toBeVisible();
  const beside = await signInAt(team.front.base, 'admin', PASSWORD);
  const readCountry = async (input: object): Promise<Country> => {
    const answer = await callAt(team.front.base, 'country.get', input, { as: beside });
    if ('refused' in answer) throw new Error(answer.refused.msg);
    return answer.got as Country;
  };
  expect(await readCountry({ params: { id: row.id } })).toMatchObject({ nameEn: 'Sent after the cut' });
  await expect(page.getByRole('button', { name: say.t('kept.unsentCount', { count: 1 }) })).toHaveCount(0);

  await test.step('a write with a lost response stays unknown, and is not resent automatically', async () => {
    await openCountry(app);
    const side = new FormInFront(app, 'country');
    await side.fill({ nameEn: 'Perhaps sent' });
    team.front.mode = 'cut';
    await side.save();
    await expect(page.getByRole('alertdialog')).toContainText(say.t('kept.askUnknownDetail'));
    await page.getByRole('button', { name: say.t('kept.keep') }).click();
    team.front.mode = 'pass';
    await page.getByRole('button', { name: say.t('kept.unsentCount', { count: 1 }) }).click();
    const line = app.screen.getByRole('list', { name: say.t('kept.unsent') }).getByRole('listitem');
    await expect(line).toContainText(say.t('kept.status.unknown'));
    await expect(line).toContainText(say.choice('logObject', 'country'));
    // Sent by hand, it conflicts with its own first attempt.
    await line.getByRole('button', { name: say.t('kept.sendNow') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say.t('kept.sendNow') })
      .click();
    await expect(line).toContainText(say.t('kept.status.conflict'));
    expect(await readCountry({ params: { id: row.id } })).toMatchObject({ nameEn: 'Perhaps sent' });
    await line.getByRole('button', { name: say.t('kept.toForm') }).click();
    await expect(new FormInFront(app, 'country').input('nameEn')).toHaveValue('Perhaps sent');
    await expect(page.getByRole('button', { name: say.t('kept.unsentCount', { count: 1 }) })).toHaveCount(0);
  });
});

test('offers corrections of a file again after a power cut, when the same file is chosen', async ({
  start,
  demoData,
  place,
}) => {
  const folder = demoData();
  const papers = place.folder('papers');
  const lines = [goodLine(7300091, { billNo: '111-2222' }), goodLine(7300102)];
  const file = writeBills(path.join(papers, 'corrected.csv'), lines, 'en');
  place.give(papers);
  const choose = async (app: DeskApp) => {
    await app.open('/bill/bill_import');
    await app.willChoose(file);
    await app.screen.getByRole('button', { name: app.say.t('importing.choose') }).click();
    await expect(app.screen.locator('.fc-import-grid')).toBeVisible();
  };
  const first = await start({ data: folder });
  await first.signIn('admin');
  await choose(first);
  const good = first.screen.getByText(first.say.t('importing.allGood'));
  await expect(good).toHaveCount(0);
  await first.screen.locator('.fc-import-grid').getByRole('button', { name: '111-2222' }).first().click();
  await first.page.getByRole('dialog').getByRole('textbox').fill(mawb(7300091));
  await first.page.keyboard.press('Enter');
  await expect(good).toBeVisible();
  await onDisk(first, '#mended');
  await first.kill();

  const app = await start({ data: folder });
  await choose(app);
  await expect(app.screen.getByText(app.say.t('importing.allGood'))).toHaveCount(0);
  await app.screen.getByRole('button', { name: app.say.t('importing.mendAgain') }).click();
  await expect(app.screen.getByText(app.say.t('importing.allGood'))).toBeVisible();
});
