import { type Problem, problem } from '../errors';
import type { SeaBillState } from '../sea/seaBill';
import { CLOCK_TOLERANCE } from './timeNodes';
import { ENTRY_DUE_DAYS, summaryDue } from './usDays';
import { dayAt, dayBounds, instantOf } from './zonedTime';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hours before loading by which the importer security filing and the manifest are with US customs (19 CFR 149.2, 4.7). */
export const LOADING_DUE_HOURS = 24;
/** Hours before a deadline of a sea bill at which it is warned of: what has to be filed takes a working day and a night. */
export const SEA_WARNING_HOURS = 48;

/** The nodes of a shipment by sea, in the order of its way (reference 2.3). */
export const seaNodeNames = [
  'isfFiled',
  'isfAccepted',
  'amsFiled',
  'atd',
  'arrivalNotice',
  'entryFiled',
  'ata',
  'discharged',
  'released',
  'exam',
  'freightReleased',
  'lastFreeDay',
  'gateOut',
  'delivered',
  'emptyReturned',
  'summaryFiled',
  'dutyPaid',
] as const;
export type SeaNodeName = (typeof seaNodeNames)[number];

interface SeaNode {
  /** None of these that is known may be later than it. */
  readonly after: readonly SeaNodeName[];
  /** Without this one it cannot be. */
  readonly requires?: SeaNodeName;
  /** Only goods that are bound for the United States have it. */
  readonly american?: boolean;
  /** Only whole containers have it. */
  readonly wholeContainer?: boolean;
}

/** What comes after what. Customs may decide while the ship is still at sea: filings and releases wait for no arrival. */
export const seaNodes: Readonly<Record<SeaNodeName, SeaNode>> = {
  isfFiled: { after: [], american: true },
  isfAccepted: { after: ['isfFiled'], requires: 'isfFiled', american: true },
  amsFiled: { after: [], american: true },
  atd: { after: [] },
  arrivalNotice: { after: ['atd'] },
  entryFiled: { after: [], american: true },
  ata: { after: ['atd'], requires: 'atd' },
  discharged: { after: ['ata'], requires: 'ata' },
  released: { after: ['entryFiled'] },
  exam: { after: ['entryFiled'] },
  freightReleased: { after: ['atd'] },
  lastFreeDay: { after: [] },
  gateOut: { after: ['discharged', 'ata'], requires: 'ata' },
  delivered: { after: ['gateOut'], requires: 'gateOut' },
  emptyReturned: { after: ['gateOut'], requires: 'delivered', wholeContainer: true },
  summaryFiled: { after: ['released'], requires: 'released', american: true },
  dutyPaid: { after: ['summaryFiled'], requires: 'summaryFiled', american: true },
};

/** A day rather than an instant. */
export const isDayNode = (node: SeaNodeName): boolean => node === 'lastFreeDay';

/** What a bill has to do with its nodes. */
export interface SeaNodeBill {
  readonly podCode: string;
  readonly loadType: 'FCL' | 'LCL';
  readonly etd: string;
  readonly eta: string;
  readonly atd: string | null;
  readonly ata: string | null;
  readonly lastFreeDay: string | null;
  /** When customs released the goods, where that is known. */
  readonly releasedAt?: string | null;
}

/** Whether goods are bound for the United States, where ISF, manifest and entry are asked for. */
export const isAmerican = ({ podCode }: Pick<SeaNodeBill, 'podCode'>): boolean => podCode.startsWith('US');

/** The nodes that a bill goes through. */
export const nodesOf = (bill: Pick<SeaNodeBill, 'podCode' | 'loadType'>): SeaNodeName[] =>
  seaNodeNames.filter((name) => {
    const { american, wholeContainer } = seaNodes[name];
    return (!american || isAmerican(bill)) && (!wholeContainer || bill.loadType === 'FCL');
  });

const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Los_Angeles': ['USLAX', 'USLGB', 'USOAK', 'USSEA', 'USTIW'],
  'America/New_York': ['USNYC', 'USEWR', 'USSAV', 'USCHS', 'USORF', 'USBAL', 'USMIA', 'USPHL', 'USBOS'],
  'America/Chicago': ['USHOU', 'USMOB', 'USMSY', 'USCHI'],
};

/** Countries all of whose ports have one clock. */
const countryZones: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  BD: 'Asia/Dhaka',
  BE: 'Europe/Brussels',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HK: 'Asia/Hong_Kong',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KR: 'Asia/Seoul',
  LK: 'Asia/Colombo',
  MY: 'Asia/Kuala_Lumpur',
  NL: 'Europe/Amsterdam',
  PH: 'Asia/Manila',
  PK: 'Asia/Karachi',
  PL: 'Europe/Warsaw',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  TH: 'Asia/Bangkok',
  TR: 'Europe/Istanbul',
  TW: 'Asia/Taipei',
  VN: 'Asia/Ho_Chi_Minh',
};

/** The clock of a port, by its UN/LOCODE, where it is known, else that of the world. */
export const portZone = (code: string): string =>
  Object.entries(zones).find(([, ports]) => ports.includes(code))?.[0] ??
  countryZones[code.slice(0, 2)] ??
  'UTC';

