import { permit } from '../permissions';

/** The screens of the reports by their place in the menu, in its order. They are named apart from what they report. */
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

/** Where a report is reached, and by whom. */
export const reportAt = (menu: ReportMenu) => ({
  path: reportPaths[menu],
  menu: `report.${menu}` as const,
  view: permit(`report.${menu}.view`),
});
