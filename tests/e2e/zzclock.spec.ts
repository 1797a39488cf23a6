import { test } from './fixtures';
for (const language of ['en', 'cn'] as const)
  test(`shots ${language}`, async ({ start, demoData }) => {
    const app = await start({ data: demoData(), language, env: { TZ: 'UTC' } });
    await app.signIn('admin');
    if (language === 'cn') await app.page.evaluate(() => { document.documentElement.classList.add('bp6-dark'); document.body.classList.add('bp6-dark'); });
    const shot = (n: string) => app.page.screenshot({ path: `/tmp/fc/clock-${n}-${language}.png` });
    await app.page.waitForTimeout(2500);
    await shot('home');
    const answer = await app.call('bill.list', { query: { stage: ['clearance'], pageSize: 5 } });
    const [bill] = JSON.parse((answer as any).data).data.list;
    await app.open(`/bill/bill_manage/detail/${bill.id}`);
    await app.page.waitForTimeout(1500);
    await shot('bill');
    await app.open('/bill/bill_manage');
    await app.page.waitForTimeout(1500);
    await shot('list');
    await app.open(`/bill/edit_bill?id=${bill.id}`);
    await app.page.waitForTimeout(1500);
    await shot('edit');
    await app.open('/transport/air');
    await app.page.waitForTimeout(1500);
    await shot('air');
  });