/** The last minute of a day at a port. */
const endOfDay = (day: string, port: string): string =>
  instantOf(Date.parse(dayBounds(day, portZone(port))[1]) - 60_000);

const shifted = (instant: string, by: number): string => instantOf(Date.parse(instant) + by);

/**
 * By when a node is to be reached, or null where nothing but a plan says so: ISF and manifest 24 hours before loading
 * (counted from the departure, as loading is not told), the entry by arrival and then 15 calendar days after it at the
 * latest, freight and container by the end of the last free day, summary and duty by that of the tenth working day after
 * the release, on the port's clock.
 */
export function dueOf(node: SeaNodeName, bill: SeaNodeBill): string | null {
  switch (node) {
    case 'isfFiled':
    case 'isfAccepted':
    case 'amsFiled':
      return shifted(bill.atd ?? bill.etd, -LOADING_DUE_HOURS * HOUR);
    case 'entryFiled':
      return bill.ata ? shifted(bill.ata, ENTRY_DUE_DAYS * DAY) : bill.eta;
    case 'freightReleased':
    case 'gateOut':
      return bill.lastFreeDay ? endOfDay(bill.lastFreeDay, bill.podCode) : null;
    case 'summaryFiled':
    case 'dutyPaid': {
      const { releasedAt, podCode } = bill;
      return releasedAt ? endOfDay(summaryDue(dayAt(releasedAt, portZone(podCode))), podCode) : null;
    }
    default:
      return null;
  }
}

/** Whether a node was or is being missed: done or not, after the instant by which it was due. */
export type Lateness = 'done' | 'doneLate' | 'late' | 'soon' | 'open';

/** How a node stands to the instant by which it is due. `now` is in milliseconds. */
export function latenessOf(
  node: { readonly dueAt: string | null; readonly actualAt: string | null },
  now: number,
): Lateness {
  const due = node.dueAt === null ? null : Date.parse(node.dueAt);
  if (node.actualAt !== null) return due !== null && Date.parse(node.actualAt) > due ? 'doneLate' : 'done';
  if (due === null) return 'open';
  if (now > due) return 'late';
  return now > due - SEA_WARNING_HOURS * HOUR ? 'soon' : 'open';
}

/** When which node was reached. */
export type SeaTimes = Readonly<Partial<Record<SeaNodeName, string | null>>>;

const named = (node: SeaNodeName) => ({ choice: ['seaNode', node] as const });
/** People enter minutes; a feed's seconds must not make the same minute too early. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000);

/** Why a node cannot be reached at a time, or its time not be taken back with null. `now` is in milliseconds. */
export function seaNodeProblem(
  node: SeaNodeName,
  at: string | null,
  times: SeaTimes,
  now: number,
): Problem | undefined {
  if (isDayNode(node)) return undefined;
  const followers = seaNodeNames.filter(
    (other) => times[other] && (seaNodes[other].requires === node || seaNodes[other].after.includes(node)),
  );
  if (at === null)
    return followers.some((other) => seaNodes[other].requires === node)
      ? problem('NODE_NOT_LAST')
      : undefined;
  if (Date.parse(at) > now + CLOCK_TOLERANCE) return problem('NODE_FUTURE', { node: named(node) });
  const { after, requires } = seaNodes[node];
  if (requires && !times[requires])
    return problem('NODE_MISSING', { node: named(node), previous: named(requires) });
  for (const previous of after) {
    const earliest = times[previous];
    if (earliest && minuteOf(at) < minuteOf(earliest))
      return problem('NODE_ORDER', { node: named(node), previous: named(previous) });
  }
  for (const other of followers) {
    const until = times[other];
    if (until && seaNodes[other].after.includes(node) && minuteOf(at) > minuteOf(until))
      return problem('NODE_ORDER', { node: named(other), previous: named(node) });
  }
  return undefined;
}

/** The state of a sea bill, computed from its nodes (reference 3.9): from the end of the way back, the first that holds. */
export function seaStateOf(cancelled: boolean, times: SeaTimes): SeaBillState {
  if (cancelled) return 'cancelled';
  if (times.emptyReturned) return 'closed';
  if (times.delivered) return 'delivered';
  if (times.gateOut) return 'delivering';
  if (times.released) return 'cleared';
  if (times.exam) return 'on_hold';
  if (times.ata) return 'arrived';
  return times.atd ? 'sailed' : 'draft';
}

/** The node that has to be reached next by an instant: freight need not be released any more once its container is gone. */
export function nextDue<Node extends { node: SeaNodeName; dueAt: string | null; actualAt: string | null }>(
  nodes: readonly Node[],
  state: SeaBillState,
): Node | undefined {
  if (state === 'closed' || state === 'cancelled') return undefined;
  const gone = nodes.some(({ node, actualAt }) => node === 'gateOut' && actualAt !== null);
  return nodes
    .filter(({ node, dueAt, actualAt }) => dueAt && !actualAt && !(gone && node === 'freightReleased'))
    .sort((a, b) => String(a.dueAt).localeCompare(String(b.dueAt)))[0];
}
