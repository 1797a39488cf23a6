import { clientLogFilters, clientLogRow } from '@contract/customer/clientLog';
import type { GroupHandlers } from '../../core/context';
import { type ListDefinition, listRows } from '../../store/listRows';
import { exportLog, ofOwner } from '../access/operateLog';

const idsOf = (value: unknown) => (Array.isArray(value) ? value : undefined);

const list: ListDefinition<typeof clientLogRow> = {
  table: 'operateLog',
  row: clientLogRow,
  // Older lines identify their owner only by the record.
  filters: clientLogFilters.filter((name) => name !== 'customerId' && name !== 'companyId'),
  keyword: ['operatorName', 'objectNo'],
  order: '-at',
  always: (where, { customerId, companyId }) => {
    const wanted = (['customerId', 'companyId'] as const).flatMap((owner) => {
      const ids = idsOf(owner === 'customerId' ? customerId : companyId);
      return ids ? [ofOwner(owner, ids)(where)] : [];
    });
    return wanted.length > 0
      ? wanted
      : [where.or([where('module', '=', 'customer'), where('objectType', '=', 'clientCompany')])];
  },
};

/** The log of customers and companies: the operation log, newest first, by owner. */
export const clientLogHandlers: GroupHandlers<'clientLog'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportLog(context, { definition: list, resource: 'clientLog' }, query),
};
