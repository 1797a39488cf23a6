import { type Bill, billDraft, closedBill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { pickOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { dayAt, formatDay, instantOf } from '@contract/rules/zonedTime';
import { forecastMachine, type ParcelForecast, parcelForecast } from '@contract/scheduling/parcelForecast';
import { sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { itself, record } from '../../core/record';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { sumRows } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { holds } from '../access/holds';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { createBill } from '../bill/billWrites';
import { requireAirports } from '../config/places';
import { inBoth, notifyStaff } from '../partners/messages';
import { refreshForecast } from './forecastFacts';
import { choosable, plannedOf } from './lines';

type Values = Readonly<Record<string, unknown>>;
export const DAY = 24 * 3_600_000;
const codec = codecOf(parcelForecast.row);

async function load(read: Reader, id: number): Promise<ParcelForecast> {
  return codec.decode(await rowById(read, 'parcelForecast', id));
}

const forecasts = record({
  table: 'parcelForecast',
  row: parcelForecast.row,
  machine: forecastMachine,
  load: ({ read }, id: number) => load(read, id),
  about: itself,
});

/** Time zone of the airport of departure: its day is the day of a forecast. */
async function zoneAt(read: Reader, originAirportId: number): Promise<string> {
  const found = await read
    .selectFrom('airport')
    .select('timeZone')
    .where('id', '=', originAirportId)
    .executeTakeFirst();
  return found?.timeZone ?? 'UTC';
}

/** Refuses an unknown channel or country, and a newly set one that is inactive or another customer's. */
async function checkCodes({ read }: Context, draft: Values, before: Values = {}): Promise<void> {
  const { channelCode, destinationCountry, customerId } = draft;
  const channel = await read
    .selectFrom('channelCode')
    .select(['active', 'customerId'])
    .where('channelCode', '=', String(channelCode))
    .executeTakeFirst();
  const foreign = channel?.customerId != null && channel.customerId !== customerId;
  if (!channel || foreign)
    throw refuseFields({ channelCode: problem('REFERENCE_UNKNOWN', { value: String(channelCode) }) });
  if (!channel.active && channelCode !== before.channelCode)
    throw refuseFields({ channelCode: problem('REFERENCE_INACTIVE', { value: String(channelCode) }) });
  const country = await read
    .selectFrom('country')
    .select('id')
    .where('code', '=', String(destinationCountry))
    .executeTakeFirst();
  if (!country)
    throw refuseFields({
      destinationCountry: problem('REFERENCE_UNKNOWN', { value: String(destinationCountry) }),
    });
}

/** Refuses a second open forecast of the same goods: both would be counted; the open one is changed instead. */
async function requireOnce({ read }: Context, draft: Values, id: unknown): Promise<void> {
  let same = read
    .selectFrom('parcelForecast')
    .select('forecastNo')
    .where('customerId', '=', Number(draft.customerId))
    .where('forecastDate', '=', String(draft.forecastDate))
    .where('originAirportId', '=', Number(draft.originAirportId))
    .where('landingAirportId', '=', Number(draft.landingAirportId))
    .where('channelCode', '=', String(draft.channelCode))
    .where('destinationCountry', '=', String(draft.destinationCountry))
    .where('state', 'in', ['draft', 'submitted']);
  if (typeof id === 'number') same = same.where('id', '!=', id);
  const found = await same.executeTakeFirst();
  if (found) throw refuseFields({ forecastDate: problem('FORECAST_EXISTS', { no: `${found.forecastNo}` }) });
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(parcelForecast, {
  check: async (context, draft, before) => {
    if (before) forecasts.allow('update', before);
    if (draft.originAirportId === draft.landingAirportId)
      throw refuseFields({ landingAirportId: problem('TRANSPORT_SAME_PLACE') });
    await requireAirports(context.read, draft, 'originAirportId', 'landingAirportId');
    await checkCodes(context, draft, before);
    await requireOnce(context, draft, before?.id);
  },
  derive: async (draft, { write, now }, before) => ({
    forecastNo:
      draft.forecastNo ??
      before?.forecastNo ??
      (await nextNumber(write, 'parcelForecast', 'forecastNo', 'PF', now)),
    ...(before ? {} : { state: 'draft' }),
  }),
});

const logOf = (
  context: Context,
  action: 'submit' | 'takeBack' | 'cancel' | 'convert' | 'unlink',
  { id, forecastNo }: ParcelForecast,
  before: unknown,
  after: unknown,
) =>
  context.log({
    ...{ module: 'transport', action, objectType: 'parcelForecast' },
    ...{ objectId: id, objectNo: `${forecastNo}`, before, after },
  });

const STATES = { submit: 'submitted', withdraw: 'draft', cancel: 'cancelled' } as const;
const LOGGED = { submit: 'submit', withdraw: 'takeBack', cancel: 'cancel' } as const;

/** Notifies the planners of flights about a forecast. */
async function notifyPlanners(context: Context, forecast: ParcelForecast): Promise<void> {
  const { forecastNo, customerId, expectedParcels: parcels, expectedWeight: weight } = forecast;
  const { code } = await context.read
    .selectFrom('customer')
    .select('code')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const day = formatDay(forecast.forecastDate);
  await notifyStaff(context, {
    type: 'system',
    text: inBoth('FORECAST_SUBMITTED', { no: `${forecastNo}`, customer: code, parcels, weight, day }),
    to: ['transport.air.edit'],
    link: `/transport/parcel-forecast/detail/${forecast.id}`,
  });
}

/** Checks that a bill may belong to a forecast. Throws if not. */
async function requireOfForecast({ write }: Context, forecast: ParcelForecast, bill: Bill): Promise<void> {
  const closed = closedBill(bill);
  if (closed) throw new Refusal(closed);
  const { customerId, landingAirportId } = forecast;
  if (bill.customerId !== customerId || bill.landingAirportId !== landingAirportId)
    throw refuse('FORECAST_OTHER', { bill: billName(bill) });
  const other = await write
    .selectFrom('forecastBill')
    .innerJoin('parcelForecast', 'parcelForecast.id', 'forecastBill.parcelForecastId')
    .select('parcelForecast.forecastNo')
    .where('forecastBill.billId', '=', bill.id)
    .where('parcelForecast.id', '!=', forecast.id)
    .executeTakeFirst();
  if (other) throw refuse('FORECAST_LINKED', { bill: billName(bill), no: `${other.forecastNo}` });
}

/** The bills linked to a forecast. */
async function billsOf(read: Reader, id: number) {
  const found = choosable(read, true)
    .clearWhere()
    .innerJoin('forecastBill', 'forecastBill.billId', 'bill.id')
    .where('forecastBill.parcelForecastId', '=', id);
  return (await found.execute()).map(plannedOf);
}

/** Forecasts: create, submit, and link to bills. */
export const parcelForecastHandlers: GroupHandlers<'parcelForecast'> = {
  ...usual,

  remove: async (context, { params }) => {
    await forecasts.open(context, params.id, 'remove');
    return usual.remove(context, { params });
  },

  totals: async ({ read }, { query }) => {
    const list = listOf(parcelForecast);
    const sums = await sumRows(
      read,
      { ...list, always: (where) => [where('state', '!=', 'cancelled')] },
      query,
      {
        forecasts: sql<number>`1`,
        parcels: sql<number>`expectedParcels`,
        boxes: sql<number>`expectedBoxes`,
        grams: sql<number>`expectedWeight`,
      },
    );
    const landed = await sumRows(
      read,
      { ...list, always: (where) => [where('actualParcels', 'is not', null)] },
      query,
      {
        expected: sql<number>`expectedParcels`,
        actual: sql<number>`actualParcels`,
        missed: sql<number>`abs(actualParcels - expectedParcels)`,
      },
    );
    const { grams, ...counts } = sums;
    const accuracy = Math.max(0, 1 - landed.missed / landed.expected);
    return {
      ...counts,
      weight: grams / 1000,
      landedExpected: landed.expected,
      landedActual: landed.actual,
      accuracy: landed.expected > 0 ? Math.round(accuracy * 1000) / 10 : null,
    };
  },

  act: async (context, { body: { action, reason, ...selected } }) =>
    eachOf(context, await selectedIds(context, listOf(parcelForecast), selected), async (id) => {
      const forecast = await forecasts.open(context, id, action);
      if (action === 'cancel' && !reason) throw refuse('REASON_REQUIRED');
      const { forecastDate } = forecast;
      if (action === 'submit') {
        const today = dayAt(context.now, await zoneAt(context.read, forecast.originAirportId));
        if (forecastDate < today) throw refuse('FORECAST_PAST', { day: formatDay(forecastDate) });
      }
      const values = { state: STATES[action], ...(action === 'cancel' ? { cancelReason: reason } : {}) };
      await forecasts.save(context, forecast, values);
      await logOf(context, LOGGED[action], forecast, { state: forecast.state }, values);
      if (action === 'submit') await notifyPlanners(context, forecast);
      return true;
    }),

  copy: async (context, { params, body }) => {
    const forecast = await load(context.read, params.id);
    const { forecastDate } = body;
    const later = Date.parse(forecastDate) - Date.parse(forecast.forecastDate);
    const { expectedEta } = forecast;
    return usual.create(context, {
      body: {
        ...pickOf(forecast, parcelForecast.draft),
        forecastNo: null,
        forecastDate,
        expectedEta: expectedEta && instantOf(Date.parse(expectedEta) + later),
      },
    });
  },

  bills: async ({ read }, { params }) => {
    await load(read, params.id);
    return billsOf(read, params.id);
  },

  candidates: async ({ read }, { params }) => {
    const { customerId, landingAirportId, forecastDate } = await load(read, params.id);
    const since = new Date(Date.parse(forecastDate) - 10 * DAY).toISOString();
    const found = choosable(read, true)
      .where('bill.mode', '=', 'air')
      .where('bill.customerId', '=', customerId)
      .where('bill.landingAirportId', '=', landingAirportId)
      .where('bill.createdAt', '>=', since)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('forecastBill')
              .select('forecastBill.billId')
              .whereRef('forecastBill.billId', '=', 'bill.id'),
          ),
        ),
      );
    return (await found.execute()).map(plannedOf);
  },

  convert: async (context, { params, body }) => {
    const { write, caller } = context;
    const forecast = await forecasts.open(context, params.id, 'convert', body.version);
    const bills: Bill[] = [];
    for (const id of new Set(body.billIds)) bills.push(await readBill(write, id));
    if (body.bill) {
      if (!holds(caller, permit('bill.manage.create'))) throw refuse('NO_PERMISSION');
      const draft = check(billDraft, {
        ...body.bill,
        mode: 'air',
        customerId: forecast.customerId,
        channelCode: forecast.channelCode,
        originAirportId: forecast.originAirportId,
        landingAirportId: forecast.landingAirportId,
        packageCount: forecast.expectedParcels,
        weight: forecast.expectedWeight,
        uldNumbers: [],
      });
      if (!draft.ok) throw refuseFields(draft.problems);
      bills.push(await createBill(context, draft.value, { source: 'manual', importJobId: null }));
    }
    if (bills.length === 0) throw refuse('FORECAST_NOTHING');
    for (const bill of bills) {
      await requireOfForecast(context, forecast, bill);
      await write
        .insertInto('forecastBill')
        .values({ billId: bill.id, parcelForecastId: forecast.id })
        .onConflict((again) => again.column('billId').doNothing())
        .execute();
      await logBill(context, 'link', bill, { remark: forecast.forecastNo });
    }
    await forecasts.save(context, forecast, { state: 'converted' });
    await refreshForecast(write, forecast.id);
    const names = bills.map(billName).join(', ');
    await logOf(
      context,
      'convert',
      forecast,
      { state: forecast.state },
      { state: 'converted', billNo: names },
    );
    return load(write, forecast.id);
  },

  unlink: async (context, { params, query }) => {
    const forecast = await forecasts.open(context, params.id, 'unlink');
    const bills = (await billsOf(context.write, forecast.id)).filter(({ id }) => query.billIds.includes(id));
    if (bills.length === 0) context.unchanged();
    for (const bill of bills) await unlink(context, forecast, bill);
    return load(context.write, forecast.id);
  },
};

async function unlink(
  context: Context,
  forecast: ParcelForecast,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
): Promise<void> {
  const { write } = context;
  await write.deleteFrom('forecastBill').where('billId', '=', bill.id).execute();
  await forecasts.save(context, await load(write, forecast.id), {});
  await refreshForecast(write, forecast.id);
  const { state } = await load(write, forecast.id);
  await logOf(
    context,
    'unlink',
    forecast,
    { state: forecast.state, billNo: billName(bill) },
    { state, billNo: null },
  );
  await logBill(context, 'unlink', bill, { remark: forecast.forecastNo });
}

/** Unlinks a removed or deleted bill from its forecast. */
export async function forgetForecastOf(
  context: Context,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
): Promise<void> {
  const found = await context.write
    .selectFrom('forecastBill')
    .select('parcelForecastId')
    .where('billId', '=', bill.id)
    .executeTakeFirst();
  if (found) await unlink(context, await load(context.write, found.parcelForecastId), bill);
}
