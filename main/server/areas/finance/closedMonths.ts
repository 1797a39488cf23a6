import { problem } from '@contract/errors';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

/** The month of a day, `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** True if the books of the month of a day are closed. */
async function isClosed(db: Reader, day: string): Promise<boolean> {
  const closed = await db
    .selectFrom('bookMonth')
    .select('id')
    .where('period', '=', monthOf(day))
    .where('state', '=', 'closed')
    .executeTakeFirst();
  return closed !== undefined;
}

/** The day itself, or today where its month is closed. */
export const openDay = async ({ read, now }: Pick<Context, 'read' | 'now'>, day: string | null) =>
  day !== null && (await isClosed(read, day)) ? officeDay(now) : day;

/** Throws MONTH_CLOSED, at a field, for a day in a closed month; nothing without a day. */
export async function requireOpenMonth(db: Reader, day: string | null, field: string): Promise<void> {
  if (day !== null && (await isClosed(db, day)))
    throw refuseFields({ [field]: problem('MONTH_CLOSED', { month: monthOf(day) }) });
}
