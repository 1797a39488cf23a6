import { describe, expect, test } from 'vitest';
import {
  billToCharge,
  category,
  dayFrom,
  makeCost,
  makeRevenue,
  receive,
  revenueIn,
} from '../support/apiFinance';
import { drafts, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';

// Days, limits and filters of the books, each tested on both sides of its boundary.
const api = testApi();
const period = dayFrom(0).slice(0, 7);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Makes a customer that can be invoiced, with an empty account. */
async function newCustomer(changes: object = {}): Promise<number> {
  const company = { ...drafts.clientCompany(api), kind: 'customer' as const, supplierTypes: [] };
  const { id: companyId } = await api.call.clientCompany.create({ body: company });
  return (await api.call.customer.create({ body: { ...drafts.customer(), companyId, ...changes } })).id;
}
const billOf = (customerId: number, changes: Record<string, string | number | null> = {}) =>
  billToCharge(api, { customerId, ...changes });

/** Makes an invoiced line of a customer that is due some days ago. */
async function due(customerId: number, days: number, unitPrice: string) {
  const line = await revenueIn(api, 'invoiced', { quantity: 1, unitPrice }, billOf(customerId));
  api.db.exec(
    `update billRevenue set invoiceDate = '${dayFrom(-days)}', dueDate = '${dayFrom(-days)}' where id = ${line.id}`,
  );
  return line;
}

describe('an invoice', () => {
  test('is due a number of days after its own date, not after the day of entry', async () => {
    const line = await makeRevenue(api, {}, billOf(await newCustomer({ paymentTermDays: 14 })));
    await api.call.billRevenue.decide({ body: { ids: [line.id], action: 'confirm' } });
    await api.call.billRevenue.invoice({ body: { ids: [line.id], invoiceDate: dayFrom(-40) } });
    expect(await api.call.billRevenue.get({ params: { id: line.id } })).toMatchObject({
      invoiceDate: dayFrom(-40),
      dueDate: dayFrom(-26),
    });
  });

  test('is reversed with its tax on the day of the credit note when it is credited', async () => {
    const line = await revenueIn(api, 'invoiced', { taxRate: 21 }, billOf(await newCustomer()));
    api.db.exec(`update billRevenue set dueDate = '${dayFrom(9)}' where id = ${line.id}`);
    const { id, version, amount, taxAmount, grossAmount } = await api.call.billRevenue.get({
      params: { id: line.id },
    });
    expect(Number(taxAmount)).toBeGreaterThan(0);
    expect(
      await api.call.billRevenue.credit({ params: { id }, body: { version, reason: 'Agreed' } }),
    ).toMatchObject({
      ...{ amount: `-${amount}`, taxAmount: `-${taxAmount}`, grossAmount: `-${grossAmount}` },
      ...{ invoiceDate: dayFrom(0), dueDate: dayFrom(0) },
    });
  });
});

describe('the account of a customer', () => {
  test('sorts overdue amounts by the start day of each age range', async () => {
    const customerId = await newCustomer();
    // Each amount is a power of two: a sum shows which of them it contains.
    const days = [0, 1, 30, 31, 60, 61, 90, 91];
    for (const [at, late] of days.entries()) await due(customerId, late, `${2 ** at}.0000`);
    const query = { customerId, currency: 'EUR', period };
    const { account } = await api.call.billCustomer.statement({ query });
    expect(account).toMatchObject({
      ...{ overdueAmount: '254.00', oldestDueDate: dayFrom(-91) },
      ...{ due30: '6.00', due60: '24.00', due90: '96.00', dueLonger: '128.00' },
    });
  });

  test('lists invoices before payments of the same day, whatever their numbers', async () => {
    const customerId = await newCustomer();
    const line = await revenueIn(api, 'invoiced', {}, billOf(customerId));
    const payment = await receive(api, line, '5.00');
    api.db.exec(`update billPayment set paymentNo = 'A-${payment.id}' where id = ${payment.id}`);
    const query = { customerId, currency: 'EUR', period };
    const { lines } = await api.call.billCustomer.statement({ query });
    expect(lines.map(({ what, document }) => [what, document])).toEqual([
      ['invoice', line.invoiceNo],
      ['payment', `A-${payment.id}`],
    ]);
  });

  test('offers the earliest due lines first for payment', async () => {
    const customerId = await newCustomer();
    const [later, first] = [await due(customerId, 1, '7.0000'), await due(customerId, 20, '3.0000')];
    const query = { direction: 'in', partyId: customerId, currency: 'EUR' } as const;
    const lines = await api.call.billPayment.open({ query });
    expect(lines.map(({ id }) => id)).toEqual([first.id, later.id]);
  });
});

test('takes the rate of a line’s own day where there is one, and never a later one', async () => {
  api.db.exec("delete from dayRate where currency = 'ISK'");
  for (const [days, rate] of [
    [-2, '150.000000'],
    [0, '140.000000'],
    [1, '130.000000'],
  ] as const)
    await api.call.dayRate.create({ body: { currency: 'ISK', day: dayFrom(days), rate } });
  const line = await makeRevenue(api, { currency: 'ISK', unitPrice: '1400.0000', quantity: 1 });
  expect(line).toMatchObject({ rateDay: dayFrom(0), rate: '140.000000', baseAmount: '10.00' });
});

describe('profit', () => {
  const landed = async (ata: string) => {
    const customerId = await newCustomer();
    await makeRevenue(api, {}, billOf(customerId, { ata }));
    return customerId;
  };
  const found = async (query: object) =>
    (await api.call.billRevenue.profit({ query: { by: 'customer', ...query } as never })).totals.bills;

  test('includes the whole last day of a period, and nothing outside it', async () => {
    const customerId = [
      await landed('2030-03-01T00:00:00Z'),
      await landed('2030-03-02T23:59:59Z'),
      await landed('2030-03-03T00:00:00Z'),
    ];
    const span = (from: string, to: string) => found({ customerId, from, to });
    expect(await span('2030-03-01', '2030-03-01')).toBe(1);
    expect(await span('2030-03-01', '2030-03-02')).toBe(2);
    expect(await span('2030-03-02', '2030-03-03')).toBe(2);
  });

  test('is limited to the customers or bills of the filter', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()];
    const bills = [billOf(one), billOf(one), billOf(other)];
    for (const billId of bills) await makeRevenue(api, {}, billId);
    expect(await found({ customerId: [one] })).toBe(2);
    expect(await found({ customerId: [one, other] })).toBe(3);
    expect(await found({ billId: [bills[0]] })).toBe(1);
  });
});

