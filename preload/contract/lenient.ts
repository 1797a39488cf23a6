import * as z from 'zod';
import { asRecord, isRecord } from './access/changes';
import { carriedNames } from './carriedNames';
import { type FieldKind, type FieldMeta, findMeta, fullSchema, unwrap } from './fields';
import { fieldsOf } from './rowFields';

type Values = Readonly<Record<string, unknown>>;

/** The field of a record that holds its values that were not understood, by field, unchanged. */
export const UNREAD = '$unread';

/** Returns the values of a record that were not understood, by field, unchanged; empty if all were. */
export function unreadOf(record: object): Values {
  const found = asRecord(record)[UNREAD];
  return isRecord(found) ? found : NONE;
}
const NONE: Values = {};

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
/**
 * True for an identifier as the client takes it: a number or a text, opaque, sent back unchanged. The type is that of
 * the embedded API, which uses numbers.
 */
export const isId = (value: unknown): value is number =>
  isWhole(value) || (typeof value === 'string' && value !== '');
/** Numbers that are shown with three decimals. */
const isThousandths = (value: unknown): boolean =>
  isNumber(value) && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6;
const each = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is);

type Reads<K extends FieldKind> = (value: unknown, meta: Extract<FieldMeta, { kind: K }>) => boolean;

/**
 * True if a value is of its kind, so that it can be shown as one. Formats, lengths and ranges are checked on input and
 * by the server that stores the value: a number with a wrong check digit is still the number of the record. Kinds
 * without an entry are read by their schema alone.
 */
const isOfKind: { readonly [K in FieldKind]: Reads<K> | null } = {
  id: isId,
  text: isText,
  note: isText,
  code: isText,
  codes: each(isText),
  choice: (value, { values }) => values.some((one) => one === value),
  state: (value, { values }) => values.some((one) => one === value),
  flag: (value) => typeof value === 'boolean',
  count: isWhole,
  size: isWhole,
  weight: isThousandths,
  volume: isThousandths,
  decimal: isThousandths,
  money: (value) => isText(value) && /^-?\d+(\.\d{1,4})?$/.test(String(value)),
  fixed: (value, { digits }) =>
    isText(value) && new RegExp(`^-?\\d+(\\.\\d{1,${digits}})?$`).test(String(value)),
  date: null,
  dateTime: null,
  ref: isId,
  refs: each(isId),
  approvalSteps: null,
  chargeSteps: null,
  lines: null,
  totals: null,
  table: null,
  block: null,
  json: () => true,
};

/** Kinds that hold records: understood as a whole or not at all, since they are changed as a whole. */
const WHOLE: ReadonlySet<FieldKind> = new Set([
  ...(['approvalSteps', 'chargeSteps', 'lines', 'totals', 'table', 'block'] as const),
]);

/** A value as it is used; an empty one if the original was not understood. */
interface ReadValue {
  readonly value: unknown;
  readonly understood: boolean;
}

type Report = (path: string) => void;

/**
 * Reads the response of a foreign server as far as it matches the contract, and never invents: unknown fields are
 * dropped; a field that is not understood is shown empty, kept unchanged in {@link UNREAD} of its record, and its path
 * is reported. `broken`: the response as a whole has another shape, and nothing of it can be shown.
 */
export function readLeniently(
  schema: z.ZodType,
  value: unknown,
  report: Report,
): { readonly data: unknown; readonly broken: boolean } {
  const { value: data, understood } = readValue(schema, value, report, '');
  return { data, broken: !understood || isBrokenPage(schema, value) };
}

/** True for a page without rows or without their number, which would show as an empty list. */
function isBrokenPage(schema: z.ZodType, value: unknown): boolean {
  if (!(schema instanceof z.ZodObject && 'list' in schema.shape && 'total' in schema.shape)) return false;
  const { list, total } = asRecord(value);
  return !Array.isArray(list) || !isNumber(total);
}

