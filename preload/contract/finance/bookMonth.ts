import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { count, dateTime, flag, id, money, note, ref, stateOf, text } from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { object, strictObject } from '../shape';
import { one } from './line';

export const monthStates = {
  open: { rank: 10, tone: 'info' },
  closed: { rank: 20, tone: 'good' },
} as const satisfies Record<string, State>;

/**
 * A month of the books. In a closed one nothing dated in it can be entered, changed or deleted: customer invoices and
 * credit notes, supplier invoices, payments. Amounts are those of its documents, in the currency of the books.
 */
export const bookMonthRow = object(() => ({
  /** Year and month, as 202611. */
  id: id(),
  /** The month, `YYYY-MM`. */
  period: text(7),
  state: stateOf({ name: 'bookMonth', states: monthStates }),
  /** 0 for a month that was never closed. */
  version: count(),
  /** Net amount of customer invoices and credit notes. */
  revenue: money(BASE_CURRENCY),
  /** Net amount of supplier invoices. */
  cost: money(BASE_CURRENCY),
  received: money(BASE_CURRENCY),
  paid: money(BASE_CURRENCY),
  /** Exchange gain of payments applied in it, against the rates of their lines; negative for a loss. */
  realised: money(BASE_CURRENCY),
  /** Documents whose currency has no exchange rate; their amounts are left out. */
  withoutRate: count(),
  closedAt: dateTime().nullable(),
  closedBy: ref('staff').nullable(),
  reopenedAt: dateTime().nullable(),
  reopenedBy: ref('staff').nullable(),
  /** Why it was reopened the last time. */
  reason: note(500).nullable(),
  /** True once it has ended, by the clock of the office. */
  ended: flag(),
  /** An earlier month with documents that is still open. */
  openBefore: text(7).nullable(),
  /** A later month that is closed. */
  closedAfter: text(7).nullable(),
  /** Payments dated in it that are pending approval. */
  pendingPayments: count(),
}));
/** The fields of a month that are stored: its closing. */
export const storedMonth = bookMonthRow.pick({
  ...{ id: true, period: true, state: true, version: true, closedAt: true, closedBy: true },
  ...{ reopenedAt: true, reopenedBy: true, reason: true },
});
export type BookMonth = z.output<typeof bookMonthRow>;

const view = permit('finance.month.view');
const close = permit('finance.month.close');

/** Months are closed in their order, and reopened from the last. */
export const monthMachine = machine<BookMonth>()({
  name: 'bookMonth',
  calls: { close: 'bookMonth.close', reopen: 'bookMonth.reopen' },
  states: monthStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    close: {
      from: ['open'],
      to: 'closed',
      permission: close,
      guards: [
        ({ ended }) => (ended ? undefined : problem('MONTH_NOT_OVER')),
        ({ openBefore }) => (openBefore ? problem('MONTH_OPEN_BEFORE', { month: openBefore }) : undefined),
        ({ pendingPayments }) =>
          pendingPayments > 0 ? problem('MONTH_PENDING', { count: pendingPayments }) : undefined,
      ],
      tone: 'primary',
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      permission: close,
      guards: [
        ({ closedAfter }) =>
          closedAfter ? problem('MONTH_CLOSED_AFTER', { month: closedAfter }) : undefined,
      ],
      asks: strictObject(() => ({ reason: note(500) })),
      tone: 'danger',
    },
  },
});
export type MonthAction = keyof typeof monthMachine.actions;

export const monthFilters = ['state'] as const;
export const monthSorts = ['period'] as const;
/** Without a cursor: all months are added up at once. */
const query = listQuery(bookMonthRow, monthFilters, monthSorts).omit({ after: true });

export const bookMonthApi = {
  /** Months from that of the first document to the present one, the latest first. */
  list: endpoint({
    method: 'GET',
    path: '/book-month',
    access: view,
    query,
    answer: pageOf(bookMonthRow),
    extension: true,
  }),
  export: exportOf('/book-month', view, query, true),
  close: endpoint({
    method: 'PUT',
    path: '/book-month/{id}/close',
    access: close,
    params: one,
    body: strictObject(() => ({ version: count() })),
    answer: bookMonthRow,
    errors: [
      ...['NOT_FOUND', 'STALE_DATA', 'STATE_NOT_ALLOWED'],
      ...['MONTH_NOT_OVER', 'MONTH_OPEN_BEFORE', 'MONTH_PENDING'],
    ] as const,
    extension: true,
  }),
  reopen: endpoint({
    method: 'PUT',
    path: '/book-month/{id}/reopen',
    access: close,
    params: one,
    body: strictObject(() => ({ version: count(), reason: note(500) })),
    answer: bookMonthRow,
    errors: ['NOT_FOUND', 'STALE_DATA', 'STATE_NOT_ALLOWED', 'MONTH_CLOSED_AFTER', 'REASON_REQUIRED'],
    extension: true,
  }),
};
