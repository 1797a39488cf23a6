import {
  type ForecastAction,
  type ForecastState,
  forecastMachine,
  forecastStates,
} from '@contract/scheduling/parcelForecast';
import { describe, expect, test } from 'vitest';
import { endOfDay } from '../../main/server/areas/customs/endOfDay';
import { makeBill, newBillNo } from '../support/apiRecords';
import { forecastBillOf, forecastIn, makeForecast } from '../support/apiTransport';
import { testApi } from '../support/server';

const api = testApi();
const states = Object.keys(forecastStates) as ForecastState[];
const rowOf = (id: number) =>
  api.row('select state, version, billCount from parcelForecast where id = ?', id);
const codes = async (id: number, action: 'submit' | 'withdraw' | 'cancel', reason: string | null = null) => {
  const { failed } = await api.call.parcelForecast.act({ body: { ids: [id], action, reason } });
  return failed.map(({ code }) => code);
};
const land = async (billId: number) => {
  const ata = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, '');
  api.db.exec(
    `update bill set etd = '2026-01-01T00:00:00Z', eta = '2026-01-02T00:00:00Z' where id = ${billId}`,
  );
  await api.call.timeNode.arrive({ params: { id: billId }, body: { ata } });
};

/** States in which each action is allowed and where it leads, written independently of the machine (reference 3.8). */
const LEADS: Readonly<Record<Exclude<ForecastAction, 'expire'>, Partial<Record<ForecastState, string>>>> = {
  update: { draft: 'draft' },
  submit: { draft: 'submitted' },
  withdraw: { submitted: 'draft' },
  convert: { submitted: 'converted', converted: 'converted' },
  unlink: { converted: 'submitted' },
  cancel: { draft: 'cancelled', submitted: 'cancelled' },
  copy: {
    ...{ draft: 'draft', submitted: 'submitted', converted: 'converted' },
    ...{ expired: 'expired', cancelled: 'cancelled' },
  },
  remove: { draft: 'gone' },
};
const actions = Object.keys(LEADS) as (keyof typeof LEADS)[];
let year = 2041;

/** Runs an action; returns the codes of its refusals. */
async function carry(action: keyof typeof LEADS, id: number, billId: number | undefined): Promise<string[]> {
  if (action === 'submit' || action === 'withdraw' || action === 'cancel')
    return codes(id, action, 'The sale is off');
  const version = Number(rowOf(id).version);
  const params = { id };
  year += 1;
  const sent =
    action === 'update'
      ? await api.send('parcelForecast.update', { params, body: { version, remark: 'x' } })
      : action === 'convert'
        ? await api.send('parcelForecast.convert', {
            params,
            body: { version, billIds: [(await makeBill(api)).id] },
          })
        : action === 'unlink'
          ? await api.send('parcelForecast.unlink', { params, query: { billIds: [billId ?? 1] } })
          : action === 'copy'
            ? await api.send('parcelForecast.copy', { params, body: { forecastDate: `${year}-05-05` } })
            : await api.send('parcelForecast.remove', { params });
  return 'refused' in sent ? [sent.refused.code] : [];
}

test('covers every action of the machine', () => {
  for (const action of actions)
    expect([...forecastMachine.actions[action].from].sort(), action).toEqual(
      Object.keys(LEADS[action]).sort(),
    );
});

test.each(states.flatMap((state) => actions.map((action) => ({ state, action }))))(
  'a forecast in state $state allows or refuses $action',
  async ({ state, action }) => {
    const { forecast, bill } = await forecastIn(api, state);
    const before = rowOf(forecast.id);
    const refused = await carry(action, forecast.id, bill?.id);
    const to = LEADS[action][state];
    expect(refused).toEqual(to ? [] : ['STATE_NOT_ALLOWED']);
    if (to === 'gone') expect(() => rowOf(forecast.id)).toThrow();
    else if (to) expect(rowOf(forecast.id).state).toBe(to);
    else expect(rowOf(forecast.id)).toEqual(before);
  },
);

