import { pickupOver, type StageFacts, stageOf } from '@contract/rules/billStage';
import { type ClearanceFacts, clearanceOf, isBlocked, RELEASE_DUE } from '@contract/rules/clearanceStatus';
import { customsCounts, type ParcelCounters } from '@contract/rules/custody';
import { type DueFacts, dueOrder, nextDueAt } from '@contract/rules/nextDue';
import { clearanceTripOf, tripOf } from '../areas/bill/billFacts';
import type { BillRow } from './billRow';
import { iso } from './clock';
import type { BatchRow } from './declarations';
import type { PickRow } from './legs';

/** A bill with its trips and declarations; its row is not yet complete. */
interface Conclusion {
  readonly row: BillRow;
  readonly picks: readonly PickRow[];
  readonly batches: readonly BatchRow[];
  /** True if its abnormal parcels are stored, and customs had released them before. */
  readonly releasedBefore: boolean;
}

/** Fills in the computed columns by the contract's rules: shortage, stage, clearance status. */
export function conclude({ row, picks, batches, releasedBefore }: Conclusion, now: number): void {
  const legs = picks.map(
    (pick) => ({ ...pick, pickupBoxes: pick.pickupBoxes }) as Parameters<typeof clearanceTripOf>[0],
  );
  const trips = legs.map(tripOf);
  const given = row as unknown as StageFacts & ParcelCounters;
  const before = releasedBefore ? 'free' : 'clearance';
  const parcels = customsCounts(given, [{ previousState: before, n: given.parcelsAbnormal }]);
  const facts: StageFacts = { ...given, parcels, pickupClosedBoxes: null, trips };
  const counted = picks.length > 0 && picks.every(({ inboundFinished }) => inboundFinished === 1);
  row.pickupFinished = pickupOver(facts) ? 1 : 0;
  const there = counted ? (row.inboundBoxes ?? 0) : (row.noaBoxCount ?? row.boxCount);
  row.shortageCount = Math.max(0, row.boxCount - there);
  row.stage = stageOf(facts);
  if (row.removedAt) row.stageBeforeRemove = stageOf({ ...facts, removedAt: null });

  const customs = {
    ...(row as unknown as ClearanceFacts),
    parcels,
    trips: legs.map(clearanceTripOf),
    batches: batches.map(({ status, declaredAt = null }) => ({ status, declaredAt })),
  };
  const blocked = isBlocked(customs, now) && row.ata ? iso(Date.parse(row.ata) + RELEASE_DUE) : null;
  row.blockedAt = blocked;
  const { status, partial, declaredAt } = clearanceOf({ ...customs, blockedAt: blocked });
  row.clearanceStatus = status;
  row.partial = partial ? 1 : 0;
  row.declaredAt = declaredAt;
  const left = picks.flatMap(({ outboundFinishAt }) => outboundFinishAt ?? []).sort();
  const due = {
    ...(row as unknown as DueFacts),
    pickupFinished: row.pickupFinished === 1,
    outboundEnd: left.at(-1) ?? null,
  };
  row.nextDueAt = nextDueAt(due);
  row.dueOrder = dueOrder(due);
}
