import { sql } from 'kysely';
import type { Writer } from '../store/open';

/**
 * Brings the states of a bill's boxes up to date with their parcels: a held or abnormal parcel blocks its box, one in
 * clearance keeps it from being ready. What has left the warehouse, or never came, stays as it is.
 */
export async function refreshBoxes(write: Writer, billId: number): Promise<void> {
  const holds = (states: string) =>
    sql`exists (select 1 from parcel where parcel.boxId = box.id and parcel.state in (${sql.raw(states)}))`;
  await sql`
    update box set state = case
      when ${holds("'held', 'abnormal'")} then 'blocked'
      when state = 'palletised' then 'palletised'
      when palletId is not null then 'palletised'
      when ${holds("'clearance'")} then 'received'
      else 'ready' end
    where billId = ${billId} and inboundAt is not null and outboundAt is null
      and state in ('received', 'blocked', 'ready', 'palletised')`.execute(write);
}
