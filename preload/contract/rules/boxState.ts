import type { BoxState } from '../warehouse/box';

/** Inputs of the state of a box. */
export interface BoxFacts {
  /** Times of the scan in, and of the scan onto a truck. */
  readonly inboundAt: string | null;
  readonly outboundAt: string | null;
  readonly palletised: boolean;
  /** True if its truck, or its bill, has a proof of delivery. */
  readonly delivered: boolean;
  /** True if its trip, and every other, has been counted. */
  readonly counted: boolean;
  /** Numbers of its parcels by state at customs and in the warehouse. */
  readonly stuck: number;
  readonly waiting: number;
  readonly parcels: number;
  /** True if the box was announced and customs has released the whole bill; decides for a box without parcel data. */
  readonly cleared: boolean;
}

/**
 * Returns the state of a box: where it is, and whether it may leave. `stuck` parcels are held or abnormal and keep
 * their box in the warehouse even if it is on a pallet already.
 */
export function boxStateOf(facts: BoxFacts): BoxState {
  if (facts.outboundAt !== null) return facts.delivered ? 'delivered' : 'loaded';
  if (facts.inboundAt === null) return facts.counted ? 'missing' : 'expected';
  if (facts.stuck > 0) return 'blocked';
  if (facts.palletised) return 'palletised';
  const free = facts.parcels === 0 ? facts.cleared : facts.waiting === 0;
  return free ? 'ready' : 'received';
}
