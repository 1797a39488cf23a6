import type { State } from '../machine';

/**
 * Places of goods: a box, or a parcel that is not in its box, is in exactly one. `customs`: examined elsewhere, seized or
 * abandoned to the State. `never`: declared, but agreed not to have existed. Goods that have not reached our
 * warehouse are `announced`: box numbers are not known at the cargo station.
 */
export const places = {
  announced: { rank: 10, tone: 'neutral' },
  warehouse: { rank: 20, tone: 'info' },
  truck: { rank: 30, tone: 'progress' },
  hub: { rank: 40, tone: 'progress' },
  delivered: { rank: 50, tone: 'good' },
  collected: { rank: 60, tone: 'good' },
  customs: { rank: 70, tone: 'warning' },
  returned: { rank: 80, tone: 'neutral' },
  destroyed: { rank: 90, tone: 'bad' },
  lost: { rank: 100, tone: 'bad' },
  never: { rank: 110, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type Place = keyof typeof places;

/** A place, with the id of its warehouse or consignment note; null if that is unknown or the place has none. */
export interface Spot {
  readonly place: Place;
  readonly id: number | null;
}
