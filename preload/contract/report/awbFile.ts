import { billRow } from '../bill/bill';
import { code, count, dateTime, hours, id, money, ref, text, weight } from '../fields';
import { fileJobRow } from '../files/fileJobRow';
import { currencyCode } from '../rules/places';
import { object } from '../shape';
import { reportAt } from './menu';
import { report, reportApi } from './report';

/** Declaration files of bills: the upload, whether it can be used, and how early it came. */
export const awbFileReport = report({
  name: 'reportAwbFile',
  call: 'awb-file',
  ...reportAt('awbFile'),
  row: object(() => ({
    id: id(),
    billId: id(),
    fileName: text(255),
    ...billRow.pick({ billNo: true, batchNo: true }).shape,
    customerId: ref('customer'),
    /** Time of the upload. */
    createdAt: dateTime(),
    status: fileJobRow.shape.status,
    agsLines: count().nullable(),
    decoLines: count().nullable(),
    totalParcels: count().nullable(),
    totalBoxes: count().nullable(),
    totalWeight: weight().nullable(),
    totalValue: money().nullable(),
    currency: code(currencyCode).nullable(),
    errorRows: count(),
    /** From upload to landing. */
    lead: hours().nullable(),
    ata: billRow.shape.ata,
    landingAirportId: ref('airport'),
  })),
  hidden: ['ata', 'landingAirportId'],
  days: ['createdAt', 'eta', 'ata', 'podAt'],
  filters: ['status', 'errorRows'],
  order: '-createdAt',
  keyword: ['fileName', 'billNo', 'batchNo'],
  tiles: {
    files: { unit: 'count' },
    errorShare: { unit: 'percent' },
    decoShare: { unit: 'percent' },
    dataLead: { unit: 'hours', goal: { atLeast: 6 } },
  },
  charts: {
    perPeriod: {
      kind: 'stacked',
      by: 'period',
      series: { agsLines: { unit: 'count' }, decoLines: { unit: 'count' } },
    },
  },
  leads: ({ billId }) => ({ path: `/bill/bill_manage/detail/${billId}` }),
});
export const awbFileReportApi = reportApi(awbFileReport);
