import { consignmentsOf } from '@contract/rules/consignees';
import type { EntryState } from '@contract/sea/seaEntry';
import type { Reader } from '../../store/open';

/** Returns the consignments of a bill that its entries name, without the entries in some states, and without one. */
export async function enteredConsignments(
  db: Reader,
  billId: number,
  without: { readonly states: readonly EntryState[]; readonly id?: number },
): Promise<Set<string>> {
  let entries = db
    .selectFrom('seaEntry')
    .select('lines')
    .where('billId', '=', billId)
    .where('state', 'not in', without.states);
  if (without.id !== undefined) entries = entries.where('id', '!=', without.id);
  return new Set((await entries.execute()).flatMap(({ lines }) => consignmentsOf(JSON.parse(lines))));
}
