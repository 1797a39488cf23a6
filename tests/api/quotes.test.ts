import { quoteLineText } from '@contract/rules/quote';
import { expect, test } from 'vitest';
import { priceQueryOf, sellPrices } from '../../main/server/areas/business/prices';
import { approved, decide, draftDocument } from '../support/apiDocuments';
import { drafts, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const service = () =>
  api.insert('service', {
    ...(({ id: _, ...row }) => row)(api.row('select * from service where id = 1') as { id: number }),
    code: newCode('SVC'),
  } as never);
const [line] = drafts.standardQuote().lines;
const flat = (chargeItemId: number, flatPrice: string, more: object = {}) => ({
  ...{ ...line, originCode: 'ANY', destinationCode: 'ANY', chargeItemId, basis: 'per_parcel' },
  ...{ minCharge: null, breaks: [], flatPrice, ...more },
});
const query = (serviceId: number, more: object = {}) => ({
  query: {
    ...{ serviceId, originCode: 'PVG', destinationCode: 'DUS', day: '2031-03-01', weight: 80, parcels: 100 },
    ...more,
  },
});

test("prefers a customer's own price to its group's, and that to everybody's, item by item", async () => {
  const serviceId = service();
  const groupId = Number(api.row('select groupId from customer where id = 1').groupId);
  const base = { serviceId, fuelSurchargePercent: 0 };
  await approved(api, 'standardQuote', { ...base, lines: [flat(1, '3'), flat(2, '3'), flat(3, '3')] });
  await approved(api, 'standardQuote', { ...base, groupId, lines: [flat(1, '2'), flat(2, '2')] });
  await approved(api, 'standardQuote', { ...base, customerId: 1, lines: [flat(1, '1')] });
  const totals = async (more: object) =>
    (await api.call.standardQuote.calculate(query(serviceId, more))).prices
      .map(({ chargeItemId, total }) => `${chargeItemId}: ${total}`)
      .sort();
  expect(await totals({ customerId: 1 })).toEqual(['1: 100.00', '2: 200.00', '3: 300.00']);
  expect(await totals({})).toEqual(['1: 300.00', '2: 300.00', '3: 300.00']);
});

test('prices by the narrowest lane, and lists every step', async () => {
  const serviceId = service();
  const lanes = [
    { ...line, originCode: 'ANY', destinationCode: 'DE', breaks: [], flatPrice: '9' },
    { ...line, originCode: 'CN', destinationCode: 'DUS' },
  ];
  const { id } = await approved(api, 'standardQuote', { serviceId, lines: lanes });
  const answer = await api.call.standardQuote.calculate(query(serviceId, { volume: 0.3 }));
  const [price] = answer.prices;
  expect(price).toMatchObject({ source: 'standard_quote', sourceId: id, total: '97.38' });
  expect(price?.lines.map(({ says }) => says)).toEqual([
    '80 kg, rounded up to 0.5 kg: 80 kg',
    '100 kg × 0.95 EUR: charged at the next weight break, which is less than 96.00 EUR',
    'Fuel surcharge: 2.5 % of 95.00 EUR',
    'Total in EUR',
  ]);
  expect(answer.totals).toEqual([{ currency: 'EUR', amount: '97.38' }]);
});

test('prices a bill by its own places, goods and weight, at the rates of the day', async () => {
  const serviceId = service();
  const [found] = api.rows(
    `select id from bill where removedAt is null and totalValue > 0 and landingAirportId in
      (select id from airport where twoLetterCode = 'NL') limit 1`,
  );
  const id = Number(found?.id);
  api.db.exec(
    `update bill set serviceId = ${serviceId}, billingWeight = null, weight = 200300, volume = 900 where id = ${id}`,
  );
  const bill = await api.call.bill.get({ params: { id } });
  const lines = [
    flat(1, '0.10', { basis: 'per_kg', destinationCode: 'NL' }),
    flat(2, '0.65', { basis: 'percent', currency: bill.currency }),
    flat(3, '8', { basis: 'per_pallet' }),
    flat(5, '450', { basis: 'per_container' }),
    flat(6, '12', { basis: 'per_cbm' }),
    flat(7, '20', { basis: 'per_wm' }),
    flat(8, '3.50', { basis: 'per_line' }),
  ];
  const quote = await approved(api, 'standardQuote', { serviceId, fuelSurchargePercent: 0, lines });
  const store = await api.openStore();
  const counted = {
    ...{ boxes: 1, parcels: 2, pallets: 3, trucks: 1 },
    ...{ containers: 2, volume: 0.9, lines: 7 },
  };
  const total = async (item: number, day = '2031-05-05') =>
    (await sellPrices(store.read, await priceQueryOf(store.read, bill, counted, day))).find(
      ({ chargeItemId }) => chargeItemId === item,
    )?.total;
  // A hub may be in another country than the airport: the lane may name the country of either.
  expect(await total(1)).toBe('20.05');
  expect(await total(2)).toBe((Math.round(Number(bill.totalValue) * 0.65) / 100).toFixed(2));
  expect(await total(3)).toBe('24.00');
  expect(await total(4)).toBeUndefined();
  expect(await total(5)).toBe('900.00');
  expect(await total(6)).toBe('10.80');
  // 0.9 m³ is more than 200.3 kg.
  expect(await total(7)).toBe('18.00');
  expect(await total(8)).toBe('24.50');
  expect(await total(3, '2032-01-01')).toBeUndefined();
  // A quote that ended early keeps its prices for the days before.
  const end = { reason: 'Too cheap', on: '2031-05-05' };
  await api.call.standardQuote.terminate({ params: { id: quote.id }, body: end });
  expect(await total(3)).toBeUndefined();
  expect(await total(3, '2031-05-04')).toBe('24.00');
  await store.close();
});

test('refuses a quote of the same party, service and lane by name, or replaces the other', async () => {
  const serviceId = service();
  const changes = { serviceId, lines: [flat(1, '3')] };
  const old = await approved(api, 'standardQuote', changes);
  const { quoteNo } = await api.call.standardQuote.get({ params: { id: old.id } });
  const next = { ...changes, validFrom: '2031-07-01', lines: [flat(1, '4')] };
  const draft = await draftDocument(api, 'standardQuote', next);
  const refused = await api.refused('standardQuote.submit', { params: { id: draft.id }, body: {} });
  expect(refused).toMatchObject({ code: 'QUOTE_OVERLAP' });
  expect(refused.msg).toContain(quoteNo);
  expect(refused.msg).toContain('ANY → ANY');
  // A quote of the same service for another lane, group or period is accepted.
  await approved(api, 'standardQuote', { ...changes, lines: [flat(1, '3', { destinationCode: 'DE' })] });
  await approved(api, 'standardQuote', { ...changes, groupId: 1 });
  await approved(api, 'standardQuote', { ...changes, validFrom: '2032-01-01', validTo: '2032-06-30' });

  let row = (await api.call.standardQuote.submit({ params: { id: draft.id }, body: { replace: true } })) as {
    state: string;
  };
  while (row.state === 'pending') row = await decide(api, 'standardQuote', draft.id);
  const priceOn = async (day: string) => {
    const { prices } = await api.call.standardQuote.calculate(
      query(serviceId, { day, destinationCode: 'FR' }),
    );
    return [prices[0]?.sourceId, prices[0]?.lines[0]?.amount];
  };
  expect(await priceOn('2031-06-30')).toEqual([old.id, '300.00']);
  expect(await priceOn('2031-07-01')).toEqual([draft.id, '400.00']);
});

test('copies a quote as the next version with the same lines, and names wrong lines', async () => {
  const from = await approved(api, 'standardQuote');
  const { lines } = await api.call.standardQuote.get({ params: { id: from.id } });
  const copy = await api.call.standardQuote.copy({ params: { id: from.id } });
  expect(copy).toMatchObject({ state: 'draft', versionNo: 2, copiedFromId: from.id, lines });
  const refused = async (wrong: object[]) =>
    api.refused('standardQuote.update', {
      params: { id: copy.id },
      body: { version: copy.version, lines: wrong },
    });
  const refusal = async (wrong: object[]) => JSON.stringify((await refused(wrong)).fields ?? {});
  expect(await refusal([...lines, ...lines])).toContain('line 2');
  expect(await refusal([{ ...lines[0], flatPrice: '1' }])).toContain('line 1: enter one price');
  expect(await refusal([flat(999_999, '1')])).toContain('999999');
  expect(await refusal([flat(1, '-1')])).toContain('lines');
});

test('gives the demo a quote in its second step, an ended one, and prices of each service', async () => {
  const { list } = await api.call.standardQuote.list({
    query: { pageSize: 50, keyword: 'Clearance and storage' },
  });
  expect(list.map(({ state, stepNo, versionNo }) => [state, stepNo, versionNo]).sort()).toEqual([
    ['expired', null, 1],
    ['pending', 2, 2],
  ]);
  const [waiting] = list.filter(({ state }) => state === 'pending');
  const texts = waiting?.lines.map((one) => quoteLineText(one, String(one.chargeItemId), 'EUR'));
  expect(texts?.[0]).toBe('ANY → ANY 1 0: 0.12, 500: 0.11, 3000: 0.10 EUR (≥ 45.00)');
});
