import type { Place } from '../custody/place';
import type { BoxState } from '../warehouse/box';
import { type Goods, mayMove } from './custody';

/** Inputs of the state of a box. */
export interface BoxFacts {
  readonly palletised: boolean;
  /** True if its trip, and every other, has been counted. */
  readonly counted: boolean;
  readonly goods: Goods;
}

const AWAY = {
  ...{ truck: 'loaded', hub: 'loaded', delivered: 'delivered', collected: 'delivered', customs: 'blocked' },
  ...{ returned: 'missing', destroyed: 'missing', lost: 'missing', never: 'missing' },
} as const satisfies Record<Exclude<Place, 'announced' | 'warehouse'>, BoxState>;

/** Returns the state of a box: where it is, and whether it may leave. */
export function boxStateOf(facts: BoxFacts): BoxState {
  const { place } = facts.goods;
  if (place === 'announced') return facts.counted ? 'missing' : 'expected';
  if (place !== 'warehouse') return AWAY[place];
  // Goods that are held keep their box in the warehouse, even if it is on a pallet already.
  if (mayMove(facts.goods, 'pallet')) return 'blocked';
  if (facts.palletised) return 'palletised';
  return mayMove(facts.goods, 'truck') ? 'received' : 'ready';
}
