import { eInvoiceRow } from '@contract/finance/eInvoice';
import type { GroupHandlers } from '../../../core/context';
import { eachOf } from '../../../core/eachOf';
import { exportRows } from '../../../core/exportRows';
import type { Secrets } from '../../../core/secrets/secrets';
import { selectedIds } from '../../../core/selected';
import { type ListDefinition, listRows } from '../../../store/listRows';
import { rowById } from '../../../store/rowById';
import { eInvoiceCodec, restart } from './handOver';
import { eInvoiceSettingsHandlers, type PointOptions } from './settings';

const list: ListDefinition<typeof eInvoiceRow> = {
  table: 'eInvoice',
  row: eInvoiceRow,
  filters: ['state', 'invoiceNo', 'customerId', 'error', 'createdAt'],
  keyword: ['invoiceNo', 'receiver', 'messageNo'],
  order: '-createdAt',
};

/** Invoices on their way to the access point, and where that is. */
export const eInvoiceHandlers = (secrets: Secrets, options: PointOptions): GroupHandlers<'eInvoice'> => ({
  ...eInvoiceSettingsHandlers(secrets, options),

  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'eInvoice' }, query),

  get: async ({ read }, { params }) => {
    const row = await rowById(read, 'eInvoice', params.id);
    return { ...eInvoiceCodec.decode(row), content: row.content };
  },

  resend: async (context, { body }) =>
    eachOf(context, await selectedIds(context, list, body), async (id) => {
      await restart(context, id);
      return true;
    }),
});