describe('a charge flow', () => {
  /** Makes a flow for a new customer, and returns the lines it creates for one of its bills. */
  async function charged(step: object, bill: Record<string, string | number | null>) {
    const customerId = await newCustomer();
    const { id: chargeItemId } = await api.call.chargeItem.create({
      body: {
        ...drafts.chargeItem(api),
        basis: 'fixed',
        minCharge: null,
        roundUp: 'none',
        mode: 'any',
      } as never,
    });
    await api.call.chargeFlow.create({
      body: {
        ...{ code: newCode('FL'), nameEn: 'Days', nameCn: '天数', customerId, mode: 'any', priority: 990 },
        validFrom: '2001-01-01',
        steps: [
          {
            ...{ trigger: 'outbound', direction: 'revenue', supplierId: null, price: '1.0000', chargeItemId },
            ...{ minCharge: null, overWeight: null, overDays: null, ...step },
          },
        ],
      } as never,
    });
    const billId = billOf(customerId, bill);
    // A bill without trips counts as having left at its delivery.
    api.db.exec(`delete from pick where billId = ${billId}`);
    await api.call.abnormalCase.create({ body: { billId, type: 'storage_charge', level: 'bill' } });
    return (await api.call.billRevenue.list({ query: { billId: [billId] } })).list;
  }
  const at = (ms: number) =>
    new Date(Date.parse('2026-06-01T08:00:00Z') + ms).toISOString().replace('.000', '');
  // Customs hands the goods over on the first day; they leave later.
  const stored = (ms: number) => ({ atWarehouseAt: at(0), handoverAt: at(HOUR), podAt: at(ms) });

  test.each([
    ['until the evening of the second', DAY + 13 * HOUR, 0],
    ['until the morning of the third, since a day begun counts in full', DAY + 23 * HOUR, 1],
    ['three days', 3 * DAY, 1],
  ])('charges for goods stored over two calendar days: %s', async (_, ms, lines) => {
    expect(await charged({ overDays: 2 }, stored(ms))).toHaveLength(lines);
  });

  test.each([
    ['as much as the limit', { weight: 100_000 }, 0],
    ['a gram more', { weight: 100_001 }, 1],
    ['little that is charged for more', { weight: 50_000, billingWeight: 100_500 }, 1],
    ['much that is charged for less', { weight: 150_000, billingWeight: 100_000 }, 0],
  ])('charges for goods over 100 kg by the chargeable weight: %s', async (_, weights, lines) => {
    expect(await charged({ overWeight: 100 }, { ...stored(DAY), ...weights })).toHaveLength(lines);
  });
});

describe('bills with unpaid costs', () => {
  test('are archived only by those who may pay, however the call is made', async () => {
    const billId = billToCharge(api);
    api.db.exec(`update bill set podBoxCount = 10, exceptionCount = 0 where id = ${billId}`);
    await makeCost(api, { feeCategoryId: category(api, 'pickup') }, billId);
    const body = { selection: { ids: [billId] }, force: true };
    const archived = () => api.count('select archived from bill where id = ?', billId);
    const clerk = api.actor({ permissions: ['bill.manage.view', 'bill.manage.archive'] as never });
    expect(await api.refused('bill.archive', { body }, { as: clerk })).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    expect(archived()).toBe(0);
    const permissions = ['bill.manage.view', 'bill.manage.archive', 'finance.cost.pay'] as never;
    await api.call.bill.archive({ body }, { as: api.actor({ permissions }) });
    expect(archived()).toBe(1);
  });
});

test.each([
  ['on the last free second', 0, 0],
  ['a second later: a day begun counts', 1, 1],
  ['a day later', 86_400, 1],
  ['a day and a second later', 86_401, 2],
])('counts the days of storage at a cargo station for a pickup %s', async (_, seconds, days) => {
  const cargoStationId = api.count('select id from cargoStation where freeHours = 24 limit 1');
  const [noaAt, ata] = ['2031-05-01T08:00:00Z', '2031-05-01T07:00:00Z'];
  const pickupAt = new Date(Date.parse(noaAt) + DAY + seconds * 1000).toISOString().replace('.000', '');
  const id = billToCharge(api, { ata, noaAt, pickupAt, cargoStationId });
  const query = { from: '2031-05-01T00:00:00Z', to: '2031-05-02T00:00:00Z', zone: 'UTC' };
  const { tiles } = await api.call.reportTrend.summary({ query });
  api.db.exec(`update bill set ata = '2001-01-01T00:00:00Z' where id = ${id}`);
  expect(tiles.storageTime).toMatchObject({ value: days, noData: 0 });
});
