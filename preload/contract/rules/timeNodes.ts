import type { Bill } from '../bill/bill';
import { type Problem, problem } from '../errors';
import { namesOf } from '../names';
import { type PermissionId, permit } from '../permissions';
import type { EventCode } from '../words';
import { t1Mrn } from './customs';
import { PICKUP_DUE_HOURS } from './lateness';

/** Clock tolerance (ms) before a time counts as being in the future. */
export const CLOCK_TOLERANCE = 15 * 60_000;
const HOUR = 3_600_000;

/** Times of a bill that a person may enter. */
type TimeField = 'eta' | 'atd' | 'ata' | 'noaAt' | 't1At' | 'pickupAt' | 'atWarehouseAt' | 'tatAt' | 'podAt';
/**
 * Times known from trips and the gate: the earliest departure of a truck, the end of the last outbound leg, and the last
 * collection by the customer.
 */
type TripTime = 'outboundDeparture' | 'outboundEnd' | 'collectedAt';
/** Possible predecessors of a node. */
type Predecessor = TimeField | TripTime | 'etd';
/** Data entered with the time. */
export type NodeDetail = 'noaBoxCount' | 'podBoxCount' | 't1Mrn' | 'warehouseId';

/** One time node: its field, predecessors and permission. */
interface TimeNode {
  readonly field: TimeField;
  /** Last part of the endpoint `PUT /bill-lading/{id}/{call}`. */
  readonly call: string;
  /** Position in the journey: a node can be cleared only while none with a higher position is set. */
  readonly place: number;
  /** Predecessors that, when set, must not be later. */
  readonly after: readonly Predecessor[];
  /** One of these must be set first; empty: no requirement. */
  readonly requires: readonly Predecessor[];
  readonly detail: NodeDetail | null;
  readonly event: EventCode | null;
  readonly permission: PermissionId;
  readonly mayBeFuture: boolean;
}

const early = permit('bill.nodes.early');
const late = permit('bill.nodes.late');

/** The time nodes in the order of the journey (domain reference 3.1.5), read by API, screens and imports alike. */
export const timeNodes = {
  eta: {
    field: 'eta',
    call: 'updateETATime',
    place: 0,
    after: ['etd'],
    requires: [],
    detail: null,
    event: null,
    permission: early,
    mayBeFuture: true,
  },
  atd: {
    field: 'atd',
    call: 'updateATDTime',
    place: 0,
    after: [],
    requires: [],
    detail: null,
    event: 'DEPARTED',
    permission: early,
    mayBeFuture: false,
  },
  ata: {
    field: 'ata',
    call: 'updateATATime',
    place: 1,
    after: ['etd', 'atd'],
    requires: [],
    detail: null,
    event: 'ARRIVED',
    permission: early,
    mayBeFuture: false,
  },
  noa: {
    field: 'noaAt',
    call: 'updateNoaTime',
    place: 2,
    after: ['ata'],
    requires: ['ata'],
    detail: 'noaBoxCount',
    event: 'NOA',
    permission: early,
    mayBeFuture: false,
  },
  t1: {
    field: 't1At',
    call: 'updateT1Time',
    place: 3,
    after: ['ata'],
    requires: ['ata'],
    detail: 't1Mrn',
    event: 'T1_RELEASED',
    permission: early,
    mayBeFuture: false,
  },
  pickup: {
    field: 'pickupAt',
    call: 'updatePickupTime',
    place: 4,
    after: ['ata'],
    requires: ['ata'],
    detail: null,
    event: 'PICKED_UP',
    permission: late,
    mayBeFuture: false,
  },
  atWarehouse: {
    field: 'atWarehouseAt',
    call: 'updateAtWarehouseTime',
    place: 5,
    after: ['pickupAt'],
    requires: ['pickupAt'],
    detail: 'warehouseId',
    event: 'AT_WAREHOUSE',
    permission: late,
    mayBeFuture: false,
  },
  tat: {
    field: 'tatAt',
    call: 'updateTATTime',
    place: 6,
    after: ['outboundDeparture'],
    requires: ['outboundDeparture'],
    detail: null,
    event: 'HUB_ARRIVED',
    permission: late,
    mayBeFuture: false,
  },
  pod: {
    field: 'podAt',
    call: 'updatePodTime',
    place: 7,
    after: ['tatAt', 'outboundEnd', 'collectedAt'],
    requires: ['tatAt', 'outboundEnd', 'collectedAt'],
    detail: 'podBoxCount',
    event: 'DELIVERED_HUB',
    permission: late,
    mayBeFuture: false,
  },
} as const satisfies Record<string, TimeNode>;

