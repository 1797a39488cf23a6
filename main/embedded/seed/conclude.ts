import {
  boxesAtStation,
  type LegState,
  type StageFacts,
  stageOf,
  type Trip,
} from '@contract/rules/billStage';
import type { Reached } from './aims';
import type { BillRow } from './billRow';
import type { Outcome } from './cargo';
import { HOUR } from './clock';
import type { PickRow } from './legs';

/** A bill with its trips and parcels, of which the row is not yet complete. */
interface Conclusion {
  readonly row: BillRow;
  readonly picks: readonly PickRow[];
  readonly outcome: Outcome;
  readonly reached: Reached;
}

/** Fills in what follows from all the rest: shortage, status with customs, and the stage by the contract's own rule. */
export function conclude({ row, picks, outcome, reached }: Conclusion, now: number): void {
  const trips = picks.map(tripOf);
  const facts: StageFacts = { ...(row as unknown as StageFacts), pickupFinished: false, trips };
  const collected = trips.length > 0 && trips.every(({ pickup }) => pickup === 'finished');
  const counted = picks.length > 0 && picks.every(({ inboundFinished }) => inboundFinished === 1);
  row.pickupFinished = collected && boxesAtStation(facts) === 0 ? 1 : 0;
  const there = counted ? (row.inboundBoxes ?? 0) : (row.noaBoxCount ?? row.boxCount);
  row.shortageCount = Math.max(0, row.boxCount - there);
  const live: StageFacts = { ...facts, pickupFinished: row.pickupFinished === 1 };
  row.stage = stageOf(live);
  if (row.removedAt) row.stageBeforeRemove = stageOf({ ...live, removedAt: null });
  row.clearanceStatus = clearanceStatusOf(reached, outcome, picks, now);
  row.partial = outcome.failed > 0 && outcome.free + outcome.completed > 0 ? 1 : 0;
}

type Leg = 'pickup' | 'inbound' | 'clearance' | 'outbound';

function tripOf(pick: PickRow): Trip {
  const leg = (name: Leg): LegState =>
    pick[`${name}Finished`] === 1 ? 'finished' : pick[`${name}StartAt`] === null ? 'none' : 'open';
  return {
    boxes: pick.pickupBoxes,
    pickup: leg('pickup') === 'none' ? 'open' : leg('pickup'),
    inbound: leg('inbound'),
    clearance: leg('clearance'),
    outbound: leg('outbound'),
  };
}

const OVERDUE = 48 * HOUR;

function clearanceStatusOf(
  reached: Reached,
  outcome: Outcome,
  picks: readonly PickRow[],
  now: number,
): BillRow['clearanceStatus'] {
  if (reached.ata === null) return null;
  if (reached.released !== null) {
    if (outcome.free + outcome.completed === 0 && outcome.failed > 0) return 'failure';
    return reached.handover === null ? 'success' : 'handover';
  }
  const byBroker = picks.some(({ kind }) => kind === 'own' || kind === 'broker');
  const inbound = picks.some(({ inboundStartAt }) => inboundStartAt !== null);
  if (reached.declared === null) return byBroker ? 'picked_up' : 'not_released';
  if (outcome.held + outcome.damaged > 0) return 'exception';
  if (outcome.free === 0 && now - reached.ata > OVERDUE) return 'not_released';
  return byBroker && !inbound ? 'picked_up' : 'in_clearance';
}
