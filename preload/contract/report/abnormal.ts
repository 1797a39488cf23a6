import { caseRow } from '../customs/abnormalCase';
import { hours, id, ref } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, report, reportApi } from './report';

/** Abnormal cases, and their causes. */
export const abnormalReport = report({
  name: 'reportAbnormal',
  call: 'abnormal',
  ...reportAt('abnormal'),
  row: object(() => ({
    id: id(),
    billId: id(),
    ...caseRow.pick({ caseNo: true, billNo: true, batchNo: true }).shape,
    customerId: ref('customer'),
    ...caseRow.pick({ boxNo: true, trackingNo: true, type: true, level: true, responsible: true }).shape,
    ...caseRow.pick({ state: true, quantity: true, foundAt: true, closedAt: true }).shape,
    /** From finding to closing. */
    duration: hours().nullable(),
    photoCount: caseRow.shape.photoCount,
    landingAirportId: ref('airport'),
  })),
  hidden: ['landingAirportId'],
  days: billDays,
  filters: ['type', 'level', 'responsible', 'state'],
  order: '-foundAt',
  keyword: ['caseNo', 'billNo', 'trackingNo', 'boxNo'],
  tiles: {
    cases: { unit: 'count' },
    openCases: { unit: 'count' },
    per10000: { unit: 'count' },
    caseDuration: { unit: 'hours' },
  },
  charts: {
    byType: {
      kind: 'columns',
      by: 'type',
      series: { cases: { unit: 'count' }, cumulated: { unit: 'percent', line: true, joined: true } },
    },
    byResponsible: { kind: 'columns', by: 'responsible', series: { cases: { unit: 'count' } } },
  },
  leads: ({ caseNo }) => ({ path: '/bill/cases', as: 'abnormalCase-asked', asked: { caseNo } }),
});
export const abnormalReportApi = reportApi(abnormalReport);