/** A node that has a time. */
export type TimeNodeName = keyof typeof timeNodes;
/** All nodes: the times, the ULDs, the remarks. */
export type NodeName = TimeNodeName | 'uld' | 'remarks';
export const timeNodeNames = namesOf(timeNodes);
export const nodeNames = [...timeNodeNames, 'uld', 'remarks'] as const;

/** Returns the row of a node, typed by what all rows have in common. */
export const timeNode = (name: TimeNodeName): TimeNode => timeNodes[name];
export const isTimeNode = (name: NodeName): name is TimeNodeName => Object.hasOwn(timeNodes, name);

/** Returns the permission to set a node. */
export function permissionOf(name: NodeName): PermissionId {
  if (isTimeNode(name)) return timeNodes[name].permission;
  return name === 'uld' ? late : permit('bill.manage.edit');
}

/** Input of a node. A null time clears it, with its other data. */
export interface NodeEntry {
  readonly time?: string | null | undefined;
  readonly noaBoxCount?: number | undefined;
  readonly podBoxCount?: number | undefined;
  readonly t1Mrn?: string | undefined;
  readonly warehouseId?: number | undefined;
  readonly uldNumbers?: readonly string[] | undefined;
  readonly remarks?: string | null | undefined;
}

/** The fields of a bill used by the rules. */
export type NodeBill = Pick<
  Bill,
  | TimeField
  | NodeDetail
  | 'etd'
  | 'boxCount'
  | 'uldNumbers'
  | 'remarks'
  | 'clearanceReleasedAt'
  | 'handoverAt'
  | 'pickedBoxes'
  | 'outboundBoxes'
>;

/** Further inputs of the rules, from the bill's trips, trucks and transit declarations. */
export interface NodeFacts {
  readonly trips: number;
  readonly inboundBegun: boolean;
  /** Earliest start of an outbound leg or departure of a truck, and the latest of them. */
  readonly outboundDeparture: string | null;
  readonly lastDeparture: string | null;
  /** When the last outbound leg ended; null while one is open. */
  readonly outboundEnd: string | null;
  /** True if a transit declaration ends at the office where it begins. */
  readonly t1SameSite: boolean;
  /** When the customer last collected boxes at the gate, and how many in all. */
  readonly collectedAt: string | null;
  readonly collectedBoxes: number;
}

/** Result of the rules for an entry: the refusal with its field, or the warnings. */
export interface NodeVerdict {
  readonly refused?: { readonly field: string; readonly problem: Problem };
  readonly warnings: readonly Problem[];
}

/**
 * Checks an entry by the table. Without facts (a screen that has only the bill), the checks that need them are left to
 * the API. `now` is in milliseconds.
 */
