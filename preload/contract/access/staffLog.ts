import { endpoint } from '../endpoint';
import { choice, ref } from '../fields';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { extended } from '../shape';
import { operateLogRow } from './operateLog';

/** What the log of the staff tells of: accounts, their sign-ins, and what permission groups permit. */
export const staffLogObjects = ['staff', 'adminGroup'] as const;

/** A line of the operation log about an account or a permission group. */
export const staffLogRow = extended(operateLogRow, () => ({
  objectType: choice('logObject', staffLogObjects),
  /** Whose account the line is about; null for groups, and where the name was nobody's. */
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

/** Who signed in, and what was changed of staff and their rights: the operation log seen from there, as read-only as it is. */
export const staffLogApi = {
  list: endpoint({
    method: 'GET',
    path: '/staff-log',
    access,
    query,
    answer: pageOf(staffLogRow),
    extension: true,
  }),
  /** As the export of the operation log: a row for each field that a line names. */
  export: exportOf('/staff-log', access, query, true),
};
