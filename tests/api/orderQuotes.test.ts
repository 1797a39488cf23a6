import { type DocumentState, documentStates } from '@contract/business/document';
import { type QuoteResultAction, quoteResultMachine, quoteResults } from '@contract/business/orderQuote';
import { dayAt, instantOf } from '@contract/rules/zonedTime';
import { describe, expect, test } from 'vitest';
import { documentNight } from '../../main/server/areas/business/night';
import { priceQueryOf, sellPrices } from '../../main/server/areas/business/prices';
import { officeZone } from '../../main/server/core/officeClock';
import { approved, decide, draftDocument, submitted } from '../support/apiDocuments';
import { drafts, newCode } from '../support/apiRecords';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';

const api = testApi();
const dayIn = (days: number) => dayAt(instantOf(Date.now() + days * 86_400_000), officeZone());
/** Makes a service without any prices but those of the test. */
const service = () =>
  api.insert('service', {
    ...(({ id: _, ...row }) => row)(api.row('select * from service where id = 1') as { id: number }),
    code: newCode('SVC'),
  } as never);
const [card] = drafts.standardQuote().lines;
const cardLine = (chargeItemId: number, flatPrice: string, more: object = {}) => ({
  ...{ ...card, originCode: 'ANY', destinationCode: 'ANY', chargeItemId, basis: 'per_parcel' },
  ...{ minCharge: null, breaks: [], flatPrice, ...more },
});
const offerLine = (chargeItemId: number, unitPrice: string, more: object = {}) => ({
  ...{
    chargeItemId,
    basis: 'per_parcel',
    quantity: 50,
    unitPrice,
    currency: 'EUR',
    costPrice: null,
    ...more,
  },
});
const get = (id: number) => api.call.orderQuote.get({ params: { id } });

test('gives the demo quotes in each state, won and lost ones among them', async () => {
  const { list } = await api.call.orderQuote.list({ query: { pageSize: 50, sort: 'createdAt' } });
  const demo = list.filter(({ reference }) => !reference?.startsWith('RFQ'));
  // Approved quotes expire after their last day, which may have passed since the demo was made.
  expect(new Set(demo.map(({ state }) => (state === 'approved' ? 'expired' : state)))).toEqual(
    new Set(Object.keys(documentStates).filter((state) => state !== 'approved')),
  );
  expect(new Set(demo.map(({ result }) => result))).toEqual(new Set(Object.keys(quoteResults)));
  const won = demo.find(({ result }) => result === 'won');
  expect(won?.billNo).not.toBeNull();
});

test('calculates amounts, totals, margins and the chargeable weight, whatever is sent', async () => {
  const made = await draftDocument(api, 'orderQuote', {
    lines: [
      offerLine(1, '2', { costPrice: '1.50', amount: '1' }),
      offerLine(2, '0.65', { basis: 'fixed', quantity: 1, currency: 'USD' }),
    ],
  });
  const quote = await get(made.id);
  expect(quote.quoteNo).toMatch(/^OQ\d{8}-\d{4}$/);
  expect(quote).toMatchObject({ result: 'open', chargeableWeight: 160, total: '100.00', margin: '25.00' });
  expect(quote.marginPercent).toBe(25);
  expect(quote.lines.map(({ amount }) => amount)).toEqual(['100.00', '0.65']);
  expect(quote.totals.map(({ amount, currency, margin }) => [amount, currency, margin])).toEqual([
    ['100.00', 'EUR', '25.00'],
    ['0.65', 'USD', null],
  ]);
  const changed = await api.call.orderQuote.update({
    params: { id: made.id },
    body: { version: made.version, weight: 200.1, lines: [offerLine(1, '3')] as never },
  });
  expect(changed).toMatchObject({ chargeableWeight: 200.5, total: '150.00', margin: null });
  expect(changed.totals).toHaveLength(1);
});

