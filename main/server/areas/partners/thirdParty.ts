import type { Bill, BillDraft } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { type PartnerBill, thirdPartyRow } from '@contract/partners/thirdParty';
import {
  type Consignment,
  customsRateOf,
  declaredAs,
  type EuRules,
  inEuros,
  missingRate,
  type VatScheme,
} from '@contract/rules/lowValue';
import { fromMinor, toMinor } from '@contract/rules/money';
import { isIdentified, isPreferential } from '@contract/rules/productIds';
import type { Insertable } from 'kysely';
import { actorNamed } from '../../core/actor';
import type { Caller, Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { insertRows } from '../../store/insertRows';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import type { Database } from '../../store/tables';
import { writeLog } from '../access/writeLog';
import { refreshBill } from '../bill/billFacts';
import { addEvent } from '../bill/billHistory';
import { createBill } from '../bill/billWrites';
import { noteIossUse } from '../config/ioss';
import { euRulesOf, isAmerican } from '../customs/customsDay';
import { restrictedCodes } from '../customs/hs';
import type { PartnerCall } from './partnerCall';

const logList: ListDefinition<typeof thirdPartyRow> = {
  table: 'thirdPartyLog',
  row: thirdPartyRow,
  filters: ['customerId', 'partner', 'billId', 'billNo', 'batchNo', 'result', 'at'],
  keyword: ['partner', 'billNo', 'batchNo'],
  order: '-at',
};
const codec = codecOf(thirdPartyRow);

/** The customer of a new bill: that of the key, or the one given by staff. */
async function customerFor(
  read: Reader,
  who: NonNullable<PartnerCall['who']>,
  code: string | undefined,
): Promise<number> {
  if ('partner' in who) {
    const { partner } = who;
    if (code !== undefined && code !== partner.code)
      throw refuseFields({ customerCode: problem('REFERENCE_UNKNOWN', { value: code }) });
    return partner.id;
  }
  if (code === undefined) throw refuseFields({ customerCode: problem('REQUIRED') });
  return idOf(read, 'customer', 'code', code, 'customerCode');
}

async function idOf(
  read: Reader,
  table: 'customer' | 'service' | 'airport',
  column: 'code' | 'airportCode',
  value: string,
  field: string,
): Promise<number> {
  const found = await read
    .selectFrom(table)
    .select(['id', 'active'])
    .where(column, '=', value)
    .executeTakeFirst();
  if (!found) throw refuseFields({ [field]: problem('REFERENCE_UNKNOWN', { value }) });
  if (!found.active) throw refuseFields({ [field]: problem('REFERENCE_INACTIVE', { value }) });
  return found.id;
}

/** Refuses duplicate numbers in a bill, and sellers whose IOSS number is locked. */
async function checkCargo(read: Reader, { boxes }: PartnerBill): Promise<void> {
  const parcels = boxes.flatMap((box) => box.parcels);
  for (const numbers of [boxes.map(({ boxNo }) => boxNo), parcels.map(({ trackingNo }) => trackingNo)]) {
    const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
    if (twice) throw refuseFields({ boxes: problem('CODE_EXISTS', { code: twice }) });
  }
  const ioss = [...new Set(parcels.flatMap(({ iossNo }) => iossNo ?? []))];
  const locked = await read
    .selectFrom('ioss')
    .select('iossNo')
    .where('locked', '=', 1)
    .where('iossNo', 'in', ioss)
    .executeTakeFirst();
  if (locked) throw refuseFields({ iossNo: problem('IOSS_LOCKED', { no: locked.iossNo }) });
}

/** How a parcel sold to a consumer is declared, by its value in the bill's currency, which has a customs rate. */
function declaredHere(
  minor: number,
  currency: string,
  goods: Pick<Consignment, 'vatScheme' | 'restricted' | 'preferential'>,
  rules: EuRules,
) {
  const euros = inEuros(fromMinor(minor, currency), currency, rules);
  if (euros === undefined) throw new Error(`no customs rate of ${currency}`);
  return declaredAs({ ...goods, euros, toConsumer: true }, rules);
}

async function nextId(write: Writer, table: 'box' | 'parcel'): Promise<number> {
  const { last } = await write
    .selectFrom(table)
    .select((most) => most.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Writes the boxes, parcels and lines of a received bill. Returns the number of parcels. */
async function writeCargo(write: Writer, bill: Bill, { boxes }: PartnerBill, now: string): Promise<number> {
  const rules = isAmerican(bill) ? null : await euRulesOf(write, bill, now);
  const isRestricted = await restrictedCodes(write);
  if (rules && customsRateOf(bill.currency, rules) === undefined)
    throw refuseFields({ currency: missingRate(bill.currency, rules) });
  const destination = await write
    .selectFrom('destination')
    .select('code')
    .where('id', '=', bill.destinationId ?? 0)
    .executeTakeFirst();
  const destinationCode = destination?.code ?? null;
  let [boxId, parcelId] = [await nextId(write, 'box'), await nextId(write, 'parcel')];
  const rows: {
    box: Insertable<Database['box']>[];
    parcel: Insertable<Database['parcel']>[];
    itemLine: Insertable<Database['itemLine']>[];
  } = { box: [], parcel: [], itemLine: [] };
  const grams = (kilograms: number) => Math.round(kilograms * 1000);
  for (const { parcels, boxNo, weight } of boxes) {
    rows.box.push({
      ...{ id: boxId, billId: bill.id, boxNo, weight: grams(weight), state: 'expected', destinationCode },
      declaredParcels: parcels.length,
    });
    for (const { items, grossWeight, ...parcel } of parcels) {
      const lines = items.map(({ netWeight, unitPrice, ...item }, index) => {
        const price = toMinor(unitPrice, bill.currency);
        return {
          ...item,
          parcelId,
          lineNo: index + 1,
          unitPrice: price,
          lineValue: price * item.quantity,
          netWeight: netWeight === null ? null : grams(netWeight),
        };
      });
      const value = lines.reduce((sum, { lineValue }) => sum + lineValue, 0);
      if (!Number.isSafeInteger(value)) throw refuseFields({ unitPrice: problem('FORMAT') });
      const vatScheme: VatScheme = parcel.iossNo
        ? 'ioss'
        : bill.clearanceType === 'special'
          ? 'special'
          : 'standard';
      const restricted = items.some(({ hsCode }) => isRestricted(hsCode));
      const preferential = items.some(({ preference }) => isPreferential(preference));
      const goods = { vatScheme, restricted, preferential };
      const declared = rules && declaredHere(value, bill.currency, goods, rules);
      const unidentified = declared?.productIds === true && !items.every(isIdentified);
      rows.itemLine.push(...lines);
      rows.parcel.push({
        ...parcel,
        ...{ id: parcelId, billId: bill.id, boxId, state: 'clearance', hsStatus: 'unprocessed' },
        vatScheme,
        ...{ value, currency: bill.currency, grossWeight: grams(grossWeight), createdAt: now },
        declarationSystem: declared?.type === 'H1' ? 'AGS' : 'DECO',
        unidentified: unidentified ? 1 : 0,
        destinationCode,
      });
      parcelId += 1;
    }
    boxId += 1;
  }
  await insertRows(write, 'box', rows.box);
  await insertRows(write, 'parcel', rows.parcel);
  await insertRows(write, 'itemLine', rows.itemLine);
  return rows.parcel.length;
}

const PARTNERS_WORD: Readonly<Record<string, string>> = {
  customerId: 'customerCode',
  serviceId: 'service',
  originAirportId: 'originAirport',
  landingAirportId: 'landingAirport',
};

/** Runs work and reports its problems by the partner's field names. */
async function inPartnersWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.fields) throw error;
    const fields = Object.entries(error.details.fields).map(([name, found]) => [
      PARTNERS_WORD[name] ?? name,
      found,
    ]);
    throw new Refusal(error.problem, { fields: Object.fromEntries(fields) });
  }
}

