import type { ParcelAction, ParcelDetail } from '@contract/customs/parcel';
import { sql } from 'kysely';
import type { ParcelMove } from './parcelEffects';

/** Adds a line to each parcel's own history, with the state that it is in now. */
export async function recordParcels(
  { context, ids }: Pick<ParcelMove<ParcelAction>, 'context' | 'ids'>,
  action: ParcelDetail['history'][number]['what'],
  remark: string | null,
): Promise<void> {
  const { write, now, caller } = context;
  await sql`
    insert into parcelEvent (billId, parcelId, at, what, toState, operatorName, remark)
    select billId, id, ${now}, ${action}, state, ${caller.realName}, ${remark} from parcel where id in ${ids}`.execute(
    write,
  );
}
