import { sql } from 'kysely';

/** Boxes of a bill with names, as far as counts of trips are compared with them. */
export interface NamedCounts {
  readonly all: number;
  /** Scanned in, and scanned out of those, without those packed here. */
  readonly came: number;
  readonly left: number;
  /** Delivered, or missing at a delivery, without having been scanned in. */
  readonly past: number;
}

/** The columns of {@link NamedCounts} in SQL; boxes that customers collected are in no count of a trip. */
export const namedCounts = sql`count(*) as "all",
  count(case when box.repacked = 0 then box.inboundAt end) as came,
  count(case when box.repacked = 0 and box.inboundAt is not null and box.place <> 'collected' then box.outboundAt end)
    as "left",
  sum(case when box.inboundAt is null and (box.place = 'delivered' or (box.place = 'lost' and box.placeId is not null))
    then 1 else 0 end) as past`;

/** Boxes counted by trips and at the gate. */
interface BoxCounts {
  readonly inbound: number;
  readonly outbound: number;
  readonly collected: number;
}

/** Boxes that were counted without their names, by where they are. */
export interface UnnamedCounts {
  readonly here: number;
  readonly away: number;
  readonly collected: number;
}

/**
 * Returns the boxes that trips counted and no box with a name stands for. A box that was delivered without having been
 * scanned stands for one of those that came and left; boxes with names are collected by name.
 */
export function unnamedOf(counted: BoxCounts, named: NamedCounts): UnnamedCounts {
  const came = Math.max(0, counted.inbound - named.came - named.past);
  const away = Math.min(came, Math.max(0, counted.outbound - named.left - named.past));
  const collected = named.all === 0 ? Math.min(counted.collected, came - away) : 0;
  return { here: came - away - collected, away, collected };
}
