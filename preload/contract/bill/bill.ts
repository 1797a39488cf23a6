import type * as z from 'zod';
import { type Problem, problem } from '../errors';
import {
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  flag,
  id,
  money,
  note,
  ref,
  stateOf,
  text,
  volume,
  weight,
} from '../fields';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery } from '../paging';
import { permit } from '../permissions';
import { draftOf, recordFields, selectionOf } from '../resource';
import { batchNo, billNo, channelCodeRule, flightOrVoyage, houseNo, uldNo } from '../rules/codes';
import { t1Mrn } from '../rules/customs';
import { airlineCode, currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import { tapeColors } from '../vocabulary';

/** Stages in the order of the work, computed from the record's facts (rules/billStage), never typed. */
export const billStages = {
  draft: { rank: 10, tone: 'neutral' },
  arrived: { rank: 20, tone: 'info' },
  pickup: { rank: 30, tone: 'info' },
  clearing: { rank: 40, tone: 'warning' },
  inbound: { rank: 50, tone: 'progress' },
  clearance: { rank: 60, tone: 'good' },
  outbound: { rank: 70, tone: 'progress' },
  transit: { rank: 80, tone: 'progress' },
  delivery: { rank: 90, tone: 'good' },
  removed: { rank: 99, tone: 'bad' },
} as const satisfies Record<string, State>;
export type BillStage = keyof typeof billStages;

/** Times of the steps of a bill, and its parcels by state. */
const progress = () => ({
  firstParcelAt: dateTime().nullable(),
  declaredAt: dateTime('landing').nullable(),
  noaAt: dateTime('landing').nullable(),
  t1At: dateTime('landing').nullable(),
  t1Mrn: code(t1Mrn).nullable(),
  pickupAt: dateTime('landing').nullable(),
  atWarehouseAt: dateTime('warehouse').nullable(),
  clearanceReleasedAt: dateTime('landing').nullable(),
  handoverAt: dateTime('warehouse').nullable(),
  tatAt: dateTime('hub').nullable(),
  podAt: dateTime('hub').nullable(),
  pickupFinished: flag(),
  parcelsClearance: count(),
  parcelsFree: count(),
  parcelsHeld: count(),
  parcelsFailed: count(),
  parcelsAbnormal: count(),
  parcelsCompleted: count(),
});

/** A shipment: AWB and batch number together are one unit of work. */
export const billRow = object(() => ({
  ...recordFields,
  mode: choice('mode', ['air', 'sea']),
  billNo: code(billNo),
  houseNo: code(houseNo).nullable(),
  batchNo: code(batchNo),
  customerId: ref('customer'),
  serviceId: ref('service'),
  /** Number of the flight; of the voyage for a sea bill. */
  flightNo: code(flightOrVoyage).nullable(),
  vesselName: text(60).nullable(),
  carrierCode: code(airlineCode).nullable(),
  routeCode: text(3).nullable(),
  originAirportId: ref('airport'),
  landingAirportId: ref('airport'),
  exportDate: date().nullable(),
  etd: dateTime('origin').nullable(),
  eta: dateTime('landing').nullable(),
  atd: dateTime('origin').nullable(),
  ata: dateTime('landing').nullable(),
  cargoStationId: ref('cargoStation').nullable(),
  warehouseId: ref('warehouse').nullable(),
  destinationId: ref('destination').nullable(),
  lastMileId: ref('lastMile').nullable(),
  channelCode: code(channelCodeRule, 'channelCode'),
  totalValue: money(),
  currency: code(currencyCode),
  boxCount: count(1, 5000),
  packageCount: count(0, 50_000),
  weight: weight(),
  volume: volume().nullable(),
  billingWeight: weight().nullable(),
  uldNumbers: codes(uldNo, 60),
  noaBoxCount: count(0, 5000).nullable(),
  pickedBoxes: count(),
  inboundBoxes: count(),
  outboundBoxes: count(),
  podBoxCount: count(0, 5000).nullable(),
  tapeColor: choice('tapeColor', tapeColors).nullable(),
  markId: ref('mark').nullable(),
  clearanceType: choice('clearanceType', ['ioss', 'special', 'standard', 't1_only', 'us01', 'us11']),
  stage: stateOf({ name: 'bill', states: billStages }),
  /** Its next deadline (rules/nextDue); computed. */
  nextDueAt: dateTime('landing').nullable(),
  clearanceStatus: choice('clearanceStatus', [
    'not_released',
    'in_clearance',
    'picked_up',
    'exception',
    'success',
    'failure',
    'handover',
  ]).nullable(),
  partial: flag(),
  checked: flag(),
  checkedAt: dateTime().nullable(),
  checkedBy: ref('staff').nullable(),
  archived: flag('archived'),
  archivedAt: dateTime().nullable(),
  removedAt: dateTime().nullable(),
  removedBy: ref('staff').nullable(),
  removeReason: note(500).nullable(),
  stageBeforeRemove: stateOf({ name: 'bill', states: billStages }).nullable(),
  ...progress(),
  shortageCount: count(),
  exceptionCount: count(),
  hsCheckedAt: dateTime().nullable(),
  handoverTo: text(120).nullable(),
  /** Time of the check at the end of a working day that found nothing released 48 hours after landing. */
  blockedAt: dateTime('landing').nullable(),
  source: choice('billSource', ['manual', 'import', 'api']),
  importJobId: id().nullable(),
  remarks: note(500).nullable(),
}));
export type Bill = z.output<typeof billRow>;

/** Returns the problem if a bill may not be changed because it is archived or removed. */
export const closedBill = ({ archived, stage }: Pick<Bill, 'archived' | 'stage'>): Problem | undefined =>
  archived ? problem('BILL_ARCHIVED') : stage === 'removed' ? problem('BILL_REMOVED') : undefined;

/** Fields that identify a bill: changed only in an unchecked draft, or by a super administrator. */
export const billIdentity = ['billNo', 'batchNo', 'mode', 'customerId'] as const;
/** True if a person may no longer change the identifying fields of a bill. */
export const identityLocked = (
  { stage, checked }: Pick<Bill, 'stage' | 'checked'>,
  { superAdmin }: { readonly superAdmin: boolean },
): boolean => !superAdmin && (stage !== 'draft' || checked);

/** Fields a person fills in, in the order of the form. */
export const billDraftFields = [
  'mode',
  'billNo',
  'batchNo',
  'houseNo',
  'customerId',
  'serviceId',
  'channelCode',
  'clearanceType',
  'originAirportId',
  'landingAirportId',
  'flightNo',
  'vesselName',
  'carrierCode',
  'exportDate',
  'etd',
  'eta',
  'cargoStationId',
  'warehouseId',
  'destinationId',
  'boxCount',
  'packageCount',
  'weight',
  'volume',
  'billingWeight',
  'totalValue',
  'currency',
  'tapeColor',
  'markId',
  'uldNumbers',
  'remarks',
] as const;
export const billDraft = draftOf(billRow, billDraftFields);
export type BillDraft = z.output<typeof billDraft>;

const ARCHIVE_REMOVED_AFTER = 30 * 24 * 3_600_000;
const everyStage = namesOf(billStages);
const reason = strictObject(() => ({ removeReason: text(500) }));

/** Actions on a bill, by stage and condition; arrival, time nodes and legs are added with their calls. */
export const billMachine = machine<Bill>()({
  name: 'bill',
  calls: { uncheck: 'bill.uncheck' },
  states: billStages,
  stateOf: (bill) => bill.stage,
  always: [
    {
      exempt: ['restore'],
      guard: (bill) => (bill.archived ? problem('BILL_ARCHIVED') : undefined),
    },
    {
      exempt: ['recover', 'archive', 'restore', 'delete'],
      guard: (bill) => (bill.stage === 'removed' ? problem('BILL_REMOVED') : undefined),
    },
  ],
  actions: {
    update: {
      from: everyStage.filter((stage) => stage !== 'removed'),
      to: 'same',
      permission: permit('bill.manage.edit'),
    },
    arrive: {
      from: ['draft'],
      to: 'computed',
      permission: permit('bill.nodes.early'),
      inverse: 'setNode',
      tone: 'primary',
    },
    setFlight: {
      from: ['draft', 'arrived'],
      to: 'same',
      permission: permit('bill.nodes.early'),
      inverse: 'setFlight',
    },
    /** The node determines which item below this permission is needed (rules/timeNodes). */
    setNode: {
      from: everyStage.filter((stage) => stage !== 'removed'),
      to: 'computed',
      permission: permit('bill.nodes'),
      inverse: 'setNode',
    },
    check: {
      from: ['draft', 'arrived'],
      to: 'same',
      permission: permit('bill.manage.check'),
      guards: [(bill) => (bill.checked ? problem('BILL_CHECKED_ALREADY') : undefined)],
      inverse: 'uncheck',
      tone: 'primary',
    },
    uncheck: {
      from: everyStage.filter((stage) => stage !== 'removed'),
      to: 'same',
      permission: permit('bill.manage.check'),
      guards: [(bill) => (bill.checked ? undefined : problem('BILL_NOT_CHECKED'))],
      inverse: 'check',
    },
    remove: {
      from: ['draft', 'arrived'],
      to: 'removed',
      permission: permit('bill.manage.remove'),
      refusal: 'BILL_HAS_OPERATIONS',
      asks: reason,
      inverse: 'recover',
      tone: 'danger',
    },
    recover: {
      from: ['removed'],
      to: 'computed',
      permission: permit('bill.manage.remove'),
      inverse: 'remove',
    },
    archive: {
      from: ['delivery', 'removed'],
      to: 'same',
      permission: permit('bill.manage.archive'),
      refusal: 'BILL_NOT_DELIVERED',
      guards: [
        (bill) =>
          bill.stage === 'delivery' && bill.podBoxCount === null ? problem('BILL_POD_MISSING') : undefined,
        (bill) =>
          bill.exceptionCount > 0 ? problem('BILL_EXCEPTION_OPEN', { n: bill.exceptionCount }) : undefined,
        (bill) =>
          bill.removedAt && Date.now() - Date.parse(bill.removedAt) < ARCHIVE_REMOVED_AFTER
            ? problem('BILL_ARCHIVE_EARLY')
            : undefined,
      ],
      inverse: 'restore',
    },
    restore: {
      from: everyStage,
      to: 'same',
      permission: permit('bill.manage.archive'),
      guards: [(bill) => (bill.archived ? undefined : problem('BILL_NOT_ARCHIVED'))],
      inverse: 'archive',
    },
    delete: {
      from: ['removed'],
      to: 'gone',
      permission: permit('bill.manage.delete'),
      tone: 'danger',
    },
    addPick: {
      from: ['arrived', 'pickup', 'clearing', 'inbound', 'clearance', 'outbound', 'transit'],
      to: 'computed',
      permission: permit('bill.warehouse.edit'),
    },
    finishPickup: {
      from: ['pickup', 'clearing', 'inbound', 'clearance', 'outbound', 'transit', 'delivery'],
      to: 'computed',
      permission: permit('bill.warehouse.edit'),
      guards: [(bill) => (bill.pickedBoxes > 0 ? undefined : problem('PICK_MISSING'))],
      inverse: 'reopenPickup',
    },
    reopenPickup: {
      from: ['pickup', 'clearing', 'inbound', 'clearance', 'outbound', 'transit', 'delivery'],
      to: 'computed',
      permission: permit('bill.warehouse.reopen'),
      guards: [
        (bill) => (bill.pickupFinished ? undefined : problem('PICKUP_OPEN')),
        (bill) =>
          bill.pickedBoxes >= (bill.noaBoxCount ?? bill.boxCount) ? problem('PICKUP_COMPLETE') : undefined,
      ],
      inverse: 'finishPickup',
    },
  },
});
export type BillAction = keyof typeof billMachine.actions;

/** Filters of the list, of the counts on its tabs, of the export and of "select all". */
export const billFilters = [
  'id',
  'stage',
  'mode',
  'billNo',
  'batchNo',
  'houseNo',
  'customerId',
  'serviceId',
  'clearanceStatus',
  'clearanceType',
  'originAirportId',
  'landingAirportId',
  'flightNo',
  'carrierCode',
  'channelCode',
  'destinationId',
  'lastMileId',
  'warehouseId',
  'tapeColor',
  'checked',
  'archived',
  'exportDate',
  'etd',
  'eta',
  'ata',
  'noaAt',
  'podAt',
  'createdAt',
  'boxCount',
  'weight',
  'shortageCount',
  'exceptionCount',
  'importJobId',
] as const;

/** Sorts served by an index at any depth of a list of 100,000 bills. */
export const billSorts = [
  'nextDueAt',
  'billNo',
  'batchNo',
  'customerId',
  'flightNo',
  'stage',
  'etd',
  'eta',
  'ata',
  'noaAt',
  'podAt',
  'createdAt',
  'updatedAt',
  'boxCount',
  'packageCount',
  'weight',
] as const;

export const billQuery = listQuery(billRow, billFilters, billSorts);

/** Input of a bulk call on bills: the ids, or all matches with the number the user saw. */
export const billSelection = selectionOf(billQuery);
export type BillSelection = z.output<typeof billSelection>;

/** Totals of bills. */
export const billTotals = object(() => ({ boxCount: count(), weight: weight(), billingWeight: weight() }));
