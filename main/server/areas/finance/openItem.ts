import { type OpenItemRow, openItemRow } from '@contract/finance/openItem';
import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import { sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { calculatedFile } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { calculatedPage } from '../../store/calculatedPage';
import type { Reader } from '../../store/open';
import { inEuros } from './books';

type Side = 'receivable' | 'payable';

/** What is open of a line or of a payment, in minor units; that of a payment is negative. */
interface Open {
  readonly partyId: number;
  readonly invoiceNo: string | null;
  readonly invoiceDate: string | null;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly rate: number | null;
  readonly open: number;
  readonly isPayment: boolean;
}

/** Loads what was invoiced by the end of a day and not paid by then; credits belong to the invoice that they correct. */
async function openLines(db: Reader, side: Side, day: string): Promise<Open[]> {
  const isCost = side === 'payable';
  const [view, table, party, origin, part] = isCost
    ? (['billCostOfBill', 'billCost', 'supplierId', 'reversesId', 'costId'] as const)
    : (['billRevenueOfBill', 'billRevenue', 'customerId', 'creditsId', 'revenueId'] as const);
  const { rows } = await sql<Omit<Open, 'isPayment'>>`
    select partyId, invoiceNo, invoiceDate, dueDate, currency, rate, grossAmount - settled as open from (
      select ${sql.ref(`line.${party}`)} as partyId, coalesce(origin.invoiceNo, line.invoiceNo) as invoiceNo,
        coalesce(origin.invoiceDate, line.invoiceDate) as invoiceDate, coalesce(origin.dueDate, line.dueDate) as dueDate,
        line.currency, line.rate, line.grossAmount, coalesce((
          select sum(part.amount) from paymentOfBill as part
          where ${sql.ref(`part.${part}`)} = line.id and part.state = 'booked' and part.appliedOn <= ${day}
        ), 0) as settled
      from ${sql.table(view)} as line left join ${sql.table(table)} as origin on origin.id = ${sql.ref(`line.${origin}`)}
      where line.invoiceDate <= ${day}
    ) as lines where grossAmount <> settled`.execute(db);
  return rows.map((row) => ({ ...row, open: Number(row.open), isPayment: false }));
}

/** Loads what payments up to the end of a day were not yet applied to by then. */
async function openPayments(db: Reader, side: Side, day: string): Promise<Open[]> {
  const party = side === 'payable' ? 'companyId' : 'customerId';
  const { rows } = await sql<Pick<Open, 'partyId' | 'currency' | 'rate' | 'open'>>`
    select partyId, currency, rate, rest as open from (
      select ${sql.ref(party)} as partyId, currency, rate,
        unallocated + coalesce((
          select sum(part.amount) from paymentLine as part
          where part.paymentId = billPayment.id and part.appliedOn > ${day}
        ), 0) + coalesce((
          select sum(share.amount) from paymentRestShare as share
          where share.paymentId = billPayment.id and share.appliedOn > ${day}
        ), 0) as rest
      from billPayment
      where state = 'booked' and ${sql.ref(party)} is not null and paymentDate <= ${day}
    ) as payments where rest <> 0`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ open: 0 - Number(row.open), isPayment: true, invoiceNo: null, invoiceDate: null, dueDate: null },
  }));
}

const DAY = 86_400_000;
type Age = 'notDue' | 'due30' | 'due60' | 'due90' | 'dueLonger' | 'unallocated';

/** The column of an item: by the days since it was due. */
function ageOf({ isPayment, dueDate }: Open, day: string): Age {
  if (isPayment) return 'unallocated';
  const late = dueDate === null ? 0 : Math.round((Date.parse(day) - Date.parse(dueDate)) / DAY);
  if (late <= 0) return 'notDue';
  return late <= 30 ? 'due30' : late <= 60 ? 'due60' : late <= 90 ? 'due90' : 'dueLonger';
}

/** Amounts by age in one currency, in minor units. */
function agesOf(items: readonly Open[], currency: string, day: string) {
  const sum = (age?: Age) =>
    items.reduce((total, item) => (age && ageOf(item, day) !== age ? total : total + item.open), 0);
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    ...{ notDue: money(sum('notDue')), due30: money(sum('due30')), due60: money(sum('due60')) },
    ...{ due90: money(sum('due90')), dueLonger: money(sum('dueLonger')) },
    // Shown as the amount paid.
    ...{ unallocated: money(0 - sum('unallocated')), balance: money(sum()) },
  };
}

