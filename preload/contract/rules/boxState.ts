import type { BoxState } from '../warehouse/box';
import { type Goods, mayMove } from './custody';

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
  readonly goods: Goods;
}

/** Returns the state of a box: where it is, and whether it may leave. */
export function boxStateOf(facts: BoxFacts): BoxState {
  if (facts.outboundAt !== null) return facts.delivered ? 'delivered' : 'loaded';
  if (facts.inboundAt === null) return facts.counted ? 'missing' : 'expected';
  // Goods that are held keep their box in the warehouse, even if it is on a pallet already.
  if (mayMove(facts.goods, 'pallet')) return 'blocked';
  if (facts.palletised) return 'palletised';
  return mayMove(facts.goods, 'truck') ? 'received' : 'ready';
}
