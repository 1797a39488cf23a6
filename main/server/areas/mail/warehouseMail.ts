import { MAIL } from '@contract/limits';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';

/** Recipients of pre-alerts and exceptions, by warehouse; warehouses without any are left out. */
export async function warehouseRecipients(
  read: Reader,
  warehouseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await read
    .selectFrom('warehouse')
    .select(['id', 'notifyEmails'])
    .where('id', 'in', listed([...new Set(warehouseIds)]))
    .where('active', '=', 1)
    .execute();
  return new Map(
    rows
      .map(({ id, notifyEmails }) => [id, storedTexts(notifyEmails)] as const)
      .filter(([, emails]) => emails.length > 0),
  );
}

/** Addresses that an email does not have yet, up to the maximum it may have in all. */
export function othersOf(emails: readonly string[], mail: readonly string[]): string[] {
  const there = new Set(mail.map((email) => email.toLowerCase()));
  return emails
    .filter((email) => !there.has(email.toLowerCase()))
    .slice(0, Math.max(0, MAIL.maxAddresses - mail.length));
}