test('chooses the approvers by the total, and copies a quote as open with the same lines', async () => {
  const setting = await api.call.approvalConfig.create({
    body: {
      ...drafts.approvalConfig(),
      ...{ docType: 'order_quote', currency: 'GBP', minAmount: '100', maxAmount: null },
    },
  });
  const gbp = (unitPrice: string) =>
    submitted(api, 'orderQuote', { currency: 'GBP', lines: [offerLine(1, unitPrice, { currency: 'GBP' })] });
  expect((await gbp('1.99')).state).toBe('approved');
  const dear = await gbp('2');
  expect(dear).toMatchObject({ state: 'pending', approvalConfigId: setting.id });
  await decide(api, 'orderQuote', dear.id);
  await api.call.orderQuote.won({ params: { id: dear.id }, body: {} });
  const copy = await api.call.orderQuote.copy({ params: { id: dear.id } });
  expect(copy).toMatchObject({ state: 'draft', result: 'open', versionNo: 2, total: '100.00' });
  expect(copy.lines).toEqual((await get(dear.id)).lines);
});

describe('the result of a quote', () => {
  const CALL = { win: 'won', lose: 'lost', reopen: 'reopen' } as const satisfies Record<
    QuoteResultAction,
    string
  >;
  const AFTER = { win: 'won', lose: 'lost', reopen: 'open' } as const;
  const pairs = (Object.keys(CALL) as QuoteResultAction[]).flatMap((action) =>
    (Object.keys(documentStates) as DocumentState[]).flatMap((state) =>
      (Object.keys(quoteResults) as (keyof typeof quoteResults)[]).map((result) => ({
        ...{ action, state, result },
      })),
    ),
  );

  test.each(pairs)(
    'allows or refuses $action of a quote that is $state and $result',
    async ({ action, state, result }) => {
      const { id } = await draftDocument(api, 'orderQuote');
      api.db.exec(`update orderQuote set state = '${state}', result = '${result}' where id = ${id}`);
      const before = await get(id);
      const body = action === 'lose' ? { lostReason: 'Too dear' } : {};
      const offered = state === 'approved' || state === 'expired';
      const from: readonly string[] = quoteResultMachine.actions[action].from;
      if (offered && from.includes(result)) {
        await api.call.orderQuote[CALL[action]]({ params: { id }, body: body as never });
        expect(await get(id)).toMatchObject({
          ...{ result: AFTER[action], state, version: before.version + 1 },
          lostReason: action === 'lose' ? 'Too dear' : null,
        });
        return;
      }
      const refused = await api.refused(`orderQuote.${CALL[action]}`, { params: { id }, body });
      expect(refused.code).toBe(offered ? 'STATE_NOT_ALLOWED' : 'QUOTE_NOT_OFFERED');
      expect(await get(id)).toEqual(before);
    },
  );

  test('stays won once its bill exists, and can name only bills of its customer', async () => {
    const { billNo, customerId } = api.row(
      `select billNo, min(customerId) as customerId from bill where removedAt is null and mode = 'air'
        group by billNo having count(distinct customerId) = 1 limit 1`,
    );
    const others = await approved(api, 'orderQuote', { customerId: customerId === 1 ? 2 : 1 });
    const wrong = await api.refused('orderQuote.won', { params: { id: others.id }, body: { billNo } });
    expect(wrong.fields?.billNo).toContain(`${billNo}`);
    const { id } = await approved(api, 'orderQuote', { customerId });
    const won = await api.call.orderQuote.won({ params: { id }, body: { billNo: `${billNo}` } });
    expect(won).toMatchObject({ result: 'won', billNo });
    const refused = await api.refused('orderQuote.reopen', { params: { id }, body: {} });
    expect(refused.code).toBe('QUOTE_BILLED');
  });
});

