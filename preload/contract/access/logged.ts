import type * as z from 'zod';
import { attachmentRow, ofFile } from '../bill/attachment';
import { billRow } from '../bill/bill';
import { clientAccount } from '../customer/clientAccount';
import { caseRow, caseStates } from '../customs/abnormalCase';
import { batchRow } from '../customs/batch';
import { customsAnswerRow, customsMessageRow } from '../customs/customsMessage';
import { fycoStep } from '../customs/fyco';
import { hsLineRow } from '../customs/hsCheck';
import { parcelRow, parcelStates } from '../customs/parcel';
import { unidentifiedRow } from '../customs/productId';
import { t1Row } from '../customs/t1';
import {
  choice,
  codes,
  count,
  dateTime,
  decimal,
  type FieldMeta,
  findMeta,
  flag,
  note,
  stateOf,
  text,
  weight,
} from '../fields';
import { fileJobRow } from '../files/fileJobRow';
import { bankEntryRow, bankStatementRow } from '../finance/bankEntry';
import { billCostRow } from '../finance/billCost';
import { billCostDiffRow } from '../finance/billCostDiff';
import { billPaymentRow } from '../finance/billPayment';
import { billRevenueRow } from '../finance/billRevenue';
import { bookMonthRow } from '../finance/bookMonth';
import { customerInvoiceRow } from '../finance/customerInvoice';
import { eInvoiceRow, eInvoiceSettings } from '../finance/eInvoice';
import { rateFeed, rateFeedRead } from '../finance/rateFeed';
import { supplierInvoiceRow } from '../finance/supplierInvoiceRow';
import { cmrRow } from '../linehaul/cmr';
import { cmrFileRow } from '../linehaul/cmrFile';
import { noaMailRow, utbMailRow } from '../mail/letter';
import { mailRow, mailSettings } from '../mail/mail';
import { monitorRecordRow } from '../monitor/monitorRecord';
import { namesOf, perName } from '../names';
import { apiPushRow } from '../partners/apiPush';
import { reportSchedule } from '../report/schedule';
import { resources } from '../resources';
import { fieldsOf } from '../rowFields';
import type { CodeRule } from '../rules/rule';
import { airTransport } from '../scheduling/airTransport';
import { seaContainer, seaTransport } from '../scheduling/seaTransport';
import { filingRow } from '../sea/filing';
import { seaBill } from '../sea/seaBill';
import { entryAnswer, seaEntry } from '../sea/seaEntry';
import { isfAnswer, seaIsf } from '../sea/seaIsf';
import { seaNode } from '../sea/seaNode';
import { object } from '../shape';
import { boxRow } from '../warehouse/box';
import { labelSettings } from '../warehouse/label';
import { labelSize } from '../warehouse/labelSize';
import { palletView } from '../warehouse/pallet';
import { pickRow } from '../warehouse/pick';
import { pmcRow } from '../warehouse/pmc';
import { stockCountRow, stockDifference } from '../warehouse/stockCount';
import { adminGroupRow, grantsLogged } from './adminGroup';
import { asRecord, changedFields } from './changes';
import type { LogObject } from './operateLog';
import { staffRow } from './staff';

/** Schemas of the log of a bill: the bill, and records that belong to it. */
export const billLogged: readonly z.ZodObject[] = [
  billRow,
  object(() => ({
    parcelState: stateOf({ name: 'parcel', states: parcelStates }),
    caseState: stateOf({ name: 'abnormalCase', states: caseStates }),
    fycoStep: fycoStep.shape.step,
  })),
  batchRow,
  pickRow,
  t1Row,
  pmcRow,
  boxRow,
  object(() => ({ length: decimal(null), width: decimal(null), height: decimal(null) })),
  hsLineRow,
  unidentifiedRow,
  utbMailRow,
];

const anything: CodeRule = { max: 300, normalise: (raw) => raw, check: () => undefined };
const several = codes(anything, 10_000);

/** Logged fields that belong to no record: inputs and results of calls. */
const beside = object(() => ({
  ...ofFile,
  billNo: text(80),
  code: text(60),
  avatarUrl: text(300),
  createdAt: dateTime(),
  reason: note(500),
  subject: text(300),
  toEmails: several,
  ccEmails: several,
  files: several,
  pallets: several,
  boxNos: several,
  allocations: several,
  columns: several,
  numbers: text(10_000),
  format: text(10),
  language: choice('language', ['en', 'cn']),
  attachXlsx: flag(),
  attachXml: flag(),
  labels: count(),
  copies: count(),
  lines: count(),
  rows: count(),
  kept: count(),
  undone: count(),
  ended: count(),
  totalBoxes: count(-1_000_000_000),
  totalLines: count(-1_000_000_000),
  totalParcels: count(-1_000_000_000),
}));
const labelOrder = object(() => ({ size: labelSize }));
const forBill = object(() => ({ bookedKg: weight() }));
const mailSignIn = object(() => ({ signIn: choice('mailSignIn', ['set', 'removed']) }));

