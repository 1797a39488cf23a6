import type { StatementSent } from '@contract/finance/billCustomer';
import type { Reader } from '../../store/open';
import { accountId } from './accountId';

/** What was sent of the accounts of a month, the newest first. */
const rowsOf = (db: Reader, period: string) =>
  db
    .selectFrom('statementMailSent')
    .select(['customerId', 'currency', 'sentAt', 'sentBy', 'toEmails', 'ccEmails', 'state'])
    .where('period', '=', period)
    .orderBy('id', 'desc');

const shown = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): StatementSent => ({
  sentAt: row.sentAt,
  sentBy: row.sentBy,
  toEmails: JSON.parse(row.toEmails) as string[],
  ccEmails: JSON.parse(row.ccEmails) as string[],
  // A mail that was cleared out of the outbox had been sent.
  state: (row.state ?? 'sent') as StatementSent['state'],
});

/** How often the statement of an account was sent, the newest first. */
export async function sentOf(
  db: Reader,
  { customerId, currency, period }: { customerId: number; currency: string; period: string },
): Promise<StatementSent[]> {
  const rows = await rowsOf(db, period)
    .where('customerId', '=', customerId)
    .where('currency', '=', currency)
    .execute();
  return rows.map(shown);
}

/** What was sent last of each account of a month, by the account's id. */
export async function lastSent(db: Reader, period: string): Promise<Map<number, StatementSent>> {
  const rows = await rowsOf(db, period).execute();
  // The newest is written last.
  return new Map(rows.reverse().map((row) => [accountId(row.customerId, row.currency), shown(row)]));
}
