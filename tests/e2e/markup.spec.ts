import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDF } from './files';
import { expect, test } from './fixtures';
import { data, watchSystem } from './safety';

/** Texts that would run if they were treated as markup, script, style or a template. */
const PAYLOADS = [
  '<img src=x onerror="window.ran=1">',
  '<svg/onload=window.ran=2>',
  '"><script>window.ran=3</script>',
  "'-window.ran=4-'",
  '<a href="javascript:window.ran=5">x</a>',
  '{{constructor.constructor("window.ran=6")()}}',
  '<style>@import "https://example.com/x.css"</style>',
  '</title></textarea><iframe srcdoc="<script>parent.ran=7</script>">',
];

interface Saved {
  readonly id: number;
  readonly version: number;
}

test('shows saved markup as text everywhere', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { page, say } = app;
  const systemCalls = await watchSystem(app);
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      refused.push(effectiveDirective),
    );
  });
  const all = PAYLOADS.join(' ');
  const [first = '', second = ''] = PAYLOADS;

  const customers = await data<{ list: (Saved & { code: string })[] }>(app, 'customer.list', {
    query: { pageSize: 1 },
  });
  const [customer] = customers.list;
  const drafts = await data<{ list: (Saved & { billNo: string })[] }>(app, 'bill.list', {
    query: { pageSize: 1, stage: ['draft'] },
  });
  const bill = drafts.list[0] ?? { id: 0, version: 0, billNo: '' };
  const names = {
    nameEn: `${first}Ltd`,
    nameCn: `${second}有限公司`,
    contactName: first,
    address1: all.slice(0, 200),
  };
  await data(app, 'customer.update', {
    params: { id: customer?.id },
    body: { version: customer?.version, ...names },
  });
  await data(app, 'bill.update', {
    params: { id: bill.id },
    body: { version: bill.version, customerId: customer?.id, remarks: all },
  });
  const folder = place.folder('papers');
  const fileName = '<img src=x onerror=window.ran=8>.pdf';
  writeFileSync(path.join(folder, fileName), PDF);
  place.give(folder);

  /** Expects that nothing ran, was requested or became an element, and that saved text is shown as text. */
  const isText = async (...shown: string[]) => {
    await app.settled();
    for (const text of shown) await expect(page.locator('body')).toContainText(text);
    const found = await page.evaluate(() => ({
      ran: 'ran' in window,
      refused: (window as unknown as { refused: string[] }).refused,
      elements: document.querySelectorAll(
        'img[src="x"], [onerror], [onload], iframe, body script, body style, a[href^="javascript:"]',
      ).length,
      title: document.title,
    }));
    expect(found).toMatchObject({ ran: false, refused: [], elements: 0 });
    expect(found.title).not.toContain('undefined');
  };

  await test.step('the list of bills and a search show it as text', async () => {
    await app.open('/bill/bill_manage');
    await page.getByRole('searchbox').or(page.getByPlaceholder(/.+/)).first().waitFor();
    await isText();
    await app.open('/bill/search');
    await isText();
  });

  await test.step('the bill shows it in fields, files and log', async () => {
    await app.open(`/bill/bill_manage/detail/${bill.id}`);
    await isText(first, PAYLOADS[2] ?? '', PAYLOADS[7] ?? '');
    await app.willChoose(path.join(folder, fileName));
    await app.screen.getByRole('tab', { name: say.t('common.attachments') }).click();
    await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
    await expect(app.cell('onerror=window.ran=8')).toBeVisible();
    await isText(fileName);
    await app.screen.getByRole('tab', { name: say.t('common.log') }).click();
    await isText(second);
  });

  await test.step('the form of the bill shows it as text', async () => {
    await app.open(`/bill/edit_bill?id=${bill.id}`);
    await expect(app.screen.getByLabel(say.label('remarks'))).toHaveValue(all);
    await isText();
  });

  await test.step('the lists of customers, files and operations show it as text', async () => {
    await app.open('/customer/customer_list');
    await isText(`${first}Ltd`);
    await app.open('/bill/attachment');
    await isText(fileName);
    await app.open('/config/operate/logs');
    await isText();
  });

  await test.step('the other language, the home screen and the palette show it as text', async () => {
    await app.speak('cn');
    await app.open('/customer/customer_list');
    await isText(`${second}有限公司`);
    await app.open('/home');
    await isText();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(app.say.t('app.goPlaceholder')).fill(bill.billNo);
    await expect(page.locator('.fc-palette').getByRole('option').first()).toBeVisible();
    await isText();
  });

  expect(await systemCalls()).toEqual([]);

  await test.step('rendered markup would be noticed: as elements, and as refusals of the policy', async () => {
    await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), all);
    await expect(isText()).rejects.toThrow(/"elements": [1-9]/);
    // The page is told of refusals a moment later.
    await expect(() => expect(isText()).rejects.toThrow(/script-src-attr/)).toPass();
    // The window logs each of these as well, which is expected here.
    for (const complaint of [/inline style/, /inline event handler/, /Failed to load/])
      await expect.poll(() => app.complaints.some((one) => complaint.test(one))).toBe(true);
    app.complaints.length = 0;
  });
});

test('shows markup in a failed response, an address and an import as text', async ({ signedIn, place }) => {
  const app = await signedIn();
  const { page, say } = app;
  const [first = ''] = PAYLOADS;
  const folder = place.folder('papers');
  const file = path.join(folder, '<svg onload=window.ran=9>.csv');
  writeFileSync(
    file,
    `\ufeff"Master AWB","${first.replaceAll('"', '""')}"\r\n"<b>1</b>","${first.replaceAll('"', '""')}"\r\n`,
  );
  place.give(folder);
  await app.willChoose(file);
  await app.go(say.words.menu['bill.import']);
  await app.screen.getByRole('button', { name: say.t('importing.choose') }).click();
  await expect(page.locator('body')).toContainText('<svg onload=window.ran=9>.csv');
  await app.open(`/bill/bill_manage/detail/${encodeURIComponent(first)}`);
  await app.settled();
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    elements: document.querySelectorAll('img[src="x"], [onerror], [onload]').length,
  }));
  expect(found).toEqual({ ran: false, elements: 0 });
});
