import { type Problem, problem } from '../errors';
import type { SeaBillState } from '../sea/seaBill';
import { CLOCK_TOLERANCE } from './timeNodes';
import { ENTRY_DUE_DAYS, summaryDue } from './usDays';
import { dayAt, dayBounds, instantOf } from './zonedTime';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Hours before loading by which importer security filing and manifest are due at US customs (19 CFR 149.2, 4.7). */
export const LOADING_DUE_HOURS = 24;
/** Hours before a sea bill's deadline at which a warning is due: a filing takes a working day and a night. */
export const SEA_WARNING_HOURS = 48;

/** The nodes of a sea shipment in the order of the journey (reference 2.3). */
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
  /** Nodes that, when set, must not be later than this one. */
  readonly after: readonly SeaNodeName[];
  /** Node that must be set before this one. */
  readonly requires?: SeaNodeName;
  /** Only for goods bound for the United States. */
  readonly american?: boolean;
  /** Only for full container loads. */
  readonly wholeContainer?: boolean;
}

/** Order of the nodes. Customs may decide while the ship is still at sea: filings and releases need no arrival. */
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

/** True for a node with a day rather than an instant. */
export const isDayNode = (node: SeaNodeName): boolean => node === 'lastFreeDay';

/** The fields of a bill that its nodes depend on. */
export interface SeaNodeBill {
  readonly podCode: string;
  readonly loadType: 'FCL' | 'LCL';
  readonly loadingAt: string | null;
  readonly etd: string;
  readonly eta: string;
  readonly atd: string | null;
  readonly ata: string | null;
  readonly lastFreeDay: string | null;
  /** When customs released the goods, if known. */
  readonly releasedAt?: string | null;
}

/** True for goods bound for the United States, which need ISF, manifest and entry. */
export const isAmerican = ({ podCode }: Pick<SeaNodeBill, 'podCode'>): boolean => podCode.startsWith('US');

/** Returns the nodes of a bill. */
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

/** Countries with one time zone for all ports. */
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

/** Returns the time zone of a port by its UN/LOCODE, else UTC. */
export const portZone = (code: string): string =>
  Object.entries(zones).find(([, ports]) => ports.includes(code))?.[0] ??
  countryZones[code.slice(0, 2)] ??
  'UTC';

/** Returns the last minute of a day at a port. */
const endOfDay = (day: string, port: string): string =>
  instantOf(Date.parse(dayBounds(day, portZone(port))[1]) - 60_000);

const shifted = (instant: string, by: number): string => instantOf(Date.parse(instant) + by);

/**
 * Returns the deadline of a node; null if only a plan gives one: ISF and manifest 24 hours before loading (before
 * departure at the latest, while the loading is unknown), the entry by arrival and then at the latest 15 calendar days after it, freight
 * and container by the end of the last free day, summary and duty by the end of the tenth working day after the
 * release, on the port's clock.
 */
export function dueOf(node: SeaNodeName, bill: SeaNodeBill): string | null {
  switch (node) {
    case 'isfFiled':
    case 'isfAccepted':
    case 'amsFiled':
      return shifted(bill.loadingAt ?? bill.atd ?? bill.etd, -LOADING_DUE_HOURS * HOUR);
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

/** Status of a node against its deadline. */
export type Lateness = 'done' | 'doneLate' | 'late' | 'soon' | 'open';

/** Returns the status of a node against its deadline. `now` is in milliseconds. */
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

/** Times at which nodes were reached. */
export type SeaTimes = Readonly<Partial<Record<SeaNodeName, string | null>>>;

const nodeName = (node: SeaNodeName) => ({ choice: ['seaNode', node] as const });
/** Truncates to the minute: people enter minutes, and a feed's seconds must not make the same minute too early. */
const minuteOf = (time: string): number => Math.floor(Date.parse(time) / 60_000);

/** Returns why a node cannot have a time, or why its time cannot be cleared with null. `now` is in milliseconds. */
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
  if (Date.parse(at) > now + CLOCK_TOLERANCE) return problem('NODE_FUTURE', { node: nodeName(node) });
  const { after, requires } = seaNodes[node];
  if (requires && !times[requires])
    return problem('NODE_MISSING', { node: nodeName(node), previous: nodeName(requires) });
  for (const previous of after) {
    const earliest = times[previous];
    if (earliest && minuteOf(at) < minuteOf(earliest))
      return problem('NODE_ORDER', { node: nodeName(node), previous: nodeName(previous) });
  }
  for (const other of followers) {
    const until = times[other];
    if (until && seaNodes[other].after.includes(node) && minuteOf(at) > minuteOf(until))
      return problem('NODE_ORDER', { node: nodeName(other), previous: nodeName(node) });
  }
  return undefined;
}

/** States of an entry in which customs stops the goods, also once more after it released them. */
const STOPPED: ReadonlySet<string | null> = new Set(['docs_required', 'exam', 'hold']);

/**
 * Returns the state of a sea bill by its nodes (reference 3.9): the last reached on the journey decides. Until the
 * gate-out it is on hold while customs stops the goods of its entry.
 */
export function seaStateOf(
  cancelled: boolean,
  times: SeaTimes,
  entryState: string | null = null,
): SeaBillState {
  if (cancelled) return 'cancelled';
  if (times.emptyReturned) return 'closed';
  if (times.delivered) return 'delivered';
  if (times.gateOut) return 'delivering';
  if (times.released && STOPPED.has(entryState)) return 'on_hold';
  if (times.released) return 'cleared';
  if (times.exam) return 'on_hold';
  if (times.ata) return 'arrived';
  return times.atd ? 'sailed' : 'draft';
}

/** Returns the node with the next deadline; freight release is no longer needed once the container has left. */
export function nextDue<Node extends { node: SeaNodeName; dueAt: string | null; actualAt: string | null }>(
  nodes: readonly Node[],
  state: SeaBillState,
): Node | undefined {
  if (state === 'closed' || state === 'cancelled') return undefined;
  const isGatedOut = nodes.some(({ node, actualAt }) => node === 'gateOut' && actualAt !== null);
  return nodes
    .filter(({ node, dueAt, actualAt }) => dueAt && !actualAt && !(isGatedOut && node === 'freightReleased'))
    .sort((a, b) => String(a.dueAt).localeCompare(String(b.dueAt)))[0];
}