describe('the price of a shipment', () => {
  const queryOf = (serviceId: number, more: object = {}) => ({
    query: {
      ...{ serviceId, customerId: 1, originCode: 'PVG', destinationCode: 'AMS', day: dayIn(1) },
      ...{ weight: 80, parcels: 100, ...more },
    },
  });
  const prices = async (serviceId: number, more: object = {}) =>
    (await api.call.standardQuote.calculate(queryOf(serviceId, more))).prices
      .map(({ chargeItemId, source, total }) => `${chargeItemId} ${source} ${total}`)
      .sort();
  const validTo = dayIn(20);
  const general = async (serviceId: number) =>
    approved(api, 'standardQuote', {
      ...{ serviceId, fuelSurchargePercent: 0, validFrom: '2026-01-01' },
      lines: [cardLine(1, '3'), cardLine(2, '3')],
    });
  const offer = (serviceId: number, unitPrice: string, more: object = {}) =>
    approved(api, 'orderQuote', {
      ...{ serviceId, validTo, destinationCode: 'NL', lines: [offerLine(1, unitPrice)], ...more },
    });

  test('comes from the order quote first, from its approval to its last day', async () => {
    const serviceId = service();
    await general(serviceId);
    const draft = await draftDocument(api, 'orderQuote', {
      ...{ serviceId, validTo, destinationCode: 'NL', lines: [offerLine(1, '1')] },
    });
    const cards = ['1 standard_quote 300.00', '2 standard_quote 300.00'];
    expect(await prices(serviceId)).toEqual(cards);
    let row = await api.call.orderQuote.submit({ params: { id: draft.id }, body: {} });
    while (row.state === 'pending') row = (await decide(api, 'orderQuote', draft.id)) as typeof row;
    const mixed = ['1 order_quote 100.00', '2 standard_quote 300.00'];
    expect(await prices(serviceId)).toEqual(mixed);
    expect(await prices(serviceId, { day: validTo })).toEqual(mixed);
    expect(await prices(serviceId, { day: dayIn(21) })).toEqual(cards);
    expect(await prices(serviceId, { day: dayIn(-1) })).toEqual(cards);
    expect(await prices(serviceId, { customerId: 2 })).toEqual(cards);
    expect(await prices(serviceId, { destinationCode: 'FR' })).toEqual(cards);
    const answer = await api.call.standardQuote.calculate(queryOf(serviceId));
    const [own] = answer.prices;
    expect(own).toMatchObject({ sourceId: draft.id, sourceNo: row.quoteNo });
    expect(own?.lines.map(({ says }) => says)).toEqual(['100 × 1 EUR (Per parcel)', 'Total in EUR']);

    await api.call.orderQuote.lost({ params: { id: draft.id }, body: { lostReason: 'No answer' } });
    expect(await prices(serviceId)).toEqual(cards);
    await api.call.orderQuote.reopen({ params: { id: draft.id }, body: {} });
    await api.call.orderQuote.terminate({
      params: { id: draft.id },
      body: { reason: 'Costs rose', on: dayIn(3) },
    });
    expect(await prices(serviceId, { day: dayIn(2) })).toEqual(mixed);
    expect(await prices(serviceId, { day: dayIn(3) })).toEqual(cards);
  });

  test('comes from the quote of the named bill first, then from a won quote, then from an open one', async () => {
    const serviceId = service();
    const [found] = api.rows(
      `select id from bill where removedAt is null and customerId = 1 and mode = 'air' and landingAirportId in
        (select id from airport where twoLetterCode = 'NL') limit 1`,
    );
    const id = Number(found?.id);
    api.db.exec(`update bill set serviceId = ${serviceId}, destinationId = null where id = ${id}`);
    const bill = await api.call.bill.get({ params: { id } });
    const places = { destinationCode: 'NL', originCode: 'ANY' };
    const won = await offer(serviceId, '2', places);
    await api.call.orderQuote.won({ params: { id: won.id }, body: {} });
    await offer(serviceId, '1', places);
    await offer(serviceId, '9', { ...places, billNo: '112-90424456', customerId: 1 }).catch(() => undefined);
    const store = await api.openStore();
    const counted = { boxes: 1, parcels: 10, pallets: 1, trucks: 1, containers: 0, volume: 0, lines: 0 };
    const total = async () =>
      (await sellPrices(store.read, await priceQueryOf(store.read, bill, counted, dayIn(1)))).find(
        ({ chargeItemId }) => chargeItemId === 1,
      )?.total;
    expect(await total()).toBe('20.00');
    await offer(serviceId, '4', { ...places, billNo: bill.billNo });
    expect(await total()).toBe('40.00');
    expect(await prices(serviceId, { destinationCode: 'AMS' })).toEqual(['1 order_quote 200.00']);
    const named = { destinationCode: 'AMS', billNo: bill.billNo };
    expect(await prices(serviceId, named)).toEqual(['1 order_quote 400.00']);
    await store.close();
  });

  test('is the agreed quantity times price when no bill counts the item', async () => {
    const serviceId = service();
    await offer(serviceId, '95', { lines: [offerLine(3, '95', { basis: 'per_hour', quantity: 2.5 })] });
    expect(await prices(serviceId)).toEqual(['3 order_quote 237.50']);
  });

  test('is offered once: an open quote for the same is refused by name, or replaced', async () => {
    const serviceId = service();
    const old = await offer(serviceId, '2');
    const draft = await draftDocument(api, 'orderQuote', {
      ...{ serviceId, validTo, destinationCode: 'NL', lines: [offerLine(1, '1')] },
    });
    const refused = await api.refused('orderQuote.submit', { params: { id: draft.id }, body: {} });
    expect(refused.msg).toContain((await get(old.id)).quoteNo);
    expect(refused.msg).toContain('PVG → NL');
    let row = await api.call.orderQuote.submit({ params: { id: draft.id }, body: { replace: true } });
    while (row.state === 'pending') row = (await decide(api, 'orderQuote', draft.id)) as typeof row;
    expect(await get(old.id)).toMatchObject({ state: 'terminated', terminatedOn: dayIn(0) });
    expect(await prices(serviceId)).toEqual(['1 order_quote 100.00']);
  });
});

