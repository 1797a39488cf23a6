import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { actorName, choice, dateTime, id, json, ref, text } from '../fields';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { object } from '../shape';
import { logActions, logObjects } from '../vocabulary';

/** One write: actor, time, address, object and changes. Rows are only ever added. */
export const operateLogRow = object(() => ({
  id: id(),
  at: dateTime(),
  operatorId: ref('staff').nullable(),
  operatorName: actorName(60),
  module: choice('logModule', [
    'report',
    'access',
    'bill',
    'config',
    'customer',
    'tools',
    'transport',
    'finance',
    'business',
    'sea',
  ]),
  action: choice('logAction', logActions),
  objectType: choice('logObject', logObjects),
  objectId: text(64).nullable(),
  objectNo: text(60).nullable(),
  before: json(),
  after: json(),
  ip: text(45).nullable(),
  userAgent: text(300).nullable(),
  result: choice('logResult', ['ok', 'fail']),
}));
export type OperateLogRow = z.output<typeof operateLogRow>;
export type LogObject = OperateLogRow['objectType'];
export type LogModule = OperateLogRow['module'];
export type LogAction = OperateLogRow['action'];

const access = permit('config.operateLog.view');
const query = listQuery(
  operateLogRow,
  ['operatorId', 'module', 'action', 'at', 'objectNo', 'objectType', 'result'],
  ['at'],
);

export const operateLogApi = {
  list: endpoint({ method: 'GET', path: '/operate-logs', access, query, answer: pageOf(operateLogRow) }),
  /** One row for each field of a line, with its old and new value; one without them if the line has no fields. */
  export: exportOf('/operate-logs', access, query),
};
