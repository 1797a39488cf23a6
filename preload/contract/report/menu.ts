import { permit } from '../permissions';

/** Screens of the reports by menu key, in menu order. Kept apart from the definitions of the reports. */
export const reportPaths = {
  trend: '/report/charts',
  inspection: '/report/customs-inspection',
  abnormal: '/report/abnormal',
  exceptionBatch: '/report/exception-batch',
  awbFile: '/report/awb-file',
  box: '/report/boxes',
  country: '/report/country',
  customer: '/report/customer',
  prealert: '/report/outbound-prealert',
  destination: '/report/destination',
  lastMile: '/report/last-mile',
  stock: '/report/destination-warehouse',
} as const;
export type ReportMenu = keyof typeof reportPaths;

/** Returns path, menu and permission of a report. */
export const reportAt = (menu: ReportMenu) => ({
  path: reportPaths[menu],
  menu: `report.${menu}` as const,
  view: permit(`report.${menu}.view`),
});
