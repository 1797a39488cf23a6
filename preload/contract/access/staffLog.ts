import { endpoint } from '../endpoint';
import { choice, ref } from '../fields';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { extended } from '../shape';
import { operateLogRow } from './operateLog';

/** Objects of the staff log: accounts with their sign-ins, and permission groups. */
export const staffLogObjects = ['staff', 'adminGroup'] as const;

/** A line of the operation log about an account or a permission group. */
export const staffLogRow = extended(operateLogRow, () => ({
  objectType: choice('logObject', staffLogObjects),
  /** The account of the line; null for groups, and for unknown names. */
  staffId: ref('staff').nullable(),
}));

export const staffLogFilters = [
  'staffId',
  'operatorId',
  'action',
  'at',
  'result',
  'objectType',
  'objectNo',
] as const;

const query = listQuery(staffLogRow, staffLogFilters, ['at']);
const access = permit('staff.log.view');

/** Sign-ins, and changes of staff and permissions: a read-only view of the operation log. */
export const staffLogApi = {
  list: endpoint({
    method: 'GET',
    path: '/staff-log',
    access,
    query,
    answer: pageOf(staffLogRow),
    extension: true,
  }),
  /** One row for each field of a line, as in the export of the operation log. */
  export: exportOf('/staff-log', access, query, true),
};