const ofResources = perName<keyof typeof resources, readonly z.ZodObject[]>(namesOf(resources), (name) => [
  resources[name].row,
]);

/** Schemas of the fields in the log, by object. */
const logged: Readonly<Record<LogObject, readonly z.ZodObject[]>> = {
  bill: billLogged,
  abnormalCase: [caseRow],
  apiPush: [apiPushRow],
  attachment: [attachmentRow],
  billCost: [billCostRow],
  billCostDiff: [billCostDiffRow],
  billPayment: [billPaymentRow],
  bookMonth: [bookMonthRow],
  bankStatement: [bankStatementRow],
  bankEntry: [bankEntryRow],
  billRevenue: [billRevenueRow],
  customerInvoice: [customerInvoiceRow, eInvoiceRow],
  supplierInvoice: [supplierInvoiceRow],
  box: [boxRow, labelOrder],
  cmr: [cmrRow, cmrFileRow],
  file: [],
  importJob: [],
  labelSettings: [labelSettings],
  mail: [mailRow],
  mailSettings: [mailSettings, mailSignIn],
  rateFeed: [rateFeed, rateFeedRead],
  eInvoiceSettings: [eInvoiceSettings, mailSignIn],
  monitorRecord: [monitorRecordRow],
  pallet: [palletView, labelOrder],
  parcel: [parcelRow, labelOrder],
  statement: [],
  stockCount: [stockCountRow, stockDifference],
  fileJob: [fileJobRow],
  staff: [staffRow],
  adminGroup: [adminGroupRow, grantsLogged],
  clientAccount: [clientAccount.row],
  noaMail: [noaMailRow],
  utbMail: [utbMailRow],
  ...ofResources,
  airTransport: [airTransport.row],
  seaTransport: [seaTransport.row, seaContainer, forBill],
  seaBill: [seaBill.row, seaNode],
  seaIsf: [seaIsf.row, isfAnswer.pick({ event: true })],
  seaEntry: [seaEntry.row, entryAnswer.pick({ event: true })],
  filing: [filingRow],
  customsMessage: [customsMessageRow],
  customsAnswer: [customsAnswerRow],
  reportSchedule: [reportSchedule.row],
};

/** Returns the schemas of the fields in a log line about an object. */
export const loggedSchemas = (of: LogObject): readonly z.ZodObject[] => [...logged[of], beside];
/** Schemas of the fields in log lines about any object. */
export const everyLogged: readonly z.ZodObject[] = [...Object.values(logged).flat(), beside];

const NUMERIC: ReadonlySet<FieldMeta['kind']> = new Set([
  'id',
  'count',
  'weight',
  'volume',
  'decimal',
  'ref',
  'size',
]);

/**
 * Returns the field of a logged value, which may be its text, and the value in that field's form; undefined if no
 * schema has the field. The log of a record also covers what belongs to it: of several schemas with that field name,
 * the first whose field accepts the value is used; `fits` is false if none does. `several` is true if a call was made
 * with several values of a field; the value is then a list.
 */
export function loggedField(
  schemas: readonly z.ZodObject[],
  field: string | null,
  value: unknown,
):
  | { readonly meta: FieldMeta; readonly value: unknown; readonly several: boolean; readonly fits: boolean }
  | undefined {
  const candidates = field ? candidatesOf(schemas, field) : [];
  const takes = (one: unknown) =>
    candidates.find(({ found, meta }) => found.safeParse(fromLog(meta, one)).success);
  const fits = takes(value);
  const fitsEach = fits || !Array.isArray(value) ? undefined : takes(value[0]);
  const meta = (fits ?? fitsEach ?? candidates[0])?.meta;
  if (!meta) return undefined;
  return {
    meta,
    value: fromLog(meta, value),
    several: fitsEach !== undefined,
    fits: (fits ?? fitsEach) !== undefined,
  };
}

const candidatesOf = (schemas: readonly z.ZodObject[], field: string) =>
  schemas.flatMap((schema) => {
    const found = fieldsOf(schema)[field];
    const meta = found && findMeta(found);
    return found && meta ? [{ found, meta }] : [];
  });

function fromLog(meta: FieldMeta, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMERIC.has(meta.kind)) return Number(value);
  if (meta.kind === 'flag') return value === 'true';
  if (meta.kind === 'codes' || meta.kind === 'refs') return value.startsWith('[') ? JSON.parse(value) : value;
  return value;
}

/** Returns the fields in a log line, with their values before and after. */
export function loggedChanges(line: { objectType: LogObject; before?: unknown; after?: unknown }): {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}[] {
  const [before, after] = [asRecord(line.before), asRecord(line.after)];
  const schemas = loggedSchemas(line.objectType);
  // Internal ids are left out, because the line also names their record. The values are not checked against their
  // fields, because lists with many lines call this.
  const isInner = (field: string) => candidatesOf(schemas, field)[0]?.meta.kind === 'id';
  return changedFields(before, after)
    .filter((field) => !isInner(field))
    .map((field) => ({
      field,
      before: before[field],
      after: after[field],
    }));
}
