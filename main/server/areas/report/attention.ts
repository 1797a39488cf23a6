import { type AlertObject, alertEventNames, alertEvents, dueOf } from '@contract/monitor/alert';
import { ATTENTION_SHOWN, seesEvent } from '@contract/report/home';
import type { GroupHandlers } from '../../core/context';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import type { AlertMatch } from '../monitor/alertMatch';
import { findMatches } from '../monitor/evaluators';

/** Matches an event for any place and any customer. */
const ANYWHERE = { thresholdHours: null, customerIds: [], airportIds: [], warehouseIds: [] };

const NOTHING = { customerId: null, stage: null, landingAirportId: null };

/** Sea records that may have no bill, and have a customer of their own. */
const OF_CUSTOMER = ['seaBill', 'seaIsf', 'seaEntry'] as const satisfies readonly AlertObject[];

/** Customer and stage of each item. */
async function factsOf(read: Reader, of: AlertObject, matches: readonly AlertMatch[]) {
  const bills = await read
    .selectFrom('bill')
    .select(['id', 'customerId', 'stage', 'landingAirportId'])
    .where('id', 'in', listed(matches.flatMap(({ billId }) => billId ?? [])))
    .execute();
  const byBill = new Map(bills.map(({ id, ...facts }) => [id, facts]));
  const table = OF_CUSTOMER.find((name) => name === of);
  const owned = table
    ? await read
        .selectFrom(table)
        .select(['id', 'customerId'])
        .where('id', 'in', listed(matches.map(({ objectId }) => objectId)))
        .execute()
    : [];
  const owners = new Map(owned.map(({ id, customerId }) => [id, customerId]));
  return ({ objectId, billId }: AlertMatch) =>
    (billId === null ? undefined : byBill.get(billId)) ?? {
      ...NOTHING,
      customerId: owners.get(objectId) ?? null,
    };
}

/** Items that are late or have failed now, the oldest of each event. */
export const attention: GroupHandlers<'homeReport'>['attention'] = async ({ caller, read, now }) => {
  const found = [];
  for (const event of alertEventNames) {
    if (!holds(caller, seesEvent(event))) continue;
    const matches = await findMatches(read, { event: event, ...ANYWHERE }, Date.parse(now));
    if (matches.length === 0) continue;
    const shown = matches.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, ATTENTION_SHOWN);
    const factOf = await factsOf(read, alertEvents[event].of, shown);
    const first = shown.map(({ occurrence: _, ...one }) => ({
      ...one,
      ...factOf({ occurrence: '', ...one }),
      dueAt: dueOf(event, one.since),
    }));
    found.push({ event, total: matches.length, first });
  }
  return found;
};