describe('a submitted forecast', () => {
  test('requires parcels, weight and a day that is not over', async () => {
    const empty = await makeForecast(api, { expectedParcels: 0 });
    expect(await codes(empty.id, 'submit')).toEqual(['FORECAST_EMPTY']);
    const late = await makeForecast(api, { forecastDate: '2026-01-05' });
    expect(await codes(late.id, 'submit')).toEqual(['FORECAST_PAST']);
  });

  test('notifies those who plan flights', async () => {
    const planner = api.actor({ permissions: ['transport.air.edit'] });
    const { id, forecastNo } = await makeForecast(api);
    await codes(id, 'submit');
    const { list } = await api.call.message.list({}, { as: planner });
    expect(list).toMatchObject([
      { textEn: expect.stringContaining(`${forecastNo}`), link: `/transport/parcel-forecast/detail/${id}` },
    ]);
  });

  test('is submitted with others, each refusal with its reason', async () => {
    const good = await makeForecast(api);
    const bad = await makeForecast(api, { expectedWeight: 0 });
    const answer = await api.call.parcelForecast.act({ body: { ids: [good.id, bad.id], action: 'submit' } });
    expect(answer).toMatchObject({ ok: 1, failed: [{ key: bad.id, code: 'FORECAST_EMPTY' }] });
  });

  test('is cancelled with a reason', async () => {
    const { id } = await makeForecast(api);
    expect(await codes(id, 'cancel')).toEqual(['REASON_REQUIRED']);
    expect(await codes(id, 'cancel', 'Postponed')).toEqual([]);
    expect(await api.call.parcelForecast.get({ params: { id } })).toMatchObject({
      cancelReason: 'Postponed',
    });
  });
});

describe('the bill of a forecast', () => {
  test('takes customer, route, channel, parcels and weight from it', async () => {
    const { forecast } = await forecastIn(api, 'submitted');
    const billNo = newBillNo();
    const body = { version: forecast.version, bill: forecastBillOf(billNo) };
    const converted = await api.call.parcelForecast.convert({ params: { id: forecast.id }, body });
    expect(converted).toMatchObject({ state: 'converted', billCount: 1, accuracy: null });
    const [bill] = (await api.call.bill.list({ query: { billNo } })).list;
    const { customerId, channelCode, originAirportId, landingAirportId } = forecast;
    expect(bill).toMatchObject({
      ...{ customerId, channelCode, originAirportId, landingAirportId },
      ...{ packageCount: 1000, weight: 350, boxCount: 40, mode: 'air', stage: 'draft' },
    });
    expect(await api.call.billTransport.get({ params: { id: bill?.id ?? 0 } })).toMatchObject({
      forecast: { forecastNo: forecast.forecastNo },
    });
  });

  test('is made only by someone who may add bills; planners link existing ones', async () => {
    const as = api.actor({ permissions: ['transport.forecast.edit'] });
    const { forecast } = await forecastIn(api, 'submitted');
    const params = { id: forecast.id };
    const { version } = forecast;
    const making = { version, bill: forecastBillOf(newBillNo()) };
    expect(await api.refused('parcelForecast.convert', { params, body: making }, { as })).toMatchObject({
      code: 'NO_PERMISSION',
    });
    const billIds = [(await makeBill(api)).id];
    expect(
      await api.call.parcelForecast.convert({ params, body: { version, billIds } }, { as }),
    ).toMatchObject({ state: 'converted' });
  });

  test('frees the forecast for another bill when it is removed', async () => {
    const { forecast, bill } = await forecastIn(api, 'converted');
    const selection = { ids: [bill?.id ?? 0] };
    await api.call.bill.remove({ body: { selection, removeReason: 'Twice' } });
    expect(rowOf(forecast.id)).toMatchObject({ state: 'submitted', billCount: 0 });
  });
});

