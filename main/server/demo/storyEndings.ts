import { countersOf } from './billRow';
import type { BuiltBill } from './bills';
import { HOUR, iso, MINUTE } from './clock';
import type { Change } from './logs';
import { roles } from './peopleData';

/** Two days after landing nothing is released, and the people concerned are notified. */
export const notReleased = ({ shipment }: BuiltBill): readonly Change[] => [
  {
    at: (shipment.reached.ata ?? 0) + 48 * HOUR + 5 * MINUTE,
    by: null,
    action: 'update',
    field: 'clearanceStatus',
    before: 'in_clearance',
    after: 'not_released',
    remark: 'Nothing released 48 hours after landing. Alert mail sent to broker@example.com',
  },
];

/** One of two missing boxes is found at the inbound count. */
export function foundOne({ row, picks, outcome, shipment }: BuiltBill): readonly Change[] {
  const last = picks.at(-1);
  if (!last) return [];
  const found = Math.round(outcome.missing / 2);
  last.inboundBoxes = (last.inboundBoxes ?? 0) + 1;
  last.outboundBoxes = (last.outboundBoxes ?? 0) + 1;
  last.surplusBoxes = 1;
  last.differenceReason = 'recount';
  last.remark = 'One box more than picked up: it had been counted short';
  outcome.missing -= found;
  outcome.free += found;
  outcome.missingBoxes = 1;
  Object.assign(row, countersOf(outcome), {
    inboundBoxes: (row.inboundBoxes ?? 0) + 1,
    outboundBoxes: (row.outboundBoxes ?? 0) + 1,
    exceptionCount: 1,
  });
  const finished = shipment.reached.trips.at(-1)?.inFinish ?? 0;
  return [
    {
      at: finished + 12 * MINUTE,
      by: roles.warehouse,
      action: 'update',
      field: 'inboundBoxes',
      before: '318',
      after: '319',
      remark: 'Surplus found, reason: recount',
    },
  ];
}

/** Ten of twelve inspected parcels are released and two seized. */
export function seizedTwo({ stored, shipment }: BuiltBill): readonly Change[] {
  if (stored) stored.fates.failure = 'seized';
  const { firstRelease, released } = shipment.reached;
  const line = (at: number, before: string, after: string, remark: string): Change => ({
    at,
    by: roles.broker,
    action: 'update',
    field: 'parcelState',
    before,
    after,
    remark,
  });
  const done = released ?? 0;
  return [
    line(
      (firstRelease ?? done) + 20 * MINUTE,
      'clearance',
      'held',
      '12 parcels selected for inspection (fyco)',
    ),
    line(done, 'held', 'free', '10 parcels released after inspection'),
    line(done, 'held', 'failed', '2 parcels seized'),
  ];
}

/** A parcel above the limit has an IOSS number, which is for low values only. */
export function iossOverLimit({ stored, shipment }: BuiltBill): readonly Change[] {
  const at = stored?.packing.parcels.findIndex(({ contents }) => contents.dear) ?? -1;
  const parcel = stored?.packing.parcels[at];
  if (!stored || !parcel) return [];
  stored.packing.parcels[at] = {
    ...parcel,
    vatScheme: 'ioss',
    iossNo: 'IM5289900001',
    sellerName: 'Green Panda Trading Ltd',
  };
  return [
    {
      at: (shipment.uploaded ?? 0) + MINUTE,
      by: null,
      action: 'update',
      field: 'declarationSystem',
      before: 'DECO',
      after: 'AGS',
      remark: `${parcel.trackingNo}: value above EUR 150 with IOSS, declared in full`,
    },
  ];
}

/** Two parcels arrive without data: one is resolved, the other delivered anyway. */
export function withoutData({ stored, shipment }: BuiltBill): readonly Change[] {
  if (!stored) return [];
  const { states, onceAbnormal, clearedUp } = stored.fates;
  const [cleared = 0, anyway = 0] = [150, 610].map((from) => states.indexOf('completed', from));
  onceAbnormal.add(anyway);
  clearedUp.add(cleared);
  const counted = shipment.reached.trips[0]?.inFinish ?? 0;
  const left = shipment.reached.trips[0]?.outFinish ?? 0;
  const line = (parcel: number, at: number, before: string, after: string, remark: string): Change => ({
    at,
    by: roles.warehouse,
    action: 'update',
    field: 'parcelState',
    before,
    after,
    remark: `${stored.packing.parcels[parcel]?.trackingNo}: ${remark}`,
  });
  return [
    line(cleared, counted + 10 * MINUTE, 'clearance', 'abnormal', 'no data'),
    line(anyway, counted + 11 * MINUTE, 'clearance', 'abnormal', 'no data'),
    line(cleared, counted + 95 * MINUTE, 'abnormal', 'clearance', 'data sent later by the customer'),
    line(anyway, left, 'abnormal', 'completed', 'delivered anyway, with the consent of the customer'),
  ];
}

/** All boxes are counted in, but the leg stays open because a photo is missing. */
export function waitsForPhoto({ row, picks, shipment }: BuiltBill): readonly Change[] {
  const pick = picks[0];
  if (!pick) return [];
  pick.inboundBoxes = pick.pickupBoxes;
  pick.remark = 'All boxes counted in; waits for a photo';
  row.inboundBoxes = pick.pickupBoxes;
  const started = shipment.reached.trips[0]?.inStart ?? 0;
  return [
    {
      at: started + 100 * MINUTE,
      by: roles.warehouse,
      action: 'update',
      field: 'remarks',
      before: null,
      after: `${shipment.remark}`,
      remark: `Inbound of ${iso(started).slice(0, 10)} not finished: photo missing`,
    },
  ];
}
