import type * as z from 'zod';
import { attachmentRow } from '../bill/attachment';
import { billRow } from '../bill/bill';
import { clientAccount } from '../customer/clientAccount';
import { caseStates } from '../customs/abnormalCase';
import { batchRow } from '../customs/batch';
import { fycoStep } from '../customs/fyco';
import { parcelStates } from '../customs/parcel';
import { t1Row } from '../customs/t1';
import { type FieldMeta, findMeta, stateOf } from '../fields';
import { fileJobRow } from '../files/fileJob';
import { noaMailRow, utbMailRow } from '../mail/letter';
import { reportSchedule } from '../report/schedule';
import { resources } from '../resources';
import { filingRow } from '../sea/filing';
import { seaBill } from '../sea/seaBill';
import { isfAnswer, seaIsf } from '../sea/seaIsf';
import { seaNode } from '../sea/seaNode';
import { object } from '../shape';
import { boxRow } from '../warehouse/box';
import { pickRow } from '../warehouse/pick';
import { pmcRow } from '../warehouse/pmc';
import { adminGroupRow, grantsLogged } from './adminGroup';
import type { LogObject } from './operateLog';
import { staffRow } from './staff';

/** What the log of a bill tells of: the bill, and what is done to that which belongs to it. */
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
];

/** What is known of the fields of an object that the log speaks of. */
export const logged: Partial<Record<LogObject, readonly z.ZodObject[]>> = {
  bill: billLogged,
  attachment: [attachmentRow],
  fileJob: [fileJobRow],
  staff: [staffRow],
  adminGroup: [adminGroupRow, grantsLogged],
  clientAccount: [clientAccount.row],
  noaMail: [noaMailRow],
  utbMail: [utbMailRow],
  ...Object.fromEntries(Object.values(resources).map(({ name, row }) => [name, [row]])),
  seaBill: [seaBill.row, seaNode],
  seaIsf: [seaIsf.row, isfAnswer.pick({ event: true })],
  filing: [filingRow],
  reportSchedule: [reportSchedule.row],
};

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
 * What a value that a log keeps, which may be its text, is: its field and the value in that field's form; undefined when no
 * schema has the field. The log of a record also tells of what belongs to it: of several schemas with a field of that
 * name, the first whose field can have the value counts.
 */
export function loggedField(
  schemas: readonly z.ZodObject[],
  field: string | null,
  value: unknown,
): { readonly meta: FieldMeta; readonly value: unknown } | undefined {
  const candidates = schemas.flatMap(({ shape }) => {
    const found = field ? (shape[field] as z.ZodType | undefined) : undefined;
    const meta = found && findMeta(found);
    return found && meta ? [{ found, meta }] : [];
  });
  const fits = candidates.find(({ found, meta }) => found.safeParse(fromLog(meta, value)).success);
  const meta = (fits ?? candidates[0])?.meta;
  return meta && { meta, value: fromLog(meta, value) };
}

function fromLog(meta: FieldMeta, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMERIC.has(meta.kind)) return Number(value);
  if (meta.kind === 'flag') return value === 'true';
  if (meta.kind === 'codes' || meta.kind === 'refs') return value.startsWith('[') ? JSON.parse(value) : value;
  return value;
}

/** The fields that a line of the log names, with what stood there before and stands there after. */
export function loggedChanges(line: { before?: unknown; after?: unknown }): {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}[] {
  const [before, after] = [asRecord(line.before), asRecord(line.after)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