describe('the accuracy of a forecast', () => {
  test('is known once all of its bills have landed, and removed when a landing is undone', async () => {
    const { forecast } = await forecastIn(api, 'submitted');
    const [one, two] = [await makeBill(api), await makeBill(api, { packageCount: 650 })];
    const body = { version: forecast.version, billIds: [one.id, two.id] };
    await api.call.parcelForecast.convert({ params: { id: forecast.id }, body });
    const read = () => api.call.parcelForecast.get({ params: { id: forecast.id } });
    await land(one.id);
    expect(await read()).toMatchObject({ actualParcels: null, accuracy: null });
    await land(two.id);
    // 200 and 650 of 1000.
    expect(await read()).toMatchObject({ actualParcels: 850, accuracy: 85 });
    const bill = await api.call.bill.get({ params: { id: two.id } });
    await api.call.timeNode.updateATATime({
      params: { id: two.id },
      body: { version: bill.version, ata: null },
    });
    expect(await read()).toMatchObject({ actualParcels: null, accuracy: null });
    await api.call.parcelForecast.unlink({ params: { id: forecast.id }, query: { billIds: [two.id] } });
    expect(await read()).toMatchObject({ actualParcels: 200, accuracy: 20 });
  });

  test('is totalled over all matches of a filter', async () => {
    const [from, to] = ['2060-01-01', '2060-01-31'];
    const { forecast } = await forecastIn(api, 'submitted', { forecastDate: '2060-01-02' });
    const bill = await makeBill(api, { packageCount: 900 });
    const body = { version: forecast.version, billIds: [bill.id] };
    await api.call.parcelForecast.convert({ params: { id: forecast.id }, body });
    await land(bill.id);
    await makeForecast(api, { forecastDate: '2060-01-03', expectedBoxes: null });
    const off = await makeForecast(api, { forecastDate: '2060-01-04' });
    await codes(off.id, 'cancel', 'x');
    const query = { forecastDateFrom: from, forecastDateTo: to };
    expect(await api.call.parcelForecast.totals({ query })).toEqual({
      forecasts: 2,
      parcels: 2000,
      boxes: 40,
      weight: 700,
      landedExpected: 1000,
      landedActual: 900,
      accuracy: 90,
    });
    const nothing = { forecastDateFrom: '2070-01-01' };
    expect(await api.call.parcelForecast.totals({ query: nothing })).toMatchObject({
      forecasts: 0,
      parcels: 0,
      accuracy: null,
    });
  });
});

test('copies a forecast as a new draft, with its expected dates shifted by as many days', async () => {
  const { forecast } = await forecastIn(api, 'expired', {
    forecastDate: '2050-03-01',
    expectedEta: '2050-03-02T10:00:00Z',
  });
  const copy = await api.call.parcelForecast.copy({
    params: { id: forecast.id },
    body: { forecastDate: '2050-03-08' },
  });
  expect(copy).toMatchObject({
    state: 'draft',
    forecastDate: '2050-03-08',
    expectedEta: '2050-03-09T10:00:00Z',
    expectedParcels: 1000,
    version: 1,
  });
  expect(copy.forecastNo).not.toBe(forecast.forecastNo);
});

test('refuses a missing channel or one of another customer at the field', async () => {
  const { id, version } = await makeForecast(api);
  for (const [field, value] of [
    ['channelCode', 'NO-SUCH'],
    ['destinationCountry', 'AQ'],
    ['landingAirportId', 1],
  ] as const) {
    if (field === 'destinationCountry') api.db.exec("update country set code = 'ZQ' where code = 'AQ'");
    const body = { version, [field]: value };
    const { fields } = await api.refused('parcelForecast.update', { params: { id }, body });
    expect(Object.keys(fields), field).toEqual([field]);
  }
});

test('expires a forecast without a bill at the end of its day at its airport, and notifies its editors once', async () => {
  const NOW = Date.parse('2045-06-15T18:00:00Z');
  // Other waiting forecasts would expire as well, and one message lists them all.
  api.db.exec("update parcelForecast set state = 'draft' where state = 'submitted'");
  // In China the 15th ends at 16:00 UTC.
  const over = await forecastIn(api, 'submitted', { forecastDate: '2045-06-15' });
  const today = await forecastIn(api, 'submitted', { forecastDate: '2045-06-16' });
  const draft = await forecastIn(api, 'draft', { forecastDate: '2045-06-14' });
  const keeper = api.actor({ permissions: ['transport.forecast.edit'] });
  const store = await api.openStore();
  try {
    for (let round = 0; round < 2; round++) await endOfDay(store, NOW);
  } finally {
    await store.close();
  }
  expect(rowOf(over.forecast.id).state).toBe('expired');
  expect(rowOf(today.forecast.id).state).toBe('submitted');
  expect(rowOf(draft.forecast.id).state).toBe('draft');
  const log =
    "select operatorName from operateLog where objectType = 'parcelForecast' and action = 'expire' and objectId = ?";
  expect(api.rows(log, String(over.forecast.id))).toEqual([{ operatorName: 'System' }]);
  const { list } = await api.call.message.list({}, { as: keeper });
  expect(list.filter(({ textEn }) => textEn.includes(`${over.forecast.forecastNo}`))).toHaveLength(1);
});
