import type { CaseLevel, CaseType } from '@contract/customs/abnormalCase';
import type { ParcelRow } from '@contract/customs/parcel';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { handOf } from './billRow';
import type { BuiltBill } from './bills';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Shipment } from './shipments';

type FycoRow = Omit<Insertable<Database['fyco']>, 'id'>;
type CaseRow = Omit<Insertable<Database['abnormalCase']>, 'id'>;
type StowedParcel = Pick<
  Insertable<Database['parcel']>,
  'boxId' | 'state' | 'holdReason' | 'failReason' | 'previousState' | 'trackingNo'
> & { id: number };

const TYPES = ['label_unreadable', 'no_data', 'damaged'] as const;
/** Type of the abnormal parcels of a bill that arrived. */
export const abnormalTypeOf = (billId: number): (typeof TYPES)[number] => TYPES[billId % 3] ?? 'damaged';

/**
 * Disposition of a refused parcel: seized at once, otherwise decided by the time its box leaves without it, or of
 * delivery.
 */
export function dispositionOf(
  { reached }: Shipment,
  failure: ParcelRow['failReason'],
  id: number,
  boxLeft: boolean,
): ParcelRow['disposition'] {
  if (failure === 'seized') return 'seized';
  if (reached.pod === null && !boxLeft) return null;
  return failure === 'counterfeit' ? 'destroyed' : id % 3 === 0 ? 'abandoned' : 'returned';
}

/** Time at which problems of a bill's cargo are found: at the inbound count. */
export function foundIn({ reached, flight }: Shipment, now: number): number {
  const times = reached.trips.map(
    ({ inFinish, inStart, pickStart }) => inFinish ?? (inStart ?? pickStart) + 25 * MINUTE,
  );
  return Math.min(now, Math.max(flight.created, ...times));
}

/** Builds the inspections of a bill's held parcels, and of those seized or released after one. */
export function inspectionsOf(
  { shipment, row }: BuiltBill,
  parcels: readonly StowedParcel[],
  now: number,
): FycoRow[] {
  const { firstRelease, released } = shipment.reached;
  if (firstRelease === null) return [];
  const noticeAt = Math.min(now, firstRelease + 4 * MINUTE);
  const record = (parcel: StowedParcel, more: Partial<FycoRow>): FycoRow => ({
    version: 1,
    createdAt: iso(noticeAt),
    createdBy: staffId(roles.broker),
    updatedAt: iso(noticeAt),
    updatedBy: staffId(roles.broker),
    billId: row.id,
    parcelId: parcel.id,
    boxId: parcel.boxId,
    noticeAt: iso(noticeAt),
    noticeRef: `FY-${row.billNo.slice(-8)}`,
    type: 'physical',
    reason: 'fyco',
    presentedAt: null,
    location: null,
    inspectedAt: null,
    officer: null,
    result: null,
    resultAt: null,
    state: 'selected',
    remark: null,
    ...more,
  });
  const held = parcels
    .filter(({ state }) => state === 'held')
    .map((parcel) => {
      const reason = parcel.holdReason ?? 'fyco';
      const type =
        reason === 'scan' ? 'scan' : reason === 'fyco' || reason === 'random' ? 'physical' : 'documents';
      const presented = noticeAt + 6 * HOUR <= now;
      return record(parcel, {
        reason,
        type,
        ...(presented
          ? { state: 'presented', presentedAt: iso(noticeAt + 6 * HOUR), location: 'Scan hall 2' }
          : {}),
      });
    });
  const seized = parcels.filter(({ state, failReason }) => state === 'failed' && failReason === 'seized');
  if (seized.length === 0 || released === null) return held;
  // For each seized parcel, five others were inspected and released.
  const passed = parcels.filter(({ state }) => state === 'free' || state === 'completed');
  const inspectedAt = iso(released - 40 * MINUTE);
  const done = {
    presentedAt: iso(noticeAt + 5 * HOUR),
    location: 'Scan hall 2',
    inspectedAt,
    resultAt: iso(released),
  };
  const ended = (parcel: StowedParcel, state: 'released' | 'seized') =>
    record(parcel, {
      ...done,
      state,
      result: state,
      officer: 'M. Lambert',
      updatedAt: iso(released),
      version: 3,
    });
  return [
    ...held,
    ...passed.slice(0, seized.length * 5).map((parcel) => ended(parcel, 'released')),
    ...seized.map((parcel) => ended(parcel, 'seized')),
  ];
}

/** A case before it has its number. */
export type FoundCase = Omit<CaseRow, 'caseNo'>;

/** Builds the cases of a bill: one for each kind of open problem, one for each missing box, and resolved ones. */
export function casesOf(
  { shipment, row, outcome, layout, stored }: BuiltBill,
  boxIds: readonly number[],
  parcels: readonly StowedParcel[],
  now: number,
): FoundCase[] {
  const foundAt = foundIn(shipment, now);
  const hand = staffId(handOf(shipment));
  const made = (
    type: CaseType,
    level: CaseLevel,
    quantity: number,
    more: Partial<FoundCase> = {},
  ): FoundCase => {
    const at = typeof more.foundAt === 'string' ? more.foundAt : iso(foundAt);
    return {
      version: 1,
      createdAt: at,
      createdBy: hand,
      updatedAt: at,
      updatedBy: hand,
      billId: row.id,
      boxId: null,
      parcelId: null,
      type,
      level,
      quantity,
      state: now - foundAt > DAY ? 'processing' : 'open',
      foundAt: at,
      foundBy: hand,
      description: null,
      responsible: null,
      resolution: null,
      closedAt: null,
      ...more,
    };
  };
  const cases: FoundCase[] = [];
  if (outcome.held > 0) {
    const at = iso(Math.min(now, (shipment.reached.firstRelease ?? foundAt) + 4 * MINUTE));
    cases.push(made('customs_inspection', 'parcel', outcome.held, { foundAt: at, responsible: 'customer' }));
  }
  if (outcome.damaged > 0) cases.push(made(abnormalTypeOf(row.id), 'parcel', outcome.damaged));
  for (let box = 0; box < outcome.missingBoxes; box++) {
    cases.push(
      made('shortage', 'box', 1, { boxId: boxIds[layout.cameUpTo + box] ?? null, responsible: 'handler' }),
    );
  }
  const settle = (places: ReadonlySet<number> | undefined, resolution: string) => {
    for (const place of places ?? []) {
      const parcel = parcels[place];
      if (!parcel) continue;
      const closedAt = iso(shipment.reached.trips[0]?.outFinish ?? now);
      const ended = { state: 'closed' as const, resolution, closedAt };
      cases.push(made('no_data', 'parcel', 1, { parcelId: parcel.id, boxId: parcel.boxId, ...ended }));
    }
  };
  settle(stored?.fates.clearedUp, 'Data sent later by the customer');
  settle(stored?.fates.onceAbnormal, 'Delivered anyway, with the consent of the customer');
  return cases;
}

/** Numbers cases by the day they were opened. */
export function numbered(cases: readonly FoundCase[]): CaseRow[] {
  const ofDay = new Map<string, number>();
  return [...cases]
    .sort((a, b) =>
      a.foundAt < b.foundAt ? -1 : a.foundAt > b.foundAt ? 1 : Number(a.billId) - Number(b.billId),
    )
    .map((found) => {
      const day = found.foundAt.slice(0, 10).replaceAll('-', '');
      const count = (ofDay.get(day) ?? 0) + 1;
      ofDay.set(day, count);
      return { ...found, caseNo: `EX${day}-${String(count).padStart(4, '0')}` };
    });
}
