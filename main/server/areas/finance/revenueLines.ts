import { type BillRevenue, billRevenueRow, revenueMachine } from '@contract/finance/billRevenue';
import { itself, record } from '../../core/record';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';

const codec = codecOf(billRevenueRow);

/** Loads a revenue line with fields of its bill. Throws NOT_FOUND. */
export async function readRevenue(db: Reader, id: number): Promise<BillRevenue> {
  return codec.decode(await rowById(db, 'billRevenueOfBill', id));
}

/** Changes of revenue lines, by their state machine. */
export const revenues = record({
  table: 'billRevenue',
  row: billRevenueRow,
  machine: revenueMachine,
  load: ({ read }, id: number) => readRevenue(read, id),
  about: itself,
});
