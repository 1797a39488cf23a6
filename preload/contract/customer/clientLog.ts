import { operateLogRow } from '../access/operateLog';
import { endpoint } from '../endpoint';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { extended } from '../shape';
import { ownerFields } from './owner';

/** A line of the operation log about a customer or a company, or about a record of one. */
export const clientLogRow = extended(operateLogRow, () => ownerFields);

export const clientLogFilters = [
  'customerId',
  'companyId',
  'operatorId',
  'action',
  'objectType',
  'objectNo',
  'at',
  'result',
] as const;

const query = listQuery(clientLogRow, clientLogFilters, ['at']);
const access = permit('customer.log.view');

/** Changes of customers and their records: a read-only view of the operation log. */
export const clientLogApi = {
  list: endpoint({ method: 'GET', path: '/client-log', access, query, answer: pageOf(clientLogRow) }),
  export: exportOf('/client-log', access, query),
};
