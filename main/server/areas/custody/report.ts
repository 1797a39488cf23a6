import type { Bill } from '@contract/bill/bill';
import type { Place, Spot } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { mayReport, type ReportedPlace } from '@contract/rules/reported';
import type { Context } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { addCase } from '../bill/cases';
import { timeGiven } from '../customs/openBill';
import { moveParcels } from '../customs/parcels';
import { settleDelivery } from '../linehaul/truckNodes';
import { requireOpen } from '../warehouse/boxes';
import { type BoxColumns, refreshBoxes } from '../warehouse/boxViews';
import { placeBoxes } from '../warehouse/pallets';
import { moveBoxes, placeParcels } from './moves';

/** Boxes and parcels, and the place that a person reports for them. */
interface Report {
  readonly boxNos: readonly string[];
  readonly trackingNos: readonly string[];
  readonly to: ReportedPlace;
  readonly at?: string | undefined;
  readonly proof: string | null;
  readonly reason: string;
}

interface NamedParcel {
  readonly id: number;
  readonly trackingNo: string;
  readonly state: string;
  readonly place: Place;
}

/**
 * Records what a person reports about boxes and parcels of a bill: lost, found again, destroyed, returned to the sender,
 * with customs, or never there. All of them move, or none. Boxes leave their pallets; lost ones open a case each, found
 * ones close it. Returns how many moved. Throws GOODS_UNKNOWN, GOODS_THERE, GOODS_NOT_FROM, REQUIRED, NODE_FUTURE,
 * BILL_REMOVED, BILL_ARCHIVED.
 */
export async function reportGoods(context: Context, bill: Bill, report: Report): Promise<number> {
  const { write } = context;
  requireOpen(bill);
  if (report.boxNos.length + report.trackingNos.length === 0)
    throw refuseFields({ boxNos: problem('REQUIRED') });
  const at = timeGiven(context, 'at', report.at ?? null);
  const boxes = await boxesNamed(write, bill, report.boxNos);
  const parcels = await parcelsNamed(write, bill, report.trackingNos);
  for (const { boxNo, place } of boxes) requireReportable('boxNos', boxNo, place, report.to);
  for (const { trackingNo, place } of parcels) requireReportable('trackingNos', trackingNo, place, report.to);
  await reportBoxes(context, bill, boxes, { ...report, at });
  await reportParcels(context, bill, parcels, { ...report, at });
  await refreshBoxes(write, bill.id);
  await refreshBill(write, bill.id);
  // Goods that will not follow any more may have been the last ones.
  await settleDelivery(context, bill.id);
  const named = [...boxes.map(({ boxNo }) => boxNo), ...parcels.map(({ trackingNo }) => trackingNo)];
  const [first] = [...boxes, ...parcels];
  await logBill(context, 'update', await readBill(write, bill.id), {
    before: { place: first?.place },
    after: { place: report.to },
    remark: `${named.slice(0, 10).join(', ')}${named.length > 10 ? ' …' : ''}: ${report.reason}`.slice(
      0,
      500,
    ),
  });
  return named.length;
}

function requireReportable(field: string, no: string, from: Place, to: ReportedPlace): void {
  const place = { state: ['place', from] } as const;
  if (from === to) throw refuseFields({ [field]: problem('GOODS_THERE', { no, place }) });
  if (!mayReport(from, to))
    throw refuseFields({ [field]: problem('GOODS_NOT_FROM', { no, place, to: { state: ['place', to] } }) });
}

async function boxesNamed(read: Reader, bill: Bill, numbers: readonly string[]): Promise<BoxColumns[]> {
  if (numbers.length === 0) return [];
  const boxes = await read
    .selectFrom('box')
    .selectAll()
    .where('billId', '=', bill.id)
    .where('boxNo', 'in', listed(numbers))
    .orderBy('id')
    .execute();
  const unknown = numbers.find((no) => !boxes.some(({ boxNo }) => boxNo === no));
  if (unknown !== undefined) throw refuseFields({ boxNos: problem('GOODS_UNKNOWN', { no: unknown }) });
  return boxes;
}

