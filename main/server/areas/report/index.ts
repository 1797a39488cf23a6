import { abnormalReportHandlers } from './abnormal';
import { awbFileReportHandlers } from './awbFile';
import { boxReportHandlers } from './box';
import { countryReportHandlers } from './country';
import { customerReportHandlers } from './customer';
import { destinationReportHandlers } from './destination';
import { exceptionBatchReportHandlers } from './exceptionBatch';
import { inspectionReportHandlers } from './inspection';
import { lastMileReportHandlers } from './lastMile';
import { prealertReportHandlers } from './prealert';
import { stockReportHandlers } from './stock';
import { trendReportHandlers } from './trend';

/** The handlers of all reports, by their groups in the registry. */
export const allReportHandlers = {
  reportTrend: trendReportHandlers,
  reportInspection: inspectionReportHandlers,
  reportAbnormal: abnormalReportHandlers,
  reportExceptionBatch: exceptionBatchReportHandlers,
  reportAwbFile: awbFileReportHandlers,
  reportBox: boxReportHandlers,
  reportCountry: countryReportHandlers,
  reportCustomer: customerReportHandlers,
  reportPrealert: prealertReportHandlers,
  reportDestination: destinationReportHandlers,
  reportLastMile: lastMileReportHandlers,
  reportStock: stockReportHandlers,
};
