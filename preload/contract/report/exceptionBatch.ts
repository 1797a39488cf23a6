import { billRow } from '../bill/bill';
import { caseRow } from '../customs/abnormalCase';
import { choice, count, dateTime, hours, id, ref } from '../fields';
import { object } from '../shape';
import { reportAt } from './menu';
import { billDays, report, reportApi } from './report';

/** Age steps of an open case, at which people are asked about it. */
export const caseAges = ['day', 'twoDays', 'threeDays', 'longer'] as const;
/** Upper limit in hours of each of {@link caseAges} but the last. */
export const CASE_AGE_HOURS = [24, 48, 72] as const;

/** Batches with abnormalities: type, number, age and owner. */
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
    /** When the first case was found. */
    openedAt: dateTime('landing'),
    /** Until the end of the last case, or now while one is open. */
    age: hours(),
    ageStep: choice('caseAge', caseAges),
    /** Finder of the first case. */
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