async function parcelsNamed(read: Reader, bill: Bill, numbers: readonly string[]): Promise<NamedParcel[]> {
  if (numbers.length === 0) return [];
  const parcels = await read
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
    .select(['parcel.id', 'parcel.trackingNo', 'parcel.state'])
    .select(({ fn, val }) => fn.coalesce('parcel.place', 'box.place', val<Place>('warehouse')).as('place'))
    .where('parcel.billId', '=', bill.id)
    .where('parcel.trackingNo', 'in', listed(numbers))
    .orderBy('parcel.id')
    .execute();
  const unknown = numbers.find((no) => !parcels.some(({ trackingNo }) => trackingNo === no));
  if (unknown !== undefined) throw refuseFields({ trackingNos: problem('GOODS_UNKNOWN', { no: unknown }) });
  return parcels;
}

type Timed = Report & { readonly at: string };

/** Found goods are in the warehouse of the bill; other places that a person reports have no number. */
const spotOf = (bill: Bill, to: ReportedPlace): Spot => ({
  place: to,
  id: to === 'warehouse' ? bill.warehouseId : null,
});

async function reportBoxes(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  { to, at, proof, reason }: Timed,
): Promise<void> {
  const { write } = context;
  if (boxes.length === 0) return;
  const ids = boxes.map(({ id }) => id);
  for (const [palletId, on] of Map.groupBy(boxes, (box) => box.palletId))
    if (palletId !== null && on.some(({ place }) => place === 'warehouse'))
      await placeBoxes(write, palletId, on, false);
  await moveBoxes(context, ids, spotOf(bill, to), {
    ...{ at, proof: 'decision', proofText: proof, remark: reason },
  });
  if (to === 'lost') {
    for (const { id: boxId } of boxes)
      await addCase(context, {
        ...{ billId: bill.id, boxId, type: 'shortage', level: 'box', quantity: 1 },
        ...{ foundAt: at, description: reason },
      });
    return;
  }
  await closeShortages(context, ids, reason);
}

/** Closes the open cases about the loss of boxes that are found, or whose loss is settled. */
async function closeShortages(
  { write, now, caller }: Context,
  boxIds: readonly number[],
  resolution: string,
) {
  await write
    .updateTable('abnormalCase')
    .set((of) => ({
      ...{ state: 'closed' as const, resolution, closedAt: now, updatedAt: now, updatedBy: caller.id },
      version: of('version', '+', 1),
    }))
    .where('boxId', 'in', listed(boxIds))
    .where('parcelId', 'is', null)
    .where('type', '=', 'shortage')
    .where('state', 'in', ['open', 'processing', 'resolved'])
    .execute();
}

/**
 * A lost parcel is abnormal, and no longer when it is found, so that its case and its state follow. The others only
 * leave their box.
 */
async function reportParcels(
  context: Context,
  bill: Bill,
  parcels: readonly NamedParcel[],
  { to, at, proof, reason }: Timed,
): Promise<void> {
  if (parcels.length === 0) return;
  const found = to === 'warehouse' && parcels.every(({ state }) => state === 'abnormal');
  if (to === 'lost' || found) {
    const trackingNos = parcels.map(({ trackingNo }) => trackingNo);
    const { failed } =
      to === 'lost'
        ? await moveParcels(
            context,
            'abnormal',
            bill.id,
            { trackingNos },
            { type: 'shortage', at, remark: reason },
          )
        : await moveParcels(context, 'removeAbnormal', bill.id, { trackingNos }, { resolution: reason });
    const [first] = failed;
    if (first) throw refuse('GOODS_STAY', { no: first.key, why: first.msg });
    return;
  }
  const ids = listed(parcels.map(({ id }) => id));
  const target = to === 'warehouse' ? 'box' : spotOf(bill, to);
  await placeParcels(context, ids, target, { at, proof: 'decision', proofText: proof, remark: reason });
}
