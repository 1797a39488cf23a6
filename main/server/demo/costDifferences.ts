import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { DAY, dayOf, HOUR, iso } from './clock';
import { staffId } from './people';
import { madeAt } from './reference';

export type CostRow = Insertable<Database['billCost']> & { id: number };

/** Invoiced less expected cost in percent, with the state of the difference and its reason. */
const DIFFERENCES = [
  [12.5, 'disputed', 'surcharge', 'The fuel surcharge was not agreed'],
  [-4, 'open', 'quantity', null],
  [2.5, 'open', 'price', null],
  [8, 'open', 'surcharge', null],
  [31, 'disputed', 'duplicate', 'Invoiced twice'],
  [6, 'accepted', 'price', 'Agreed by mail: the price of the new season'],
] as const;

/** Adds a cost line modelled on `like`, with its time, net amount and other columns; returns its id. */
export type AddLike = (like: CostRow, at: number, amount: number, more: Partial<CostRow>) => number;

/** Reverses the last paid cost, which was another carrier's, by a line of the opposite amount. */
export function reverseOne(costs: readonly CostRow[], now: number, add: AddLike): void {
  const paid = costs.findLast(({ state, amount }) => state === 'paid' && amount > 10_000);
  if (!paid) return;
  const more = { source: 'reversal', reversesId: paid.id, remark: 'Charged to the wrong bill' } as const;
  add(paid, now - 3 * HOUR, -paid.amount, more);
}

/** Differences from expected costs: some above five percent, some disputed, one accepted with an adjusting line. */
export function differencesOf(
  costs: readonly CostRow[],
  now: number,
  add: AddLike,
): Insertable<Database['billCostDiff']>[] {
  const expected = costs.filter(({ estimated, amount }) => estimated === 1 && amount > 10_000);
  const step = Math.max(1, Math.floor(expected.length / DIFFERENCES.length));
  const rows: Insertable<Database['billCostDiff']>[] = [];
  DIFFERENCES.forEach(([percent, state, reason, remark], index) => {
    const cost = expected[index * step];
    if (!cost) return;
    const diff = Math.round((cost.amount * percent) / 100);
    const at = now - (index + 2) * 5 * HOUR;
    const diffNo = `CD${dayOf(at).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`;
    const invoice = {
      invoiceNo: `S${cost.supplierId}-${1180 + index}`,
      invoiceDate: dayOf(at),
      dueDate: dayOf(at + 30 * DAY),
    };
    const accepted = state === 'accepted';
    if (accepted) Object.assign(cost, { ...invoice, estimated: 0 });
    rows.push({
      ...madeAt(iso(at), staffId('f.meijer')),
      diffNo,
      ...{ billId: cost.billId, costId: cost.id, currency: cost.currency, reason, state, remark },
      accruedAmount: cost.amount,
      invoicedAmount: cost.amount + diff,
      diffAmount: diff,
      diffPercent: Math.round((diff * 10_000) / cost.amount),
      large: Math.abs(percent) > 5 || Math.abs(diff) > 5000 ? 1 : 0,
      ...invoice,
      handledBy: state === 'open' ? null : staffId('f.meijer'),
      handledAt: state === 'open' ? null : iso(at + HOUR),
      adjustCostId: accepted
        ? add(cost, at + HOUR, diff, { ...invoice, source: 'diff', remark: diffNo })
        : null,
    });
  });
  return rows;
}
