import { billRow } from '../bill/bill';
import { fycoRow } from '../customs/fyco';
import { choice, code, dateTime, hours, id, ref } from '../fields';
import { mrn } from '../rules/customs';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, LONGEST_SPAN, report, reportApi } from './report';

/** Inspections by customs, and their duration. */
export const inspectionReport = report({
  name: 'reportInspection',
  call: 'customs-inspection',
  ...reportAt('inspection'),
  row: object(() => ({
    id: id(),
    billId: id(),
    ...billRow.pick({ billNo: true, batchNo: true }).shape,
    customerId: ref('customer'),
    landingAirportId: ref('airport'),
    ...fycoRow.pick({ trackingNo: true, boxNo: true, state: true }).shape,
    declaredAt: dateTime('landing').nullable(),
    ...fycoRow.pick({ type: true, reason: true, noticeAt: true, presentedAt: true }).shape,
    ...fycoRow.pick({ inspectedAt: true, result: true, resultAt: true }).shape,
    /** From notice to result. */
    duration: hours().nullable(),
    mrn: code(mrn).nullable(),
    declarationSystem: choice('declarationSystem', ['DECO', 'AGS', 'H1_BE', 'ABI']).nullable(),
  })),
  hidden: ['boxNo'],
  days: billDays,
  longest: LONGEST_SPAN,
  filters: ['reason', 'result', 'type', 'declarationSystem', 'state'],
  order: '-noticeAt',
  keyword: ['billNo', 'batchNo', 'trackingNo', 'boxNo'],
  tiles: {
    inspections: { unit: 'count' },
    inspectionRate: { unit: 'percent' },
    inspectionRateBills: { unit: 'percent' },
    inspectionDuration: { unit: 'hours', goal: { atMost: 72 } },
    releasedShare: { unit: 'percent' },
    firstRelease: { unit: 'hours', goal: { atMost: 2 } },
    holdRate: { unit: 'percent', goal: { atMost: 1 } },
    failureRate: { unit: 'percent', goal: { atMost: 0.2 } },
  },
  charts: {
    byReason: {
      kind: 'columns',
      by: 'reason',
      series: { inspections: { unit: 'count' }, p90: { unit: 'hours', line: true } },
    },
    perPeriod: {
      kind: 'columns',
      by: 'period',
      series: { inspections: { unit: 'count' }, median: { unit: 'hours', line: true } },
    },
  },
  leads: ({ billNo, trackingNo }) => ({
    path: '/bill/fyco',
    as: 'fyco-asked',
    asked: { billNo, ...(trackingNo ? { trackingNo } : {}) },
  }),
});
export const inspectionReportApi = reportApi(inspectionReport);
