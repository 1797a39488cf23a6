import {
  type AbnormalGroup,
  type CustomsCounts,
  customsCounts,
  type ParcelCounters,
} from '@contract/rules/custody';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../store/open';

/** Counts the abnormal parcels of bills by their previous state, grouped by bill; `bills` is a subquery of ids. */
export async function abnormalOf(
  db: Reader,
  bills: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, readonly AbnormalGroup[]>> {
  const { rows } = await sql<AbnormalGroup & { billId: number }>`
    select billId, previousState, count(*) as n from parcel
    where billId in ${bills} and state = 'abnormal' group by billId, previousState`.execute(db);
  return Map.groupBy(rows, ({ billId }) => billId);
}

/** Counts the parcels of a bill by the decision of customs. */
export async function countDecisions(
  db: Reader,
  billId: number,
  counters: ParcelCounters,
): Promise<CustomsCounts> {
  const abnormal = counters.parcelsAbnormal > 0 ? await abnormalOf(db, sql`(${billId})`) : undefined;
  return customsCounts(counters, abnormal?.get(billId) ?? []);
}
