import type { Bill } from '@contract/bill/bill';
import type { Place, Spot } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { mayReport, type ReportedPlace } from '@contract/rules/custody';
import type { Context } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { addCase, closeShortages } from '../bill/cases';
import { timeGiven } from '../customs/openBill';
import { moveParcels } from '../customs/parcels';
import { deliverFound, restock } from '../linehaul/restock';
import { settleDelivery } from '../linehaul/truckNodes';
import { requireOpen } from '../warehouse/boxes';
import { type BoxColumns, refreshBoxes } from '../warehouse/boxViews';
import { settleDifferences } from '../warehouse/differences';
import { goodsOf } from '../warehouse/goods';
import { placeBoxes } from '../warehouse/pallets';
import { receiveFound } from '../warehouse/receiving';
import { type Move, moveBoxes, placeParcels } from './moves';
import { boxesNamed, type NamedParcel, parcelsNamed } from './named';

/** Boxes and parcels, and the place that a person reports for them. */
interface Report {
  readonly boxNos: readonly string[];
  readonly trackingNos: readonly string[];
  readonly to: ReportedPlace;
  readonly at?: string | undefined;
  readonly proof: string | null;
  readonly reason: string;
}

/**
 * Records what a person reports about boxes and parcels of a bill: lost, found again, destroyed, returned to the sender,
 * with customs, never there, or found at the hub that signed without them. All of them move, or none. Boxes leave their
 * pallets; lost ones open a case each, found ones close it. Returns how many moved. Throws GOODS_UNKNOWN, GOODS_THERE, GOODS_NOT_FROM, REQUIRED, NODE_FUTURE,
 * BILL_REMOVED, BILL_ARCHIVED.
 */
export async function reportGoods(context: Context, bill: Bill, report: Report): Promise<number> {
  const { write } = context;
  requireOpen(bill);
  if (report.boxNos.length + report.trackingNos.length === 0)
    throw refuseFields({ boxNos: problem('REQUIRED') });
  const at = timeGiven(context, 'at', report.at ?? null);
  const boxes = await boxesNamed(write, bill.id, report.boxNos);
  const parcels = await parcelsNamed(write, bill.id, report.trackingNos);
  for (const { boxNo, place } of boxes) requireReportable('boxNos', boxNo, place, report.to);
  for (const { trackingNo, ownPlace, boxPlace } of parcels)
    requireReportable('trackingNos', trackingNo, ownPlace ?? boxPlace ?? 'warehouse', report.to);
  await reportBoxes(context, bill, boxes, { ...report, at });
  await reportParcels(context, bill, parcels, { ...report, at });
  await refreshBoxes(write, bill.id);
  await refreshBill(write, bill.id);
  // Goods that will not follow any more may have been the last ones.
  await settleDelivery(context, bill.id);
  const named = [...boxes.map(({ boxNo }) => boxNo), ...parcels.map(({ trackingNo }) => trackingNo)];
  const before = boxes[0]?.place ?? parcels[0]?.ownPlace ?? parcels[0]?.boxPlace;
  await logBill(context, 'update', await readBill(write, bill.id), {
    before: { place: before },
    after: { place: report.to },
    remark: `${named.slice(0, 10).join(', ')}${named.length > 10 ? ' …' : ''}: ${report.reason}`.slice(
      0,
      500,
    ),
  });
  return named.length;
}

function requireReportable(field: string, no: string, place: Place, to: ReportedPlace): void {
  const found = mayReport({ no, place }, to);
  if (found) throw refuseFields({ [field]: found });
}

type TimedReport = Report & { readonly at: string };

/** Other places that a person reports have no number. */
const spotOf = (to: ReportedPlace): Spot => ({ place: to, id: null });

async function reportBoxes(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  { to, at, proof, reason }: TimedReport,
): Promise<void> {
  if (boxes.length === 0) return;
  const ids = boxes.map(({ id }) => id);
  const move: Move = { at, proof: 'decision', proofText: proof, remark: reason };
  if (to === 'warehouse') return findBoxes(context, bill, boxes, move, reason);
  if (to === 'delivered') return deliverFound(context, bill, boxes, move, reason);
  await leaveOpenPallets(context, boxes);
  await moveBoxes(context, ids, spotOf(to), move);
  if (to !== 'lost') return closeShortages(context, ids, reason);
  for (const { id: boxId } of boxes)
    await addCase(context, {
      ...{ billId: bill.id, boxId, type: 'shortage', level: 'box', quantity: 1 },
      ...{ foundAt: at, description: reason },
    });
}

/** Takes boxes off pallets that have not departed. A note on its way keeps its contents. */
async function leaveOpenPallets({ write }: Context, boxes: readonly BoxColumns[]): Promise<void> {
  const goods = await goodsOf(write, { boxIds: boxes.map(({ id }) => id) });
  const staying = boxes.filter(
    ({ id, place }) => place === 'warehouse' || (place === 'truck' && goods.get(id)?.departedOn === null),
  );
  for (const [palletId, on] of Map.groupBy(staying, (box) => box.palletId))
    if (palletId !== null) await placeBoxes(write, palletId, on, false);
}

/** Boxes that a person found, or that customs handed back, are in the warehouse of their bill. */
async function findBoxes(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
  move: Move,
  reason: string,
): Promise<void> {
  const known: BoxColumns[] = [];
  for (const box of boxes)
    if (box.inboundAt !== null || !(await receiveFound(context, bill, box, move))) known.push(box);
  await restock(context, bill, known, bill.warehouseId, move, reason);
  await settleDifferences(context, bill.id);
}

async function reportParcels(
  context: Context,
  bill: Bill,
  parcels: readonly NamedParcel[],
  { to, at, proof, reason }: TimedReport,
): Promise<void> {
  if (parcels.length === 0) return;
  const trackingNos = parcels.map(({ trackingNo }) => trackingNo);
  const isAbnormal = parcels.every(({ state }) => state === 'abnormal');
  const targets = { trackingNos };
  // A lost parcel is abnormal, and no longer when it is found: its case and its state follow.
  const followed =
    to === 'lost'
      ? await moveParcels(context, 'abnormal', bill.id, targets, { type: 'shortage', at, remark: reason })
      : to === 'delivered'
        ? await moveParcels(context, 'deliver', bill.id, targets, {
            proof: proof ?? reason.slice(0, 200),
            at,
          })
        : to === 'warehouse' && isAbnormal
          ? await moveParcels(context, 'removeAbnormal', bill.id, targets, { resolution: reason })
          : undefined;
  const [first] = followed?.failed ?? [];
  if (first) throw refuse('GOODS_STAY', { no: first.key, why: first.msg });
  if (followed) return;
  const ids = listed(parcels.map(({ id }) => id));
  const target = to === 'warehouse' ? 'box' : spotOf(to);
  await placeParcels(context, ids, target, { at, proof: 'decision', proofText: proof, remark: reason });
}
