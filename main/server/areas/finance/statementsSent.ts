import type { StatementSent } from '@contract/finance/billCustomer';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { accountId } from './accountId';

/** Sent statements of a month, the newest first. */
const rowsOf = (db: Reader, period: string) =>
  db
    .selectFrom('statementMailSent')
    .select(['customerId', 'currency', 'sentAt', 'sentBy', 'toEmails', 'ccEmails', 'state'])
    .where('period', '=', period)
    .orderBy('id', 'desc');

const shown = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): StatementSent => ({
  sentAt: row.sentAt,
  sentBy: row.sentBy,
  toEmails: storedTexts(row.toEmails),
  ccEmails: storedTexts(row.ccEmails),
  // An email deleted from the outbox had been sent.
  state: row.state ?? 'sent',
});

/** Sent statements of an account, the newest first. */
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

/** Latest sent statement of each account of a month, by the account's id. */
export async function lastSent(db: Reader, period: string): Promise<Map<number, StatementSent>> {
  const rows = await rowsOf(db, period).execute();
  // Reverse the order, so that the newest overwrites the others.
  return new Map(rows.reverse().map((row) => [accountId(row.customerId, row.currency), shown(row)]));
}
