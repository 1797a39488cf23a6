import { randomUUID } from 'node:crypto';
import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { type EInvoice, eInvoiceMachine, eInvoiceRow } from '@contract/finance/eInvoice';
import type { Context } from '../../../core/context';
import { itself, record } from '../../../core/record';
import { refuse } from '../../../core/refusal';
import { codecOf } from '../../../store/codec';
import { rowById } from '../../../store/rowById';
import { type InvoiceTerms, termsOf } from '../invoiceTerms';
import { invoiceUbl } from '../invoiceUbl';
import { routeOf } from './settings';

export const eInvoiceCodec = codecOf(eInvoiceRow);

const eInvoices = record({
  table: 'eInvoice',
  row: eInvoiceRow,
  machine: eInvoiceMachine,
  load: async ({ read }, id: number): Promise<EInvoice> =>
    eInvoiceCodec.decode(await rowById(read, 'eInvoice', id)),
  about: itself,
});

/** Electronic addresses of both parties. Throws E_INVOICE_NO_ADDRESS with the party that has none. */
export function addressesOf({ seller, buyer }: Pick<InvoiceTerms, 'seller' | 'buyer'>): {
  readonly sender: string;
  readonly receiver: string;
} {
  const of = ({ address, code }: typeof seller) => {
    if (!address) throw refuse('E_INVOICE_NO_ADDRESS', { company: code });
    return `${address.scheme}:${address.id}`;
  };
  return { sender: of(seller), receiver: of(buyer) };
}

/** Route that is set. Throws E_INVOICE_NO_ROUTE. */
export async function routeSet(context: Context): Promise<'folder' | 'https'> {
  const { route } = await routeOf(context.read);
  if (route === 'none') throw refuse('E_INVOICE_NO_ROUTE');
  return route;
}

/**
 * Queues an invoice for the access point; the sender does the rest. An invoice leaves once: only one that failed is
 * queued again. Throws E_INVOICE_NO_ROUTE, E_INVOICE_NO_ADDRESS, E_INVOICE_ON_ITS_WAY.
 */
export async function handOver(context: Context, invoice: CustomerInvoice): Promise<void> {
  const known = await context.read
    .selectFrom('eInvoice')
    .select(['id', 'state'])
    .where('invoiceId', '=', invoice.id)
    .executeTakeFirst();
  if (known) {
    if (known.state !== 'failed') throw refuse('E_INVOICE_ON_ITS_WAY');
    return restart(context, known.id);
  }
  const route = await routeSet(context);
  const { receiver } = addressesOf(termsOf(invoice));
  const { write, now, caller } = context;
  const { invoiceNo, customerId } = invoice;
  await write
    .insertInto('eInvoice')
    .values({
      ...{ createdAt: now, createdBy: caller.id, invoiceId: invoice.id, invoiceNo, customerId, receiver },
      ...{ state: 'pending', route, messageNo: randomUUID(), nextAt: now, content: invoiceUbl(invoice) },
      attempts: 0,
    })
    .execute();
  await log(context, { invoiceId: invoice.id, invoiceNo, receiver, route });
}

/** Queues an invoice again, or at once. Throws NOT_FOUND, E_INVOICE_NO_ROUTE, E_INVOICE_ON_ITS_WAY. */
export async function restart(context: Context, id: number): Promise<void> {
  const found = await eInvoices.open(context, id, 'resend');
  const route = await routeSet(context);
  const { claimedAt } = await context.read
    .selectFrom('eInvoice')
    .select('claimedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Where an access point can be asked, one that may have it is asked first, and the number of the envelope stays.
  const asks = claimedAt !== null && route === 'https' && found.route === 'https';
  await eInvoices.save(
    context,
    found,
    {
      ...{ state: asks ? 'sending' : 'pending', route, attempts: 0, nextAt: context.now },
      ...{ error: null, answer: null },
      ...(asks ? {} : { messageNo: randomUUID() }),
    },
    asks ? {} : { claimedAt: null },
  );
  await log(context, { ...found, route });
}

async function log(
  context: Context,
  { invoiceId, invoiceNo, receiver, route }: Pick<EInvoice, 'invoiceId' | 'invoiceNo' | 'receiver' | 'route'>,
): Promise<void> {
  await context.log({
    ...{ module: 'finance', action: 'send', objectType: 'customerInvoice', objectId: invoiceId },
    ...{ objectNo: invoiceNo, after: { receiver, route } },
  });
}
