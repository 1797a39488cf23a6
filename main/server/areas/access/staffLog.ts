import { staffLogFilters, staffLogObjects, staffLogRow } from '@contract/access/staffLog';
import type { GroupHandlers } from '../../core/context';
import { type ListDefinition, listRows } from '../../store/listRows';
import { doneTo, exportLog } from './operateLog';

const row = staffLogRow.omit({ staffId: true });
const list: ListDefinition<typeof row> = {
  table: 'operateLog',
  row,
  filters: staffLogFilters.filter((name) => name !== 'staffId'),
  keyword: ['operatorName', 'objectNo'],
  order: '-at',
  always: (where, { staffId }) => [
    Array.isArray(staffId)
      ? where.or(staffId.map((id: unknown) => doneTo('staff', Number(id))(where)))
      : where('objectType', 'in', staffLogObjects),
  ],
};

/** The log of the staff: sign-ins, and changes of accounts and permission groups, newest first. */
export const staffLogHandlers: GroupHandlers<'staffLog'> = {
  list: async ({ read }, { query }) => {
    const page = await listRows(read, list, query);
    return {
      ...page,
      list: page.list.map((line) => ({
        ...line,
        staffId: line.objectType === 'staff' && line.objectId ? Number(line.objectId) : null,
      })),
    };
  },
  export: (context, { query }) => exportLog(context, { definition: list, resource: 'staffLog' }, query),
};