function readValue(schema: z.ZodType, value: unknown, report: Report, path: string): ReadValue {
  const { inner, nullable } = unwrap(schema);
  if (inner instanceof z.ZodNull) return { value: null, understood: true };
  if (value === null || value === undefined) {
    if (inner instanceof z.ZodUnknown) return { value: null, understood: true };
    // The contract defines what a missing value means.
    if (schema instanceof z.ZodDefault) return { value: schema.def.defaultValue, understood: true };
    if (!nullable) report(path);
    return { value: nullable ? null : nothingOf(inner), understood: nullable };
  }
  const kind = findMeta(inner);
  const read: ReadValue = kind ? readKind(inner, kind, value, path) : readPlain(inner, value, report, path);
  if (!read.understood) report(path);
  return read;
}

/** Reads a field of the contract by its kind. */
function readKind(schema: z.ZodType, meta: FieldMeta, value: unknown, path: string): ReadValue {
  const isKind = isOfKind[meta.kind] as ((value: unknown, meta: FieldMeta) => boolean) | null;
  if (isKind) return isKind(value, meta) ? { value, understood: true } : nothing(schema);
  if (!WHOLE.has(meta.kind)) {
    const checked = schema.safeParse(value);
    return checked.success ? { value: checked.data, understood: true } : nothing(schema);
  }
  let whole = true;
  const read = readPlain(
    schema,
    value,
    () => {
      whole = false;
    },
    path,
  );
  return read.understood && whole ? read : nothing(schema);
}

/** Reads values that are no fields of the contract: pages, records, lists, and bare values within them. */
function readPlain(schema: z.ZodType, value: unknown, report: Report, path: string): ReadValue {
  if (schema instanceof z.ZodObject) return readObject(schema, value, report, path);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return nothing(schema);
    const read = value.map((one, index) =>
      readValue(fullSchema(schema.element), one, report, `${path}[${index}]`),
    );
    // Keeps a record that was not understood as a row; a bare value that was not makes the list unreadable.
    const understood = read.every((one) => one.understood || isRecord(one.value));
    return understood ? { value: read.map((one) => one.value), understood } : nothing(schema);
  }
  if (schema instanceof z.ZodRecord) {
    if (!isRecord(value)) return nothing(schema);
    const entries = Object.entries(value).map(
      ([name, one]) =>
        [name, readValue(fullSchema(schema.valueType), one, report, `${path}.${name}`)] as const,
    );
    return {
      value: Object.fromEntries(
        entries.flatMap(([name, one]) => (one.understood ? [[name, one.value]] : [])),
      ),
      understood: true,
    };
  }
  if (schema instanceof z.ZodString) return isText(value) ? { value, understood: true } : nothing(schema);
  if (schema instanceof z.ZodNumber) {
    const understood = isNumber(value) || (NAMES_ID.test(path) && isId(value));
    return understood ? { value, understood } : nothing(schema);
  }
  const checked = schema.safeParse(value);
  return checked.success ? { value: checked.data, understood: true } : nothing(schema);
}

/** Matches a path whose last name is that of an identifier or a list of them. */
const NAMES_ID = /(^|\.)(id|\w+Ids?|ids)(\[\d+\])?$/;

function readObject(schema: z.ZodObject, value: unknown, report: Report, path: string): ReadValue {
  const understood = isRecord(value);
  const fields: Values = understood ? value : NONE;
  const read: Record<string, unknown> = {};
  const unread: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const came = fields[name];
    const one = readValue(field, came, understood ? report : ignore, path ? `${path}.${name}` : name);
    read[name] = one.value;
    if (!one.understood && came !== undefined && came !== null && came !== '') unread[name] = came;
  }
  if (Object.keys(unread).length > 0) read[UNREAD] = unread;
  return { value: Object.assign(read, carriedNames(schema.shape, fields)), understood };
}

const ignore = () => undefined;
const nothing = (schema: z.ZodType): ReadValue => ({ value: nothingOf(schema), understood: false });

/** Returns the value that shows as empty: neither 0 nor false, which would be values. */
function nothingOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) return readObject(schema, NONE, ignore, '').value;
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodRecord) return {};
  return schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean ? null : '';
}
