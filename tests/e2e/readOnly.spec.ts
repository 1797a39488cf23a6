import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { desktopWords } from '@contract/words/desktop';
import type { DeskApp } from './deskApp';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';
import { answerDialogs } from './leaving';
import { data } from './safety';

/** Sets or removes the write permission of a folder and all in it: permission bits apply to the app's user. */
function setWritable(place: string, writable: boolean): void {
  const folder = statSync(place).isDirectory();
  // A folder is opened first, and closed last.
  if (writable) chmodSync(place, folder ? 0o700 : 0o600);
  if (folder) for (const name of readdirSync(place)) setWritable(path.join(place, name), writable);
  if (!writable) chmodSync(place, folder ? 0o500 : 0o400);
}

const banner = ({ page, say }: DeskApp, folder: string) =>
  page.locator('.fc-banner').filter({ hasText: say.t('app.readOnly', { folder }) });

/** Types into a form that can be kept nowhere, and reads what the app asks when the person leaves. */
async function saysWhatIsLost(app: DeskApp): Promise<void> {
  const { page, say } = app;
  await app.open('/bill/add_bill');
  await app.screen.getByLabel(say.label('remarks'), { exact: true }).fill(`Typed in ${say.language}`);
  await expect(page.getByText(say.message('NOT_STORED'))).toBeVisible();
  await page.getByRole('button', { name: say.t('app.account') }).click();
  await page.getByRole('menuitem', { name: say.t('app.logOut') }).click();
  const question = page.getByRole('alertdialog').or(page.locator('.bp6-alert')).first();
  await expect(question).toContainText(say.t('app.unsavedGone'));
  await question.getByRole('button', { name: say.t('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  const questions = await answerDialogs(app, 1);
  await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(questions).toHaveLength(1);
  const [text] = await questions();
  expect(text).toContain(desktopWords[say.language].quitUnsavedGone);
  expect(text).not.toContain(desktopWords[say.language].quitUnsavedDetail);
}

test('reads data in a read-only folder, keeps entries, and saves them once the folder is writable', async ({
  start,
  demoData,
}) => {
  const place = demoData();
  const folder = path.join(place, 'data');
  setWritable(folder, false);
  const app = await start({ data: place, allowed: /507/ });
  const { page, say } = app;
  await expect(banner(app, folder)).toBeVisible();
  await app.signIn('admin');
  await expect(banner(app, folder)).toBeVisible();

  const { list } = await data<{ list: { id: number; billNo: string }[] }>(app, 'bill.list', {
    query: { stage: ['draft'], pageSize: 1 },
  });
  const [bill] = list;
  if (!bill) throw new Error('no bill');
  await app.open(`/bill/bill_manage/detail/${bill.id}`);
  await expect(app.screen).toContainText(bill.billNo);
  await app.open(`/bill/edit_bill?id=${bill.id}`);
  const form = new FormInFront(app, 'bill');
  await form.fill({ remarks: 'Typed while nothing could be saved' });
  await page.keyboard.press('Control+s');
  const refused = say.message('DATA_READ_ONLY', { folder });
  await expect(app.screen.getByRole('alert').filter({ hasText: refused })).toBeVisible();
  await expect(form.input('remarks')).toHaveValue('Typed while nothing could be saved');

  const again = banner(app, folder).getByRole('button', { name: say.t('common.retry') });
  await again.click();
  await expect(banner(app, folder)).toBeVisible();
  await expect(page.locator('.bp6-toast-message').filter({ hasText: refused })).toBeVisible();
  setWritable(folder, true);
  await again.click();
  await expect(banner(app, folder)).toHaveCount(0);
  await app.signIn('admin');
  await app.open(`/bill/edit_bill?id=${bill.id}`);
  await expect(form.input('remarks')).toHaveValue('Typed while nothing could be saved');
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => app.countBills(`id = ${bill.id} and remarks = 'Typed while nothing could be saved'`))
    .toBe(1);
});

test('starts when its own folder is read-only as well, in Chinese too', async ({ start, demoData }) => {
  const place = demoData();
  setWritable(place, false);
  const app = await start({ data: place, allowed: /507/, args: ['--language', 'cn'] });
  try {
    const folder = path.join(place, 'data');
    await expect(banner(app, folder)).toBeVisible();
    await app.signIn('admin');
    await app.open('/bill/bill_manage');
    await expect(app.cellAt(0, 1)).toBeVisible();
    await expect(banner(app, folder)).toBeVisible();
    await saysWhatIsLost(app);
    await app.speak('en');
    await saysWhatIsLost(app);
  } finally {
    await app.close();
    setWritable(place, true);
  }
});
