import { approvalLogFilters, approvalLogRow } from '@contract/business/document';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { type ListDefinition, listRows } from '../../store/listRows';

const list: ListDefinition<typeof approvalLogRow> = {
  table: 'approvalLog',
  row: approvalLogRow,
  filters: approvalLogFilters,
  keyword: ['docNo', 'remark'],
  order: '-at',
};

/** Approval history of all documents. */
export const approvalLogHandlers: GroupHandlers<'approvalLog'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'approvalLog' }, query),
};
