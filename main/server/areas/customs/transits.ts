import type { Reader } from '../../store/open';

/** Transits that wait for their discharge, of active bills. */
export const openTransits = (read: Reader) =>
  read
    .selectFrom('t1')
    .innerJoin('bill', 'bill.id', 't1.billId')
    .where('t1.state', 'in', ['released', 'arrived', 'enquiry'])
    .where('bill.archived', '=', 0)
    .where('bill.removedAt', 'is', null);