/** Returns a partner as the actor of a call. */
const asCaller = ({ code, nameEn }: { code: string; nameEn: string }): Caller =>
  actorNamed(code, `${nameEn} (API)`);

function inTransaction(context: Context, write: Writer, caller: Caller): Context {
  const { language, store, now, ip, userAgent } = context;
  return {
    ...{ language, store, now, ip, userAgent, write, caller },
    read: write,
    say: context.say,
    explain: context.explain,
    log: (entry) =>
      writeLog(write, entry, { now, ip, userAgent, caller: { id: caller.id, name: caller.realName } }),
    unchanged: () => undefined,
  };
}

/** Bills from partners' systems, and the log of their calls. */
export const thirdPartyHandlers: GroupHandlers<'thirdParty'> = {
  store: async (context, { body }) => {
    const { partner: call } = context;
    if (!call?.who) throw refuse('API_KEY_WRONG');
    const { who } = call;
    const { service, originAirport, landingAirport, customerCode, boxes, ...rest } = body;
    return context.store.write(async (write) => {
      const caller = 'partner' in who ? asCaller(who.partner) : who.caller;
      const inner = inTransaction(context, write, caller);
      const customerId = await customerFor(write, who, customerCode);
      call.customerId = customerId;
      const before = await write
        .selectFrom('bill')
        .select(['id', 'billNo', 'batchNo', 'customerId'])
        .where('billNo', '=', rest.billNo)
        .where('batchNo', '=', rest.batchNo)
        .where('removedAt', 'is', null)
        .executeTakeFirst();
      // A bill of another customer is not theirs: it is refused below like any number in use.
      if (before?.customerId === customerId) {
        const { id, billNo, batchNo } = before;
        call.bill = { id, billNo, batchNo };
        call.duplicate = true;
        return { id, billNo, batchNo, duplicate: true, boxes: 0, parcels: 0 };
      }
      const draft: BillDraft = {
        ...rest,
        customerId,
        serviceId: await idOf(write, 'service', 'code', service, 'service'),
        originAirportId: await idOf(write, 'airport', 'airportCode', originAirport, 'originAirport'),
        landingAirportId: await idOf(write, 'airport', 'airportCode', landingAirport, 'landingAirport'),
        cargoStationId: null,
        warehouseId: null,
        destinationId: null,
        markId: null,
      };
      await checkCargo(write, body);
      const bill = await inPartnersWords(createBill(inner, draft, { source: 'api', importJobId: null }));
      const parcels = boxes.length > 0 ? await writeCargo(write, bill, body, context.now) : 0;
      if (parcels > 0) {
        await addEvent(inner, bill.id, 'DATA_RECEIVED', { source: 'api' });
        await noteIossUse(write, bill.id, context.now);
        await refreshBill(write, bill.id);
      }
      const { id, billNo, batchNo } = bill;
      call.bill = { id, billNo, batchNo };
      return { id, billNo, batchNo, duplicate: false, boxes: boxes.length, parcels };
    });
  },

  list: ({ read }, { query }) => listRows(read, logList, query),
  export: (context, { query }) => exportRows(context, { definition: logList, resource: 'thirdParty' }, query),

  get: async ({ read }, { params }) => {
    const row = await rowById(read, 'thirdPartyLog', params.id);
    return { ...codec.decode(row), requestBody: row.requestBody, responseBody: row.responseBody };
  },
};
