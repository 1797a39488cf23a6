import type { BoxState } from '../warehouse/box';

/** What the state of a box follows from. */
export interface BoxFacts {
  /** Scanned in; scanned onto a truck. */
  readonly inboundAt: string | null;
  readonly outboundAt: string | null;
  readonly palletised: boolean;
  /** Its bill has its proof of delivery. */
  readonly delivered: boolean;
  /** The trip that should have brought it has been counted, and so has every other. */
  readonly counted: boolean;
  /** Its parcels by what customs and the floor say of them. */
  readonly stuck: number;
  readonly waiting: number;
  readonly parcels: number;
  /** Customs has let the whole bill go: what counts for a box without data of its parcels. */
  readonly cleared: boolean;
}

/**
 * The state of a box: where it is, and whether it may leave. `stuck` parcels are held or abnormal and keep their box in
 * the warehouse even when it stands on a pallet already.
 */
export function boxStateOf(facts: BoxFacts): BoxState {
  if (facts.outboundAt !== null) return facts.delivered ? 'delivered' : 'loaded';
  if (facts.inboundAt === null) return facts.counted ? 'missing' : 'expected';
  if (facts.stuck > 0) return 'blocked';
  if (facts.palletised) return 'palletised';
  const free = facts.parcels === 0 ? facts.cleared : facts.waiting === 0;
  return free ? 'ready' : 'received';
}
