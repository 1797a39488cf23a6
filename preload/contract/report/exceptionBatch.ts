import { billRow } from '../bill/bill';
import { caseRow } from '../customs/abnormalCase';
import { choice, count, dateTime, hours, id, ref } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, report, reportApi } from './report';

/** How long a case has been open: the steps at which people are asked about it. */
export const caseAges = ['day', 'twoDays', 'threeDays', 'longer'] as const;
/** Hours at which each of {@link caseAges} but the last ends. */
export const CASE_AGE_HOURS = [24, 48, 72] as const;

/** Batches with something abnormal: what, how often, since when, and who is on it. */
export const exceptionBatchReport = report({
  name: 'reportExceptionBatch',
  call: 'exception-batch',
  ...reportAt('exceptionBatch'),
  row: object(() => ({
    id: id(),
    billId: id(),
    ...billRow.pick({ billNo: true, batchNo: true }).shape,
    customerId: ref('customer'),
    stage: billRow.shape.stage,
    type: caseRow.shape.type,
    cases: count(),
    openCases: count(),
    /** When the first of them was found. */
    openedAt: dateTime('landing'),
    /** To the end of the last, or to now while one is open. */
    age: hours(),
    ageStep: choice('caseAge', caseAges),
    /** Who found the first. */
    ownerId: ref('staff').nullable(),
    state: choice('openOrDone', ['open', 'done']),
    landingAirportId: ref('airport'),
  })),
  hidden: ['landingAirportId'],
  days: billDays,
  filters: ['type', 'state', 'ownerId', 'ageStep', 'stage'],
  order: '-openedAt',
  keyword: ['billNo', 'batchNo'],
  tiles: {
    openBatches: { unit: 'count' },
    openCases: { unit: 'count' },
    openedToday: { unit: 'count' },
    openAge: { unit: 'hours' },
    oldest: { unit: 'hours' },
  },
  charts: {
    byType: { kind: 'bars', by: 'type', series: { cases: { unit: 'count' } } },
    ageing: { kind: 'stacked', by: 'ageStep', split: 'type', series: { openCases: { unit: 'count' } } },
  },
  leads: ({ billNo, type }) => ({
    path: '/bill/cases',
    as: 'abnormalCase-asked',
    asked: { billNo, type: [type] },
  }),
});
export const exceptionBatchReportApi = reportApi(exceptionBatchReport);
