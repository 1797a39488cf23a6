import { count, id, ref } from '../fields';
import { STORAGE_LIMIT_DAYS } from '../rules/lateness';
import { object } from '../shape';
import { reportAt } from './menu';
import { report, reportApi } from './report';

/** Days after which a stored box is questioned. */
export const LONG_STORAGE_DAYS = 7;

/** Boxes between our warehouses and the hubs: opening stock, received, dispatched, closing stock. */
export const stockReport = report({
  name: 'reportStock',
  call: 'destination-warehouse-report',
  ...reportAt('stock'),
  row: object(() => ({
    id: id(),
    warehouseId: ref('warehouse'),
    destinationId: ref('destination').nullable(),
    opening: count(),
    boxesIn: count(),
    boxesOut: count(),
    closing: count(),
    /** Boxes that may not leave at present. */
    heldBoxes: count(),
    /** Days in storage of the oldest box, at the end of the span. */
    oldestDays: count().nullable(),
    /** Sum of the days in storage of all boxes. */
    storageDays: count(),
  })),
  hidden: [],
  days: ['inboundAt'],
  filters: ['closing'],
  order: '-closing',
  keyword: ['code', 'nameEn', 'nameCn', 'hub'],
  tiles: {
    stock: { unit: 'count' },
    heldBoxes: { unit: 'count' },
    overSeven: { unit: 'count', goal: { atMost: 0 } },
    overEighty: { unit: 'count', goal: { atMost: 0 } },
    oldestDays: { unit: 'days', goal: { atMost: STORAGE_LIMIT_DAYS } },
  },
  charts: {
    stockPerDay: {
      kind: 'area',
      by: 'period',
      split: 'warehouseId',
      series: { stock: { unit: 'count' } },
    },
    flow: {
      kind: 'columns',
      by: 'warehouseId',
      series: { boxesIn: { unit: 'count' }, boxesOut: { unit: 'count' } },
    },
  },
  leads: ({ warehouseId, destinationId }) => ({
    path: '/bill/bill_manage',
    asked: {
      warehouseId: [warehouseId],
      ...(destinationId ? { destinationId: [destinationId] } : {}),
      stage: ['inbound', 'clearance', 'outbound'],
    },
  }),
});
export const stockReportApi = reportApi(stockReport);
