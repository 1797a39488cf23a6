import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, flag, id, ref, stateOf, text } from '../fields';
import { E_INVOICE } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf } from '../resource';
import { object, strictObject } from '../shape';

/** How invoices reach the access point that sends them through the Peppol network; with `none` they do not. */
export const eInvoiceRoutes = ['none', 'folder', 'https'] as const;

/**
 * States of an invoice on its way. Handed over: the access point has it. Delivered: the access point of the customer
 * confirmed it; a folder never says so.
 */
export const eInvoiceStates = {
  pending: { rank: 10, tone: 'progress' },
  sending: { rank: 20, tone: 'progress' },
  handed_over: { rank: 30, tone: 'info' },
  delivered: { rank: 40, tone: 'good' },
  failed: { rank: 50, tone: 'bad' },
} as const satisfies Record<string, State>;
export type EInvoiceState = keyof typeof eInvoiceStates;

/** Why an invoice is not at the access point, or did not reach the customer. */
export const eInvoiceErrors = [
  ...(['private_address', 'unknown_host', 'closed', 'unreachable', 'tls', 'timeout', 'redirect'] as const),
  ...(['sign_in', 'not_found', 'refused', 'status', 'answer', 'rejected', 'undelivered', 'unknown'] as const),
  ...(['folder', 'no_route', 'keychain_locked', 'password_lost', 'restored'] as const),
] as const;
export type EInvoiceError = (typeof eInvoiceErrors)[number];

/** An invoice or a credit note on its way to the customer as data. */
export const eInvoiceRow = object(() => ({
  id: id(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  invoiceId: id(),
  invoiceNo: text(40),
  customerId: ref('customer'),
  /** Electronic address of the customer: the scheme, a colon, and the number in it. */
  receiver: text(60),
  state: stateOf({ name: 'eInvoice', states: eInvoiceStates }),
  route: choice('eInvoiceRoute', eInvoiceRoutes),
  /** Number under which the access point knows the document (SBDH instance identifier). */
  messageNo: text(60),
  /** Attempts since it was last started. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  handedOverAt: dateTime().nullable(),
  deliveredAt: dateTime().nullable(),
  error: choice('eInvoiceError', eInvoiceErrors).nullable(),
  /** What the access point said last. */
  answer: text(E_INVOICE.maxKept).nullable(),
}));
export type EInvoice = z.output<typeof eInvoiceRow>;

const view = permit('finance.eInvoice.view');
const edit = permit('finance.eInvoice.edit');

export const eInvoiceMachine = machine<Pick<EInvoice, 'state'>>()({
  name: 'eInvoice',
  calls: { resend: 'eInvoice.resend' },
  states: eInvoiceStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    resend: {
      from: ['pending', 'failed'],
      to: 'pending',
      permission: edit,
      refusal: 'E_INVOICE_ON_ITS_WAY',
      tone: 'primary',
    },
  },
});

/** Where invoices are handed over. */
export const eInvoiceSettings = object(() => ({
  version: count(0),
  route: choice('eInvoiceRoute', eInvoiceRoutes),
  /** Address of the access point. */
  address: text(300, 'url').nullable(),
  /** True if a key is stored; nothing else of it is revealed. */
  hasKey: flag(),
  /** True if the server has a folder for invoices. */
  hasFolder: flag(),
}));
export type EInvoiceSettings = z.output<typeof eInvoiceSettings>;

/** A key left out stays unchanged, null removes it. */
export const eInvoiceDraft = strictObject(() => ({
  ...eInvoiceSettings.pick({ version: true, route: true, address: true }).shape,
  key: z.string().min(1).max(500).nullable().optional(),
}));

const query = listQuery(
  eInvoiceRow,
  ['state', 'invoiceNo', 'customerId', 'error', 'createdAt'],
  ['createdAt'],
);

/** Invoices handed over to an access point of the Peppol network, and the way to it. */
export const eInvoiceApi = {
  settings: endpoint({
    method: 'GET',
    path: '/e-invoice/settings',
    access: view,
    answer: eInvoiceSettings,
    extension: true,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/e-invoice/settings',
    access: edit,
    body: eInvoiceDraft,
    answer: eInvoiceSettings,
    errors: ['STALE_DATA', 'SECRETS_LOCKED', 'ADDRESS_INVALID', 'ADDRESS_INSECURE', 'E_INVOICE_FOLDER'],
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/e-invoice',
    access: view,
    query,
    answer: pageOf(eInvoiceRow),
    extension: true,
  }),
  export: exportOf('/e-invoice', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/e-invoice/{id}',
    access: view,
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({
      ...eInvoiceRow.shape,
      /** The document as it is handed over. */
      content: z.string(),
    })),
    extension: true,
  }),
  /** Hands over again what failed, or at once what waits. */
  resend: endpoint({
    method: 'POST',
    path: '/e-invoice/resend',
    access: eInvoiceMachine.actions.resend.permission,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
};