export function judgeNode(
  name: NodeName,
  entry: NodeEntry,
  bill: NodeBill,
  facts: NodeFacts | null,
  now: number,
): NodeVerdict {
  if (name === 'remarks' || name === 'uld') {
    const field = name === 'uld' ? 'uldNumbers' : 'remarks';
    // An omitted value does not mean to clear it.
    if (entry[field] === undefined) return refusing(field, problem('REQUIRED', { field: { field } }));
    return { warnings: name === 'uld' ? uldWarnings(entry, bill) : [] };
  }
  const node = timeNode(name);
  const { field } = node;
  const { time } = entry;
  if (time === undefined) return refusing(field, problem('REQUIRED', { field: { field } }));
  if (time === null) {
    const later = laterThan(node, bill, facts);
    return later ? refusing(field, problem('NODE_NOT_LAST')) : { warnings: [] };
  }
  const detail = detailProblem(node, entry, bill);
  if (detail) return detail;
  const wrong = orderProblem(node, time, bill, facts, now);
  return wrong ? refusing(field, wrong) : { warnings: warningsOf(name, time, entry, bill, facts) };
}

/** Returns the changes of an entry to a bill. */
export function nodeChanges(name: NodeName, entry: NodeEntry): Partial<Bill> {
  if (name === 'remarks') return { remarks: entry.remarks || null };
  if (name === 'uld') return { uldNumbers: [...(entry.uldNumbers ?? [])] };
  const { field, detail } = timeNode(name);
  const time = entry.time ?? null;
  const changes: Partial<Bill> = { [field]: time };
  if (detail && entry[detail] !== undefined) Object.assign(changes, { [detail]: entry[detail] });
  // Clearing the arrival keeps the warehouse that the bill is bound for.
  if (detail && time === null && detail !== 'warehouseId') Object.assign(changes, { [detail]: null });
  return changes;
}

const refusing = (field: string, found: Problem): NodeVerdict => ({
  refused: { field, problem: found },
  warnings: [],
});

const timeOf = (field: Predecessor, bill: NodeBill, facts: NodeFacts | null): string | null =>
  isTripTime(field) ? (facts?.[field] ?? null) : bill[field];

/** True if something later is known, so that the node must not be cleared. */
function laterThan({ place }: TimeNode, bill: NodeBill, facts: NodeFacts | null): boolean {
  const nodes = timeNodeNames.map(timeNode);
  if (nodes.some((other) => other.place > place && bill[other.field] !== null)) return true;
  if (place <= 1 && (bill.clearanceReleasedAt !== null || bill.handoverAt !== null)) return true;
  if (!facts) return false;
  if (place <= 4 && facts.trips > 0) return true;
  return place <= 5 && (facts.inboundBegun || facts.outboundDeparture !== null);
}

function detailProblem({ detail }: TimeNode, entry: NodeEntry, bill: NodeBill): NodeVerdict | undefined {
  if (!detail) return undefined;
  const value = entry[detail] ?? bill[detail];
  if (value === null) return refusing(detail, problem('REQUIRED', { field: { field: detail } }));
  const wrong = detail === 't1Mrn' ? t1Mrn.check(String(value)) : undefined;
  return wrong && refusing(detail, wrong);
}