describe('prices copied from the rate cards', () => {
  test('are those of the customer first, with the cheapest purchase as cost, each explained', async () => {
    const serviceId = service();
    const base = { serviceId, fuelSurchargePercent: 0 };
    const perKg = (price: string, minCharge: string | null = null) =>
      cardLine(1, price, { basis: 'per_kg', minCharge });
    await approved(api, 'standardQuote', {
      ...{ ...base, fuelSurchargePercent: 10 },
      lines: [perKg('9'), cardLine(2, '3'), cardLine(4, '55', { basis: 'per_bill', minCharge: '60' })],
    });
    const own = await approved(api, 'standardQuote', { ...base, customerId: 1, lines: [perKg('0.20')] });
    const supplier = api.row("select id from clientCompany where kind = 'supplier' and active = 1").id;
    const other = api.row(
      "select max(id) as id from clientCompany where kind = 'supplier' and active = 1",
    ).id;
    const buy = { ...base, direction: 'buy' };
    await approved(api, 'standardQuote', { ...buy, companyId: supplier, lines: [perKg('0.15', '40')] });
    const cheap = await approved(api, 'standardQuote', { ...buy, companyId: other, lines: [perKg('0.16')] });
    const dollars = [cardLine(2, '1', { currency: 'USD' })];
    await approved(api, 'standardQuote', { ...buy, companyId: other, serviceId, lines: dollars }).catch(
      () => undefined,
    );
    const body = {
      ...{ customerId: 1, serviceId, originCode: 'PVG', destinationCode: 'AMS', currency: 'EUR' },
      ...{ weight: 199.8, expectedDate: '2031-03-01' },
    };
    const all = await api.call.orderQuote.prices({ body });
    expect(all.offers.map(({ line, tier }) => [line.chargeItemId, tier, line.amount])).toEqual([
      [1, 'customer', '40.00'],
      [4, 'everybody', '66.00'],
    ]);
    // 200 kg at 0.16 is less than the minimum of the other.
    expect(all.offers[0]).toMatchObject({
      sourceId: own.id,
      line: { basis: 'per_kg', quantity: 200, unitPrice: '0.2000', costPrice: '0.1600' },
      cost: { sourceId: cheap.id },
    });
    expect(all.offers[0]?.says[0]).toBe('199.8 kg, rounded up to 0.5 kg: 200 kg');
    expect(all.offers[1]).toMatchObject({ line: { basis: 'fixed', quantity: 1 }, cost: null });
    expect(all.offers[1]?.says.at(-1)).toBe('Offered as one lump sum');
    // The number of parcels is not known.
    expect(all.without).toMatchObject([{ chargeItemId: 2 }]);
    const wanted = [
      { chargeItemId: 2, quantity: 500 },
      { chargeItemId: 5, quantity: null },
    ];
    const some = await api.call.orderQuote.prices({ body: { ...body, wanted } });
    expect(some.offers.map(({ line }) => [line.quantity, line.unitPrice, line.amount])).toEqual([
      [500, '3.3000', '1650.00'],
    ]);
    expect(some.without).toEqual([
      { chargeItemId: 5, says: 'No approved standard quote of this service has a price on this lane' },
    ]);
  });

  test('never come from an order quote, and never include VAT', async () => {
    const serviceId = service();
    await approved(api, 'orderQuote', { serviceId, destinationCode: 'NL', lines: [offerLine(1, '1')] });
    await approved(api, 'standardQuote', { serviceId, taxIncluded: true, lines: [cardLine(1, '3')] });
    const answer = await api.call.orderQuote.prices({
      body: {
        ...{ customerId: 1, serviceId, originCode: 'PVG', destinationCode: 'AMS', currency: 'EUR' },
        ...{ weight: 10, expectedDate: '2031-03-01', wanted: [{ chargeItemId: 1, quantity: 5 }] },
      },
    });
    expect(answer.offers).toEqual([]);
    expect(answer.without[0]?.says).toContain('VAT');
  });
});

