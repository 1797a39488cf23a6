import { billRow } from '../bill/bill';
import { id, kilograms, ref, share } from '../fields';
import { object } from '../shape';
import { boxRow } from '../warehouse/box';
import { reportAt } from './menu';
import { report, reportApi } from './report';

/** Every box: its place and weight. */
export const boxReport = report({
  name: 'reportBox',
  call: 'box',
  ...reportAt('box'),
  row: object(() => ({
    id: id(),
    billId: id(),
    ...billRow.pick({ billNo: true, batchNo: true }).shape,
    ...boxRow.pick({ boxNo: true, state: true, destinationCode: true }).shape,
    customerId: ref('customer'),
    lastMileId: ref('lastMile').nullable(),
    ...boxRow.pick({ declaredParcels: true, inboundAt: true, outboundAt: true }).shape,
    podAt: billRow.shape.podAt,
    /** The declared and the measured weight. */
    weight: boxRow.shape.weight,
    measuredWeight: boxRow.shape.measuredWeight,
    /** Measured less declared, and that in percent of the declared weight. */
    difference: kilograms().nullable(),
    differencePercent: share().nullable(),
    landingAirportId: ref('airport'),
    warehouseId: ref('warehouse').nullable(),
    destinationId: ref('destination').nullable(),
  })),
  hidden: ['landingAirportId', 'warehouseId', 'destinationId'],
  days: ['eta', 'ata', 'createdAt', 'podAt'],
  filters: ['state', 'destinationCode', 'difference', 'differencePercent', 'inboundAt', 'outboundAt'],
  order: 'boxNo',
  keyword: ['boxNo', 'billNo', 'batchNo'],
  tiles: {
    boxes: { unit: 'count' },
    received: { unit: 'count' },
    out: { unit: 'count' },
    missing: { unit: 'count' },
    weightDifference: { unit: 'percent' },
    shortageRate: { unit: 'percent', goal: { atMost: 0.1 } },
  },
  charts: {
    way: { kind: 'bars', by: 'step', series: { boxes: { unit: 'count' } } },
    byState: { kind: 'columns', by: 'state', series: { boxes: { unit: 'count' } } },
  },
  leads: ({ billId }) => ({ path: `/bill/bill_manage/detail/${billId}` }),
});
export const boxReportApi = reportApi(boxReport);
