import { type PlaceZone, type Zone, zoneOf } from '../fields';
import type { EventCode } from '../words';
import { type Bill, billRow } from './bill';

/** Time field of a bill that each event of its timeline shares its clock with; for other events, the clock itself. */
const EVENT_TIMES = {
  BILL_CREATED: 'createdAt',
  DATA_RECEIVED: 'firstParcelAt',
  DEPARTED: 'atd',
  ARRIVED: 'ata',
  NOA: 'noaAt',
  PICKED_UP: 'pickupAt',
  AT_WAREHOUSE: 'atWarehouseAt',
  T1_RELEASED: 't1At',
  CUSTOMS_START: 'declaredAt',
  CUSTOMS_HOLD: { zone: 'landing' },
  CUSTOMS_RELEASE: 'clearanceReleasedAt',
  CUSTOMS_FAIL: { zone: 'landing' },
  OUTBOUND: { zone: 'warehouse' },
  HUB_ARRIVED: 'tatAt',
  DELIVERED_HUB: 'podAt',
  COLLECTED: { zone: 'warehouse' },
  RETURNED: { zone: 'warehouse' },
  CHECKED: 'checkedAt',
  REMOVED: 'removedAt',
  RECOVERED: { zone: 'user' },
  ARCHIVED: 'archivedAt',
  RESTORED: { zone: 'user' },
  OFFLOADED: { zone: 'origin' },
  DECLARATION_REJECTED: { zone: 'landing' },
  NOT_RELEASED: 'blockedAt',
  HANDED_OVER: 'handoverAt',
  HANDOVER_UNDONE: { zone: 'warehouse' },
  T1_ARRIVED: { zone: 'landing' },
  T1_DISCHARGED: { zone: 'landing' },
  T1_OVERDUE: { zone: 'landing' },
  HS_CHECKED: 'hsCheckedAt',
} as const satisfies Record<EventCode, keyof Bill | { readonly zone: PlaceZone }>;

const known = (code: string): code is EventCode => Object.hasOwn(EVENT_TIMES, code);

/** Returns the clock of a bill's field. */
export const billZone = (field: keyof Bill): Zone => zoneOf(billRow.shape[field]);

/** Returns the clock of an event in a bill's timeline; that of the landing airport for unknown events. */
export function eventZone(code: string): Zone {
  if (!known(code)) return 'landing';
  const time = EVENT_TIMES[code];
  return typeof time === 'object' ? time.zone : billZone(time);
}