test('notifies its people three days before an unanswered offer ends, and of no other', async () => {
  const messagesOf = (id: number) =>
    api.count(
      'select count(*) from message where link = ? and textEn like ?',
      `/business/order-quote/detail/${id}`,
      '%ends on%',
    );
  const quote = () => approved(api, 'orderQuote', { validTo: dayIn(10) });
  const [open, won] = [await quote(), await quote()];
  await api.call.orderQuote.won({ params: { id: won.id }, body: {} });
  const night = async (days: number) => {
    const store = await api.openStore();
    await documentNight(store, Date.now() + days * 86_400_000);
    await store.close();
  };
  await night(6);
  expect(messagesOf(open.id)).toBe(0);
  await night(8);
  expect(messagesOf(open.id)).toBeGreaterThan(0);
  expect(messagesOf(won.id)).toBe(0);
  await night(12);
  expect((await get(open.id)).state).toBe('expired');
});

test('prints an offer with lines, totals and days in either language, and without its costs', async () => {
  const lines = [
    offerLine(1, '1234.5', { quantity: 10, costPrice: '777' }),
    offerLine(2, '8.8888', { currency: 'USD', costPrice: '6.6666' }),
  ];
  const { id } = await draftDocument(api, 'orderQuote', {
    lines,
    validTo: dayIn(30),
    reference: 'RFQ-PAPER',
  });
  const paper = async (language: 'en' | 'cn') => {
    const { bytes } = await api.call.orderQuote.pdf({ params: { id }, query: { language } });
    return pdfLines(Buffer.from(bytes)).join('');
  };
  expect(await paper('en')).toContain('Not approved yet');
  await api.call.orderQuote.submit({ params: { id }, body: {} });
  await decide(api, 'orderQuote', id);
  const { quoteNo } = await get(id);
  const [item, customer] = [
    api.row('select nameEn, nameCn from chargeItem where id = 1'),
    api.row('select nameEn, nameCn from customer where id = 1'),
  ];
  const [year, month, date] = dayIn(30).split('-');
  const [english, chinese] = [await paper('en'), await paper('cn')];
  for (const text of [english, chinese])
    for (const part of [quoteNo, 'RFQ-PAPER', '12,345.00 EUR', '444.44 USD', `${date}/${month}/${year}`])
      expect(text).toContain(part);
  for (const part of ['Quotation', item.nameEn, customer.nameEn, 'Total']) expect(english).toContain(part);
  for (const part of ['报价单', item.nameCn, customer.nameCn, '合计']) expect(chinese).toContain(part);
  for (const hidden of ['777', '6.6666', 'Cost', 'Margin', '成本', '毛利'])
    expect(`${english}${chinese}`).not.toContain(hidden);
  expect(english).not.toContain('Not approved');
});
