import {
  customerInvoiceFilters,
  customerInvoiceListRow,
  customerInvoiceMachine,
  customerInvoiceRow,
} from '@contract/finance/customerInvoice';
import { fromMinor } from '@contract/rules/money';
import type { GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { holdsReferences } from '../../core/uses';
import { type ListDefinition, listRows, sumGroups } from '../../store/listRows';
import { handOver, routeSet } from './eInvoice/handOver';
import { creditInvoice } from './invoiceCredit';
import { invoiceFile, languageOf } from './invoiceFile';
import { readInvoice } from './invoiceIssue';
import { invoiceMailHandlers } from './invoiceMail';

holdsReferences('customerInvoice', customerInvoiceRow, 'invoiceNo');

const invoiceList: ListDefinition<typeof customerInvoiceListRow> = {
  table: 'customerInvoiceOpen',
  row: customerInvoiceListRow,
  listed: true,
  filters: customerInvoiceFilters,
  keyword: ['invoiceNo', 'billNos', 'buyerReference', 'precedingNo'],
  order: '-createdAt',
};

const invoices = record({
  table: 'customerInvoice',
  row: customerInvoiceRow,
  machine: customerInvoiceMachine,
  load: ({ read }, id: number) => readInvoice(read, id),
  about: itself,
});

const SUMS = ['netAmount', 'taxAmount', 'grossAmount', 'openAmount'] as const;

/** Invoices to customers and their credit notes. Revenue lines are invoiced by `billRevenue.invoice`. */
export const customerInvoiceHandlers: GroupHandlers<'customerInvoice'> = {
  list: ({ read }, { query }) => listRows(read, invoiceList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: invoiceList, resource: 'customerInvoice' }, query),
  totals: async ({ read }, { query }) => {
    const groups = await sumGroups(read, invoiceList, query, ['currency'], SUMS);
    return {
      currencies: groups.map(({ currency, lines, ...sums }) => {
        const of = (name: (typeof SUMS)[number]) => fromMinor(Number(sums[name] ?? 0), String(currency));
        return {
          ...{ currency: String(currency), lines: Number(lines), netAmount: of('netAmount') },
          ...{ taxAmount: of('taxAmount'), grossAmount: of('grossAmount'), openAmount: of('openAmount') },
        };
      }),
    };
  },
  get: ({ read }, { params }) => readInvoice(read, params.id),

  file: async (context, { params, query }) => {
    const invoice = await readInvoice(context.read, params.id);
    return invoiceFile(context, invoice, query.format, query.language ?? languageOf(invoice));
  },

  ...invoiceMailHandlers,

  handOver: async (context, { body }) => {
    await routeSet(context);
    return eachOf(context, await selectedIds(context, invoiceList, body), async (id) => {
      await handOver(context, await readInvoice(context.read, id));
      return true;
    });
  },

  credit: async (context, { params, body }) => {
    const invoice = await invoices.open(context, params.id, 'credit', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    const { id } = await creditInvoice(context, invoice, body.lines, body.reason);
    return readInvoice(context.write, id);
  },
};
