import type { Writer } from '../store/open';
import { DAY, HOUR, iso } from './clock';
import { customerData } from './customerData';
import { insertRows } from './insertRows';
import { customerChanges } from './officeDays';
import { joinedAs, unknownKey } from './partnerData';
import { staffId } from './people';
import { madeAt, type ReferenceIds } from './reference';

/** Writes the customers of the demo, the oldest first. */
export async function seedCustomers(writer: Writer, now: number, ids: ReferenceIds): Promise<void> {
  const changes = new Map(customerChanges(now).map((change) => [change.code, change]));
  const rows = customerData.map((customer, index) => {
    const { share, toAmerica, sellers, batches, country, group, creditLimit, photoRequired, ...row } =
      customer;
    const change = changes.get(row.code);
    const { callbackUrl, events, keyDaysAgo } = joinedAs(row.code);
    return {
      id: index + 1,
      ...madeAt(iso(now - (420 - 15 * index) * DAY + 3 * HOUR), staffId('sun.yu')),
      ...(change ? { version: 2, updatedAt: iso(change.at), updatedBy: staffId(change.by) } : {}),
      ...row,
      countryId: ids.country(country),
      groupId: ids.clientGroup(group),
      photoRequired: photoRequired ? 1 : 0,
      creditLimit: creditLimit * 100,
      callbackUrl,
      pushEvents: JSON.stringify(events),
      apiKeyHash: keyDaysAgo === null ? null : unknownKey(row.code),
      apiKeyIssuedAt: keyDaysAgo === null ? null : iso(now - keyDaysAgo * DAY + 5 * HOUR),
      active: 1,
      sort: (index + 1) * 10,
      remark: null,
    };
  });
  await insertRows(writer, 'customer', rows);
}
