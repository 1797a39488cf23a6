import type { Bill } from '../bill/bill';
import { type Problem, problem } from '../errors';
import type { FileJob } from '../files/fileJobRow';

/** Data of a bill to compare with its header. */
export interface BillData {
  readonly customerActive: boolean;
  readonly landingAirportActive: boolean;
  readonly destinationKnown: boolean;
  readonly boxes: number;
  readonly parcels: number;
  /** Sum of the lines in minor units of the bill's currency; null if the lines are in several currencies. */
  readonly lineValue: number | null;
  /** The header's value in the same minor units. */
  readonly headerValue: number;
  readonly hsFailed: number;
  readonly lockedIoss: readonly string[];
  /** The declaration file whose conversion decides: a waiting one, else the latest; null if none was uploaded. */
  readonly declarationFile: Pick<FileJob, 'fileName' | 'status'> | null;
}

/** Allowed relative difference between data and header: of box and parcel counts, and of values. */
const COUNT_TOLERANCE = 0.005;
const VALUE_TOLERANCE = 0.01;

/** Returns the problems that "check" finds in a bill; empty if its data is complete and consistent. */
export function checkBill(bill: Bill, data: BillData): Problem[] {
  const found: Problem[] = [];
  if (!data.customerActive) found.push(inactive('customerId', String(bill.customerId)));
  if (!data.landingAirportActive) found.push(inactive('landingAirportId', String(bill.landingAirportId)));
  if (bill.mode === 'air' && !bill.flightNo) found.push(required('flightNo'));
  if (!bill.eta) found.push(required('eta'));
  if (!data.destinationKnown) found.push(required('destinationId'));
  if (bill.packageCount < 1) found.push(required('packageCount'));
  const average = bill.weight / bill.boxCount;
  if (average < 0.5 || average > 60) found.push(problem('WEIGHT_PER_BOX', { weight: average.toFixed(2) }));
  if (differs(bill.boxCount, data.boxes, COUNT_TOLERANCE))
    found.push(countDiffers('boxCount', bill.boxCount, data.boxes));
  if (differs(bill.packageCount, data.parcels, COUNT_TOLERANCE)) {
    found.push(countDiffers('packageCount', bill.packageCount, data.parcels));
  }
  if (data.lineValue !== null && differs(data.headerValue, data.lineValue, VALUE_TOLERANCE)) {
    found.push(problem('BILL_VALUE_DIFFERS', { header: data.headerValue / 100, data: data.lineValue / 100 }));
  }
  if (data.hsFailed > 0) found.push(problem('BILL_HS_FAILED', { n: data.hsFailed }));
  for (const no of data.lockedIoss) found.push(problem('IOSS_LOCKED', { no }));
  const file = data.declarationFile;
  if (file && file.status !== 'success') {
    const status = { state: ['fileJob', file.status] } as const;
    found.push(problem('BILL_FILE_OPEN', { file: file.fileName, status }));
  }
  return found;
}

const differs = (header: number, data: number, tolerance: number): boolean =>
  Math.abs(header - data) > Math.abs(header) * tolerance;
const required = (field: string): Problem => problem('REQUIRED', { field: { field } });
const inactive = (field: string, value: string): Problem =>
  problem('REFERENCE_INACTIVE', { field: { field }, value });
const countDiffers = (field: string, header: number, data: number): Problem =>
  problem('BILL_COUNT_DIFFERS', { field: { field }, header, data });