function orderProblem(
  node: TimeNode,
  time: string,
  bill: NodeBill,
  facts: NodeFacts | null,
  now: number,
): Problem | undefined {
  const minute = minuteOf(time);
  const { field, after, requires } = node;
  if (!node.mayBeFuture && Date.parse(time) > now + CLOCK_TOLERANCE)
    return problem('NODE_FUTURE', { node: { field } });
  const known = (name: Predecessor) => timeOf(name, bill, facts);
  const [first] = requires;
  if (first && !requires.some(known) && (facts || !requires.some(isTripTime)))
    return problem('NODE_MISSING', { node: { field }, previous: { field: first } });
  // A proof of delivery follows the arrival at the hub, or the end of the outbound leg if that is unknown.
  const previous = field === 'podAt' && bill.tatAt ? (['tatAt', 'collectedAt'] as const) : after;
  for (const name of previous) {
    const earliest = known(name);
    // Departure and arrival of one flight are never the same instant.
    const tooEarly =
      earliest && (name === 'etd' ? minute <= minuteOf(earliest) : minute < minuteOf(earliest));
    if (tooEarly) return problem('NODE_ORDER', { node: { field }, previous: { field: name } });
  }
  for (const next of timeNodeNames.map(timeNode)) {
    const until = bill[next.field];
    if (until && next.after.some((name) => name === field) && minute > minuteOf(until))
      return problem('NODE_ORDER', { node: { field: next.field }, previous: { field } });
  }
  return undefined;
}
/** Truncates to the minute: people enter minutes, and a feed's seconds must not make the same minute too early. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000);
const isTripTime = (name: Predecessor): name is TripTime =>
  name === 'outboundDeparture' || name === 'outboundEnd' || name === 'collectedAt';

const hoursBetween = (from: string | null | undefined, to: string): number | null =>
  from ? Math.round(((Date.parse(to) - Date.parse(from)) / HOUR) * 10) / 10 : null;

/** Returns warnings about an accepted time, which do not prevent saving. */
function warningsOf(
  name: TimeNodeName,
  time: string,
  entry: NodeEntry,
  bill: NodeBill,
  facts: NodeFacts | null,
): Problem[] {
  const found: Problem[] = [];
  const later = (from: string | null | undefined, limit: number, code: LateCode) => {
    const hours = hoursBetween(from, time);
    if (hours !== null && hours > limit) found.push(problem(code, { hours }));
  };
  switch (name) {
    case 'eta': {
      const moved = hoursBetween(bill.eta, time);
      if (moved !== null && Math.abs(moved) > 24)
        found.push(problem('ETA_MOVED', { hours: Math.abs(moved) }));
      break;
    }
    case 'ata': {
      const off = hoursBetween(bill.eta, time);
      if (off !== null && Math.abs(off) > 48) found.push(problem('ATA_DIFFERS', { hours: Math.abs(off) }));
      break;
    }
    case 'noa': {
      later(bill.ata, 24, 'NOA_LATE');
      const noa = entry.noaBoxCount ?? bill.noaBoxCount ?? 0;
      if (noa !== bill.boxCount) found.push(problem('NOA_COUNT', { noa, boxes: bill.boxCount }));
      if (noa < bill.pickedBoxes) found.push(problem('NOA_PICKED', { noa, picked: bill.pickedBoxes }));
      break;
    }
    case 't1': {
      if (facts?.t1SameSite) found.push(problem('T1_SAME_SITE'));
      const odd = t1Mrn.warn?.(entry.t1Mrn ?? bill.t1Mrn ?? '');
      if (odd) found.push({ ...odd, params: { field: { field: 't1Mrn' }, ...odd.params } });
      break;
    }
    case 'pickup':
      if (bill.noaAt === null) found.push(problem('NOA_MISSING'));
      later(bill.noaAt, PICKUP_DUE_HOURS, 'PICKUP_LATE');
      break;
    case 'atWarehouse':
      later(bill.pickupAt, 12, 'WAREHOUSE_LATE');
      break;
    case 'tat':
      later(facts?.lastDeparture, 48, 'TAT_LATE');
      break;
    case 'pod': {
      const pod = entry.podBoxCount ?? bill.podBoxCount ?? 0;
      const out = bill.outboundBoxes + (facts?.collectedBoxes ?? 0);
      if (pod !== out) found.push(problem('POD_COUNT', { pod, out }));
      break;
    }
    case 'atd':
      break;
  }
  return found;
}
type LateCode = 'NOA_LATE' | 'PICKUP_LATE' | 'WAREHOUSE_LATE' | 'TAT_LATE';

/** ULDs are announced before arrival; after the notice of arrival, a different number of them is odd. */
function uldWarnings({ uldNumbers = [] }: NodeEntry, bill: NodeBill): Problem[] {
  const announced = bill.uldNumbers.length;
  return bill.noaAt !== null && announced > 0 && uldNumbers.length !== announced
    ? [problem('ULD_COUNT', { actual: uldNumbers.length, expected: announced })]
    : [];
}
