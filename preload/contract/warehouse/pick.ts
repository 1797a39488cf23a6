import * as z from 'zod';
import { billStages } from '../bill/bill';
import { endpoint } from '../endpoint';
import { type Problem, problem } from '../errors';
import { choice, code, count, date, dateTime, flag, id, note, ref, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { isKeyOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { draftOf, exportOf } from '../resource';
import { batchNo, billNo, boxNo, cmrNumber, plateNo } from '../rules/codes';
import { phoneNumber } from '../rules/contactCodes';
import { blockedBoxProblem, hindrances } from '../rules/custody';
import { extended, object, strictObject } from '../shape';

export const legStates = {
  none: { rank: 10, tone: 'neutral' },
  open: { rank: 20, tone: 'progress' },
  finished: { rank: 30, tone: 'good' },
} as const satisfies Record<string, State>;
export type PickLegState = keyof typeof legStates;

export const legs = ['pickup', 'inbound', 'clearance', 'outbound'] as const;
export type Leg = (typeof legs)[number];

/** Reasons for a difference between the boxes at the start and end of a leg. */
export const differenceReasons = ['shortage', 'damage', 'recount', 'surplus_found', 'relabel'] as const;
export const differenceReason = choice('differenceReason', differenceReasons);
export type DifferenceReason = z.output<typeof differenceReason>;

/** One truck trip from the cargo station, with its four legs. */
export const pickRow = object(() => ({
  id: id(),
  version: count(1),
  createdAt: dateTime().nullable(),
  createdBy: ref('staff').nullable(),
  updatedAt: dateTime().nullable(),
  updatedBy: ref('staff').nullable(),
  billId: id(),
  pickNo: text(20),
  kind: choice('pickKind', ['own', 'broker', 'customer', 'direct']),
  truckerName: text(120).nullable(),
  plateNo: code(plateNo),
  driverName: text(60).nullable(),
  driverPhone: code(phoneNumber).nullable(),
  slotAt: dateTime('landing').nullable(),
  pickupBoxes: count(1, 6000),
  pickupWeight: weight(),
  pickupStartAt: dateTime('landing').nullable(),
  pickupFinishAt: dateTime('landing').nullable(),
  pickupFinished: flag(),
  inboundBoxes: count(0, 6000).nullable(),
  inboundWeight: weight().nullable(),
  inboundStartAt: dateTime('warehouse').nullable(),
  inboundFinishAt: dateTime('warehouse').nullable(),
  inboundFinished: flag(),
  clearanceBoxes: count(0, 6000).nullable(),
  clearanceParcels: count(),
  clearanceStartAt: dateTime('landing').nullable(),
  clearanceFinishAt: dateTime('landing').nullable(),
  clearanceFinished: flag(),
  outboundBoxes: count(0, 6000).nullable(),
  outboundPallets: count(0, 200).nullable(),
  outboundWeight: weight().nullable(),
  outboundStartAt: dateTime('warehouse').nullable(),
  outboundFinishAt: dateTime('warehouse').nullable(),
  outboundFinished: flag(),
  cmrNo: code(cmrNumber).nullable(),
  differenceReason: differenceReason.nullable(),
  /** Missing and surplus boxes of its finished inbound count. */
  missingBoxes: count().nullable(),
  surplusBoxes: count().nullable(),
  remark: note(500).nullable(),
}));

/** A trip with the inputs of its actions. */
export const pickView = extended(pickRow, () => ({
  /** Time of this view, by the API's clock. */
  asOf: dateTime(),
  billStage: stateOf({ name: 'bill', states: billStages }),
  billArchived: flag(),
  billDelivered: flag(),
  declared: flag(),
  destinationKnown: flag(),
  photoRequired: flag(),
  /** Number of photos of its inbound leg and of its boxes. */
  photos: count(),
  /** Parcels of the bill released by customs; without parcels, 1 if the bill is cleared. */
  freeParcels: count(),
  /** Parcels of the trip that wait for customs or are held. */
  openParcels: count(),
  /** A blocked box that is loaded, or would be needed to reach the outbound count. */
  blockedBox: text(40).nullable(),
  blockedBy: choice('hindrance', hindrances).nullable(),
  pmcCount: count(),
}));
export type PickView = z.output<typeof pickView>;

/** Returns the state of a leg. A trip exists because a truck went, so its pickup has at least started. */
export function legStateOf(leg: Leg, row: PickView): PickLegState {
  if (row[`${leg}Finished`]) return 'finished';
  return row[`${leg}StartAt`] === null && leg !== 'pickup' ? 'none' : 'open';
}

/** Leg that must be finished first, and leg that must not be finished when this one is reopened. */
const BEFORE = { inbound: 'pickup', outbound: 'inbound' } as const satisfies Partial<Record<Leg, Leg>>;
const AFTER = { pickup: 'inbound', inbound: 'outbound', clearance: 'outbound' } as const satisfies Partial<
  Record<Leg, Leg>
>;

/** Time within which a finished leg can be reopened. */
const REOPEN_WITHIN = 7 * 24 * 3_600_000;

type LegGuard = (leg: Leg, row: PickView) => Problem | undefined;

const notBegun: LegGuard = (leg, row) => {
  const state = legStateOf(leg, row);
  if (state === 'finished') return problem('LEG_FINISHED');
  return state === 'open' ? problem('LEG_STARTED') : undefined;
};
const atWork: LegGuard = (leg, row) => {
  const state = legStateOf(leg, row);
  if (state === 'finished') return problem('LEG_FINISHED');
  return state === 'none' ? problem('LEG_NOT_STARTED') : undefined;
};

const mayStart: LegGuard = (leg, row) => {
  if (leg === 'inbound' && row.kind !== 'direct' && row.pickupStartAt === null && row.pickupFinishAt === null)
    return problem('LEG_PREVIOUS_OPEN');
  if (leg === 'clearance' && !row.declared) return problem('LEG_NOT_DECLARED');
  if (leg === 'outbound' && row.freeParcels === 0) return problem('LEG_NOTHING_FREE');
  if (leg === 'outbound' && !row.destinationKnown) return problem('LEG_NO_DESTINATION');
  return undefined;
};

const mayFinish: LegGuard = (leg, row) => {
  if (isKeyOf(BEFORE, leg) && legStateOf(BEFORE[leg], row) !== 'finished')
    return problem('LEG_PREVIOUS_OPEN');
  if (leg !== 'clearance' && row[`${leg}Boxes`] === null) return problem('LEG_COUNT_MISSING');
  if (leg === 'inbound' && row.photoRequired && row.photos === 0) return problem('PHOTO_REQUIRED');
  if (leg === 'clearance' && row.openParcels > 0) return problem('LEG_PARCELS_OPEN', { n: row.openParcels });
  return leg === 'outbound' ? blockedBoxProblem(row) : undefined;
};

const mayReopen: LegGuard = (leg, row) => {
  if (isKeyOf(AFTER, leg) && legStateOf(AFTER[leg], row) === 'finished') return problem('LEG_NEXT_FINISHED');
  if (leg === 'outbound' && row.billDelivered) return problem('LEG_NEXT_FINISHED');
  const finishedAt = row[`${leg}FinishAt`];
  return finishedAt !== null && Date.parse(row.asOf) - Date.parse(finishedAt) > REOPEN_WITHIN
    ? problem('LEG_REOPEN_LATE')
    : undefined;
};

const mayDelete: LegGuard = (leg, row) => {
  if (leg === 'pickup') {
    if (legStateOf('inbound', row) !== 'none') return problem('PICK_IN_USE');
    return row.pmcCount > 0 ? problem('PICK_HAS_PMC') : undefined;
  }
  return (row[`${leg}Boxes`] ?? 0) > 0 ? problem('LEG_NOT_EMPTY') : undefined;
};

export const edit = permit('bill.warehouse.edit');
const every = ['none', 'open', 'finished'] as const;

/** Actions on one leg of a trip; deleting the pickup deletes the trip. */
export function legMachine(leg: Leg) {
  const by = (...guards: readonly LegGuard[]) => guards.map((guard) => (row: PickView) => guard(leg, row));
  return machine<PickView>()({
    name: 'leg',
    // The other legs use calls of the specification.
    ...(leg === 'pickup' ? { calls: { finish: 'pick.closePickup', reopen: 'pick.closePickup' } } : {}),
    states: legStates,
    stateOf: (row) => legStateOf(leg, row),
    always: [
      { exempt: [], guard: (row) => (row.billArchived ? problem('BILL_ARCHIVED') : undefined) },
      { exempt: [], guard: (row) => (row.billStage === 'removed' ? problem('BILL_REMOVED') : undefined) },
    ],
    actions: {
      start: {
        from: every,
        to: 'open',
        permission: edit,
        guards: by(notBegun, mayStart),
        inverse: 'delete',
        tone: 'primary',
      },
      update: { from: every, to: 'same', permission: edit, guards: by(atWork) },
      finish: {
        from: every,
        to: 'finished',
        permission: edit,
        guards: by(atWork, mayFinish),
        inverse: 'reopen',
        tone: 'primary',
      },
      reopen: {
        from: ['finished'],
        to: 'open',
        permission: permit('bill.warehouse.reopen'),
        guards: by(mayReopen),
        asks: strictObject(() => ({ reason: text(500) })),
        inverse: 'finish',
      },
      delete: {
        from: every,
        to: leg === 'pickup' ? 'gone' : 'none',
        permission: edit,
        guards: by(atWork, mayDelete),
        tone: 'danger',
      },
    },
  });
}
/** The machines of the four legs. */
export const legMachines = {
  pickup: legMachine('pickup'),
  inbound: legMachine('inbound'),
  clearance: legMachine('clearance'),
  outbound: legMachine('outbound'),
} as const;
export type LegAction = keyof (typeof legMachines)['inbound']['actions'];

/** Returns the boxes expected in a leg, by the leg before it. */
export const expectedBoxes = (leg: Leg, row: PickView): number | null =>
  leg === 'inbound' ? row.pickupBoxes : leg === 'outbound' ? row.inboundBoxes : null;

/** Fields of a trip that a person fills in. */
export const pickDraftFields = [
  'kind',
  'plateNo',
  'truckerName',
  'driverName',
  'driverPhone',
  'slotAt',
  'pickupBoxes',
  'pickupWeight',
  'pickupStartAt',
  'differenceReason',
  'remark',
] as const;
export const pickDraft = draftOf(pickRow, pickDraftFields);

/** Reason of one box that is missing or surplus. */
const boxReason = strictObject(() => ({ boxNo: code(boxNo), reason: differenceReason }));
export type BoxReason = z.output<typeof boxReason>;

/** Numbers of missing and surplus boxes of an inbound leg, and the box numbers of those that are known. */
export const legDifference = object(() => ({
  missing: count(),
  surplus: count(),
  missingBoxes: z.array(text(40)),
  surplusBoxes: z.array(text(40)),
}));
export type LegDifference = z.output<typeof legDifference>;

/** Input to finish a leg, or to reopen it with a reason. */
export const closing = strictObject(() => ({
  version: count(1),
  action: z.enum(['finish', 'reopen']),
  finishAt: dateTime('warehouse').optional(),
  differenceReason: differenceReason.optional(),
  /** Reasons of single boxes; the others have the one above. */
  differenceReasons: z.array(boxReason).max(6000).optional(),
  cmrNo: code(cmrNumber).optional(),
  reason: text(500).optional(),
}));
export type Closing = z.output<typeof closing>;
export const view = permit('bill.warehouse.view');
/** An inbound leg in the warehouse's list: its truck and load, and the progress of the count. */
export const inboundLegRow = object(() => ({
  id: id(),
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  customerId: ref('customer'),
  warehouseId: ref('warehouse').nullable(),
  landingAirportId: ref('airport'),
  stage: stateOf({ name: 'bill', states: billStages }),
  photoRequired: flag(),
  pickNo: text(20),
  kind: pickRow.shape.kind,
  plateNo: code(plateNo),
  pickupBoxes: count(),
  inboundBoxes: count(),
  missingBoxes: count().nullable(),
  surplusBoxes: count().nullable(),
  pickupFinishAt: dateTime('landing').nullable(),
  inboundStartAt: dateTime('warehouse').nullable(),
  inboundFinishAt: dateTime('warehouse').nullable(),
  legState: stateOf({ name: 'leg', states: legStates }),
}));
export type InboundLeg = z.output<typeof inboundLegRow>;

/**
 * Legs finished on the day, in the time zone of their warehouse, else of their landing airport; for today, or without a
 * day, active and waiting legs too.
 */
const inboundQuery = extended(
  listQuery(
    inboundLegRow,
    ['warehouseId', 'customerId', 'billNo', 'plateNo', 'legState', 'photoRequired'],
    ['billNo', 'pickNo', 'pickupFinishAt', 'inboundStartAt', 'inboundFinishAt', 'pickupBoxes'],
  ),
  () => ({ date: date().optional() }),
);

export const inboundBatchApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/inboundBatch',
    access: view,
    query: inboundQuery,
    answer: pageOf(inboundLegRow),
  }),
  export: exportOf('/bill-lading/inboundBatch', view, inboundQuery, true),
};
