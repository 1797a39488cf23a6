import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cellsOf } from '../support/apiExport';
import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';
import { data } from './safety';

test('filters a report by a value of a chart, links its rows, and saves it as a file and as a picture', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const folder = place.folder('reports');
  await app.open('/home');

  await test.step('the home screen leads to what it counts', async () => {
    const { counts } = await data<{ counts: { openCases: { now: number } } }>(app, 'homeReport.counts', {
      query: {},
    });
    await app.screen.getByRole('button', { name: say.t('report.desk.openCases') }).click();
    await expect(page).toHaveURL(/#\/bill\/cases$/);
    await expect(app.screen.getByRole('status')).toContainText(String(counts.openCases.now));
  });

  await test.step('a chart is also shown as a table, and a value of it filters rows and numbers', async () => {
    await app.open('/report/boxes');
    const chart = app.screen.getByRole('region', { name: say.t('report.charts.reportBox.byState') });
    await expect(chart.getByRole('img')).toBeVisible();
    await chart.getByRole('button', { name: say.t('report.asTable') }).press('Enter');
    const row = chart.getByRole('row').filter({ hasText: say.state('box', 'missing') });
    const missing = Number(await row.getByRole('cell').innerText());
    expect(missing).toBeGreaterThan(0);
    await row.getByRole('button').press('Enter');
    await expect(app.screen.getByRole('status')).toContainText(String(missing));
    await expect(
      app.screen.getByText(say.pair(say.label('state'), say.state('box', 'missing'))),
    ).toBeVisible();
    await expect(app.screen.locator('.fc-numbers > div').first()).toContainText(String(missing));
  });

  await test.step('the shown rows are saved', async () => {
    const file = path.join(folder, 'boxes.csv');
    await app.willSaveTo(file);
    await app.screen.getByRole('button', { name: say.t('common.export') }).click();
    await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'boxes.csv' }))).toBeVisible();
    const [head = [], ...lines] = cellsOf({ name: 'boxes.csv', bytes: readFileSync(file) } as never);
    const shown = Number((await app.screen.getByRole('status').innerText()).replace(/\D/g, ''));
    expect(lines).toHaveLength(shown);
    const state = head.indexOf(say.label('state'));
    expect(new Set(lines.map((line) => line[state]))).toEqual(new Set([say.state('box', 'missing')]));
  });

  await test.step('a chart is saved as a picture', async () => {
    const file = path.join(folder, 'way.png');
    await app.willSaveTo(file);
    const title = say.t('report.charts.reportBox.way');
    await app.screen.getByRole('button', { name: `${say.t('report.savePicture')}: ${title}` }).click();
    await expect(page.getByText(say.t('common.exported', { name: 'way.png' }))).toBeVisible();
    const bytes = readFileSync(file);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // Width in pixels: twice the size on the screen.
    expect(bytes.readUInt32BE(16)).toBe(2000);
  });

  await test.step('a row leads to its bill', async () => {
    const billNo = await app.cellAt(0, 0).innerText();
    await app.cellAt(0, 0).dblclick();
    await expect(page).toHaveURL(/#\/bill\/bill_manage\/detail\/\d+$/);
    await expect(app.screen.getByText(billNo).first()).toBeVisible();
  });
});

test('saves a scheduled report into a folder, with the contents of the export', async ({
  signedIn,
  place,
}) => {
  const app = await signedIn();
  const { page, say } = app;
  const [folder, saved] = [place.folder('scheduled'), path.join(place.folder('exported'), 'boxes.csv')];
  await app.open('/report/boxes');
  await expect(app.screen.getByRole('status')).toContainText(/[1-9]/);
  await app.willSaveTo(saved);
  await app.screen.getByRole('button', { name: say.t('common.export') }).click();
  await page.getByRole('menuitem', { name: say.t('common.exportCsv') }).click();
  await expect(page.getByText(say.t('common.exported', { name: 'boxes.csv' }))).toBeVisible();

  await test.step('the report is scheduled from its screen', async () => {
    await app.screen.getByRole('button', { name: say.t('report.schedule.button'), exact: true }).click();
    const form = new FormInFront(app, 'reportSchedule');
    await form.fill({ name: 'Boxes of the week', format: say.choice('exportFormat', 'csv') });
    await app.willChoose(folder);
    await page.getByRole('button', { name: say.t('report.schedule.folderChoose') }).click();
    await expect(page.getByText(/^scheduled \(.+\)$/)).toBeVisible();
    await page.getByRole('button', { name: say.t('common.save'), exact: true }).click();
    await expect(page.getByText(say.t('common.saved'), { exact: true })).toBeVisible();
  });

  await test.step('the report is run now, and its log names the written file', async () => {
    await app.open('/report/schedule');
    await app.cell('Boxes of the week').dblclick();
    await page.getByRole('button', { name: say.t('report.schedule.runNow') }).click();
    const run = page.locator('.fc-runs tbody tr');
    await expect(run).toContainText(say.state('reportRun', 'done'), { timeout: 20_000 });
    const [name = '', ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    expect(name).toMatch(/^Boxes of the week \d{4}-\d{2}-\d{2} \d{4}\.csv$/);
    await expect(run).toContainText(name);
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe(readFileSync(saved, 'utf8'));
  });
});