/** Balance of items in the currency of the books; undefined if one has no rate. */
function inBooks(items: readonly Open[]): number | undefined {
  let sum = 0;
  for (const { rate, open, currency } of items) {
    if (rate === null) return undefined;
    sum += inEuros(open, currency, rate);
  }
  return sum;
}

interface Query {
  readonly side: Side;
  readonly by: 'party' | 'invoice';
  readonly day?: string | undefined;
}

/** Loads the open items of a day, by party or by invoice: those of a party together, the longest due first. */
async function itemsOf(db: Reader, { side, by }: Query, day: string): Promise<Open[][]> {
  const all = [...(await openLines(db, side, day)), ...(await openPayments(db, side, day))];
  const groups = Map.groupBy(all, ({ partyId, currency, invoiceNo }) =>
    [partyId, currency, by === 'invoice' ? invoiceNo : ''].join(' '),
  );
  // An invoice and its credits may be open by the same amount.
  const open = [...groups].filter(
    ([, items]) => by === 'party' || items.reduce((sum, one) => sum + one.open, 0) !== 0,
  );
  const partyOf = ([, [first]]: [string, Open[]]) => first?.partyId ?? 0;
  const placeOf = ([key, [first]]: [string, Open[]]) => `${first?.dueDate ?? '9999'} ${key}`;
  open.sort((a, b) => partyOf(a) - partyOf(b) || placeOf(a).localeCompare(placeOf(b)));
  return open.map(([, items]) => items);
}

/** Shows items of one party and currency as a row. */
function rowOf(items: readonly Open[], at: number, { side, by }: Query, day: string): OpenItemRow[] {
  const [first] = items;
  if (!first) return [];
  const { partyId, currency, invoiceNo, invoiceDate, dueDate } = first;
  const base = inBooks(items);
  return [
    {
      id: at + 1,
      ...{
        customerId: side === 'receivable' ? partyId : null,
        supplierId: side === 'payable' ? partyId : null,
      },
      ...(by === 'invoice'
        ? { invoiceNo, invoiceDate, dueDate }
        : { invoiceNo: null, invoiceDate: null, dueDate: null }),
      ...{ currency, ...agesOf(items, currency, day) },
      baseBalance: base === undefined ? null : fromMinor(base, BASE_CURRENCY),
    },
  ];
}

const COLUMNS = {
  party: [
    'currency',
    'notDue',
    'due30',
    'due60',
    'due90',
    'dueLonger',
    'unallocated',
    'balance',
    'baseBalance',
  ],
  invoice: ['invoiceNo', 'invoiceDate', 'dueDate'],
} as const;

/** Aged receivables and payables. */
export const openItemHandlers: GroupHandlers<'openItem'> = {
  list: async ({ read, caller, now }, { query }) => {
    const day = query.day ?? officeDay(now);
    const groups = await itemsOf(read, query, day);
    const bases = groups.map(inBooks);
    const currencies = Map.groupBy(groups, ([first]) => first?.currency ?? BASE_CURRENCY);
    return {
      ...calculatedPage(
        groups.flatMap((items, at) => rowOf(items, at, query, day)),
        query,
      ),
      totals: {
        currencies: [...currencies].map(([currency, items]) => ({
          ...{ currency, lines: items.length },
          ...agesOf(items.flat(), currency, day),
        })),
        baseBalance: fromMinor(
          bases.reduce<number>((sum, base) => sum + (base ?? 0), 0),
          BASE_CURRENCY,
        ),
        withoutRate: bases.filter((base) => base === undefined).length,
        partial: caller.warehouseIds.length > 0,
      },
    };
  },

  export: async (context, { query }) => {
    const { format, columns, ...filters } = query;
    const day = filters.day ?? officeDay(context.now);
    const groups = await itemsOf(context.read, filters, day);
    const usual = [
      filters.side === 'receivable' ? 'customerId' : 'supplierId',
      ...(filters.by === 'invoice' ? COLUMNS.invoice : []),
      ...COLUMNS.party,
    ];
    return calculatedFile(
      context,
      { row: openItemRow, resource: 'openItem', usual },
      { format, columns },
      groups.flatMap((items, at) => rowOf(items, at, filters, day)),
    );
  },
};
