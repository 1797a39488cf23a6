import { expect, test } from './fixtures';
import { FormInFront } from './formInFront';

for (const { language, theme } of [
  { language: 'en', theme: 'light' },
  { language: 'cn', theme: 'dark' },
] as const)
  test(`gives a customer back what was paid too much, in ${language} and ${theme}`, async ({ signedIn }) => {
    const app = await signedIn({ language });
    const { say, screen } = app;
    if (theme === 'dark') await app.theme('dark');
    // A customer to whom nothing is open, so that no credit of the demo data is offered beside.
    const [code = ''] = await app.texts(
      `select customer.code from customer where active = 1 and not exists (
         select 1 from billRevenueOfBill as line where line.customerId = customer.id and line.grossAmount < 0)
       and not exists (
         select 1 from billPayment where billPayment.customerId = customer.id and billPayment.unallocated > 0)
       order by customer.id limit 1`,
    );
    const form = new FormInFront(app, 'billPayment');
    const add = async () => {
      await app.open('/bil-fee/payment');
      await screen.getByRole('button', { name: say.t('finance.addPayment') }).click();
    };
    await add();
    await form.fill({ customerId: code, amount: '40.00' });
    await form.save();
    await expect(form.form).toHaveCount(0);

    await add();
    await form.fill({ direction: say.choice('paymentDirection', 'out') });
    await form.fill({ refund: true });
    await form.fill({ customerId: code, amount: '40.00' });
    await form.form.getByRole('button', { name: say.t('finance.oldestFirst') }).click();
    await form.save();
    await expect(form.form).toHaveCount(0);
    await expect
      .poll(() => app.texts("select direction || ' ' || state from billPayment order by id desc limit 2"))
      .toEqual(['out booked', 'in booked']);
    expect(await app.texts('select unallocated from billPayment order by id desc limit 2')).toEqual([
      '0',
      '0',
    ]);
  });
