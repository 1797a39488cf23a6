import { abnormalReport, abnormalReportApi } from './abnormal';
import { awbFileReport, awbFileReportApi } from './awbFile';
import { boxReport, boxReportApi } from './box';
import { countryReport, countryReportApi } from './country';
import { customerReport, customerReportApi } from './customer';
import { destinationReport, destinationReportApi } from './destination';
import { exceptionBatchReport, exceptionBatchReportApi } from './exceptionBatch';
import { inspectionReport, inspectionReportApi } from './inspection';
import { lastMileReport, lastMileReportApi } from './lastMile';
import { prealertReport, prealertReportApi } from './prealert';
import type { Report } from './report';
import { stockReport, stockReportApi } from './stock';
import { trendReport, trendReportApi } from './trend';

/** The calls of all reports, by group in the registry. */
export const reportApis = {
  reportTrend: trendReportApi,
  reportInspection: inspectionReportApi,
  reportAbnormal: abnormalReportApi,
  reportExceptionBatch: exceptionBatchReportApi,
  reportAwbFile: awbFileReportApi,
  reportBox: boxReportApi,
  reportCountry: countryReportApi,
  reportCustomer: customerReportApi,
  reportPrealert: prealertReportApi,
  reportDestination: destinationReportApi,
  reportLastMile: lastMileReportApi,
  reportStock: stockReportApi,
};
export type ReportName = keyof typeof reportApis;

/** All reports, in the order of the menu. */
export const reports: readonly Report[] = [
  trendReport,
  inspectionReport,
  abnormalReport,
  exceptionBatchReport,
  awbFileReport,
  boxReport,
  countryReport,
  customerReport,
  prealertReport,
  destinationReport,
  lastMileReport,
  stockReport,
];
