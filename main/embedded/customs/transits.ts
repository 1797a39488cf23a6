import type { Reader } from '../store/open';

/** The day of an instant, `YYYY-MM-DD` (UTC): a transit is late once the day of its time limit lies before this one. */
export const dayOf = (instant: string): string => instant.slice(0, 10);

/** Transits that wait for their discharge, of bills that are open. */
export const openTransits = (read: Reader) =>
  read
    .selectFrom('t1')
    .innerJoin('bill', 'bill.id', 't1.billId')
    .where('t1.state', 'in', ['released', 'arrived', 'enquiry'])
    .where('bill.archived', '=', 0)
    .where('bill.removedAt', 'is', null);
