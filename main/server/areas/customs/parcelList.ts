import { customsBoxRow } from '@contract/customs/customsBox';
import {
  itemLineRow,
  type ParcelAction,
  type ParcelDetail,
  type ParcelGiven,
  type ParcelState,
  parcelRow,
  parcelStates,
} from '@contract/customs/parcel';
import type { ParcelTargets } from '@contract/customs/parcelApi';
import { problem } from '@contract/errors';
import { isOneOf, namesOf, perName } from '@contract/names';
import { permit } from '@contract/permissions';
import { declaredAs, type EuRules, inEuros } from '@contract/rules/lowValue';
import { fromMinor } from '@contract/rules/money';
import { isPreferential } from '@contract/rules/productIds';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { groupRows, type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import { readBill } from '../bill/billFacts';
import { euRulesOf, isAmerican } from './customsDay';
import { handedOver, moveParcels } from './parcels';
import { countOfBills, parcelQuery, parcelsListed } from './parcelsListed';

const boxes: ListDefinition<typeof customsBoxRow> = {
  table: 'customsBox',
  row: customsBoxRow,
  filters: ['billId', 'boxNo', 'boxState', 'clearanceBatch', 'destinationCode'],
  keyword: ['boxNo'],
  order: 'boxNo',
};
const rowCodec = codecOf(parcelRow);
const lineCodec = codecOf(itemLineRow);

/** Masks a text except for its first letter. */
const mask = (text: string | null): string | null => text && `${text.slice(0, 1)}***`;

/**
 * One parcel with its lines and history. The recipient is masked for callers who may not change parcels. Throws
 * NOT_FOUND.
 */
async function readParcel(
  { read, caller, now }: Pick<Context, 'read' | 'caller' | 'now'>,
  id: number,
): Promise<ParcelDetail> {
  const { rows } = await sql<Record<string, unknown>>`select * from parcelOfBill where id = ${id}`.execute(
    read,
  );
  const [shown] = rows;
  const parcel = await read.selectFrom('parcel').selectAll().where('id', '=', id).executeTakeFirst();
  if (!shown || !parcel) throw refuse('NOT_FOUND');
  const whole = holds(caller, permit('bill.customs.parcels'));
  const hide = whole ? (text: string | null) => text : mask;
  const left = await read
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .select(handedOver.as('delivered'))
    .where('box.id', '=', parcel.boxId ?? 0)
    .executeTakeFirst();
  const lines = await read
    .selectFrom('itemLine')
    .selectAll()
    .where('parcelId', '=', id)
    .orderBy('lineNo')
    .execute();
  return {
    ...rowCodec.decode(shown),
    consigneeName: hide(parcel.consigneeName) ?? '',
    address: hide(parcel.address),
    postcode: hide(parcel.postcode) ?? '',
    phone: hide(parcel.phone),
    email: hide(parcel.email),
    iossNo: parcel.iossNo,
    referenceNo: parcel.referenceNo,
    freight: parcel.freight === null ? null : fromMinor(parcel.freight, parcel.currency),
    masked: !whole,
    looseAt: parcel.looseAt,
    looseReason: parcel.looseReason,
    looseFrom: parcel.looseFrom,
    delivered: Boolean(left?.delivered),
    procedures: await proceduresOf(read, parcel, lines, now),
    unidentified: parcel.unidentified === 1,
    lines: lines.map((line) => lineCodec.decode({ ...line, currency: parcel.currency })),
    history: await historyOf(read, id, parcel),
  };
}

/** Additional procedure codes of a parcel that is declared as low value; null for others. */
async function proceduresOf(
  read: Reader,
  parcel: Pick<ParcelDetail, 'billId' | 'currency' | 'vatScheme' | 'declarationSystem'> & {
    readonly value: number;
  },
  lines: readonly { readonly preference: string | null }[],
  now: string,
): Promise<string | null> {
  const bill = await readBill(read, parcel.billId);
  if (isAmerican(bill)) return null;
  const procedures = proceduresUnder(await euRulesOf(read, bill, now), parcel, lines);
  return procedures.length > 0 ? procedures.join(' ') : null;
}

/** Additional procedure codes of a parcel under the rules of a day; empty without a rate of its currency. */
export function proceduresUnder(
  rules: EuRules,
  parcel: Pick<ParcelDetail, 'currency' | 'vatScheme' | 'declarationSystem'> & { readonly value: number },
  lines: readonly { readonly preference: string | null }[],
): readonly string[] {
  const euros = inEuros(fromMinor(parcel.value, parcel.currency), parcel.currency, rules);
  if (euros === undefined) return [];
  const preferential = lines.some(({ preference }) => isPreferential(preference));
  const { vatScheme } = parcel;
  return declaredAs(
    { euros, vatScheme, preferential, toConsumer: true, restricted: parcel.declarationSystem === 'AGS' },
    rules,
  ).procedures;
}

/** History of a parcel, newest first; events from before the history was stored are derived from its times. */
async function historyOf(
  read: Reader,
  id: number,
  parcel: { readonly createdAt: string } & Readonly<
    Record<'releasedAt' | 'heldAt' | 'failedAt' | 'completedAt', string | null>
  >,
): Promise<ParcelDetail['history']> {
  type Line = ParcelDetail['history'][number];
  const kept = await read
    .selectFrom('parcelEvent')
    .select(['at', 'what', 'toState', 'operatorName', 'remark'])
    .where('parcelId', '=', id)
    .orderBy('id', 'desc')
    .execute();
  const line = (at: string | null, what: Line['what'], toState: ParcelState): Line[] =>
    at === null || kept.some((one) => one.what === what)
      ? []
      : [{ at, what, toState, operatorName: null, remark: null }];
  const earlier = [
    ...line(parcel.createdAt, 'created', 'clearance'),
    ...line(parcel.heldAt, 'hold', 'held'),
    ...line(parcel.releasedAt, 'free', 'free'),
    ...line(parcel.failedAt, 'fail', 'failed'),
    ...(kept.some(({ what }) => what === 'deliver' || what === 'pod')
      ? []
      : line(parcel.completedAt, 'complete', 'completed')),
  ];
  return [...kept, ...earlier.sort((a, b) => (a.at < b.at ? 1 : -1))];
}

/** The decision of customs on a parcel that is not completed, in SQL; the same rule as `customsOf` in the contract. */
const customs = sql`case parcel.state when 'abnormal' then coalesce(parcel.previousState, 'clearance') else parcel.state end`;

const everyState = namesOf(parcelStates);

/** Handler of an action: splits the input into the target parcels and the rest. */
const move =
  <A extends ParcelAction>(action: A) =>
  (
    context: Context,
    { body }: { body: ParcelTargets & { billId?: number | undefined } & ParcelGiven[A] },
  ) => {
    const { billId, trackingNos, boxNos, clearanceBatches, matching, ...given } = body;
    // Numbers belong to one bill; only a filter may span several.
    if (billId === undefined && !matching) throw refuseFields({ billId: problem('REQUIRED') });
    const targets = { trackingNos, boxNos, clearanceBatches, matching };
    return moveParcels(context, action, billId ?? null, targets, given as never);
  };

/** Adds to boxes the places of their bill, whose time zones an export uses. */
async function withPlaces(db: Reader, rows: readonly z.output<typeof customsBoxRow>[]) {
  const bills = await db
    .selectFrom('bill')
    .select(['id', 'warehouseId', 'landingAirportId'])
    .where('id', 'in', [...new Set(rows.map(({ billId }) => billId))])
    .execute();
  const places = new Map(bills.map(({ id, ...place }) => [id, place]));
  return rows.map((row) => ({ ...row, ...places.get(row.billId) }));
}

/** Parcels: lists, details, and all actions. */
export const parcelHandlers: GroupHandlers<'parcel'> = {
  list: async ({ read }, { query }) => listRows(read, parcelsListed, await parcelQuery(read, query)),
  boxes: ({ read }, { query }) => listRows(read, boxes, query),
  exportBoxes: (context, { query }) =>
    exportRows(
      context,
      { definition: boxes, resource: 'parcel', worked: { row: customsBoxRow, of: withPlaces } },
      query,
    ),
  count: async ({ read }, { query }) => {
    const { state: _, sort: __, ...rest } = await parcelQuery(read, query);
    const counts = perName(everyState, () => 0);
    for (const { state, n } of (await countOfBills(read, rest)) ??
      (await groupRows(read, parcelsListed, rest, 'state')))
      if (isOneOf(everyState, state)) counts[state] = Number(n);
    return { all: Object.values(counts).reduce((sum, n) => sum + n, 0), ...counts };
  },
  export: async (context, { query }) =>
    exportRows(
      context,
      { definition: parcelsListed, resource: 'parcel' },
      await parcelQuery(context.read, query),
    ),
  get: (context, { params }) => readParcel(context, params.id),

  declarations: async ({ read }, { query }) => {
    const { rows } = await sql<never>`
      select batch.batchNo as clearanceBatch, batch.mrn, batch.declarationSystem, count(parcel.id) as total,
        count(*) filter (where ${customs} = 'clearance') as parcelsClearance,
        count(*) filter (where ${customs} = 'free') as parcelsFree,
        count(*) filter (where ${customs} = 'held') as parcelsHeld
      from batch left join parcel on parcel.batchId = batch.id and parcel.billId = batch.billId
      where batch.billId = ${query.billId} group by batch.id, batch.batchNo, batch.mrn, batch.declarationSystem order by batch.batchNo`.execute(
      read,
    );
    return rows;
  },

  free: move('free'),
  setBack: move('setBack'),
  hold: move('hold'),
  fail: move('fail'),
  redeclare: move('redeclare'),
  dispose: move('dispose'),
  abnormal: move('abnormal'),
  removeAbnormal: move('removeAbnormal'),
  deliver: move('deliver'),
  complete: move('complete'),
  undoComplete: move('undoComplete'),
};
