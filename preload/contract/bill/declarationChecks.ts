import { type Problem, problem } from '../errors';
import { quickNumber } from '../importing/numberText';
import type { GroupIssue, RowIssue, RowValues } from '../importing/template';
import { postcodeOf } from '../rules/addresses';
import { isVagueName } from '../rules/productName';
import type { CodeRule } from '../rules/rule';
import { parcelWeightProblem } from '../rules/weights';

/**
 * Intrinsic value in EUR up to which a consignment may use IOSS (Directive 2006/112/EC, art. 369l) and the H7 declaration
 * (Delegated Regulation (EU) 2015/2446, art. 1 (48) and 143a). The relief from duty up to it (Regulation (EC) 1186/2009,
 * art. 23) ended on 2026-07-01; the duty of EUR 3 an item in its place has the same limit (Regulation (EU) 2026/382).
 */
export const IOSS_LIMIT = 150;
/** Parcel value in EUR above which a warning is given (domain.md 4.17). */
const PARCEL_VALUE = 1000;
/** Amounts are compared as whole ten-thousandths: exact below 900 thousand million. */
const SCALE = 10_000;
const LINE_TOLERANCE = 0.01 * SCALE;

/** Columns about the parcel rather than the line. Optional ones may be filled on some lines only. */
const PARCEL_COLUMNS = [
  'boxNo',
  'orderNo',
  'consigneeName',
  'address',
  'city',
  'postcode',
  'country',
  'phone',
  'email',
  'grossWeight',
  'sellerName',
  'iossNo',
  'vatScheme',
] as const;

const VALUE_COLUMNS = ['quantity', 'unitPrice', 'lineValue'] as const;
/** Columns used by {@link checkParcel}. */
export const PARCEL_USES = [...PARCEL_COLUMNS, ...VALUE_COLUMNS, 'currency', 'netWeight'] as const;
/** Columns used by {@link checkConsignee}. */
export const CONSIGNEE_USES = [...VALUE_COLUMNS, 'trackingNo', 'currency'] as const;

const error = (column: string, found: RowIssue['problem']): RowIssue => ({
  column,
  level: 'error',
  problem: found,
});
const warning = (column: string, found: RowIssue['problem']): RowIssue => ({
  column,
  level: 'warning',
  problem: found,
});

const postcodes = new Map<string, CodeRule>();

function postcodeRule(country: string): CodeRule {
  let rule = postcodes.get(country);
  if (!rule) {
    rule = postcodeOf(country);
    postcodes.set(country, rule);
  }
  return rule;
}

const NONE: readonly RowIssue[] = [];
const NO_GROUP_ISSUES: readonly GroupIssue[] = [];
const ZERO = 48;
const priceTooLow = problem('NUMBER_MIN', { min: 0.01 });
const required = problem('REQUIRED');
const weightless = problem('NUMBER_MIN', { min: 0.001 });

/** Checks between the cells of a line. */
export function checkLine(values: RowValues): readonly RowIssue[] {
  const { country, postcode, productName, unitPrice, lineValue, netWeight, grossWeight } = values;
  let issues: RowIssue[] | undefined;
  const add = (issue: RowIssue) => {
    issues ??= [];
    issues.push(issue);
  };
  if (typeof country === 'string' && typeof postcode === 'string') {
    const found = postcodeRule(country).check(postcode);
    if (found) add(error('postcode', found));
  }
  if (typeof productName === 'string' && isVagueName(productName)) {
    add(error('productName', problem('PRODUCT_NAME_VAGUE', { value: productName })));
  }
  // Fast path: only an amount that begins with 0 can be below one cent.
  if (typeof unitPrice === 'string' && unitPrice.charCodeAt(0) <= ZERO && scaled(unitPrice) < 0.01 * SCALE) {
    add(error('unitPrice', priceTooLow));
  }
  if (typeof lineValue === 'string') {
    const computed = computedValue(values);
    if (computed !== undefined && Math.abs(scaled(lineValue) - computed) > LINE_TOLERANCE) {
      add(error('lineValue', problem('LINE_VALUE', { expected: amount(computed) })));
    }
  }
  if (grossWeight === 0) add(error('grossWeight', weightless));
  const oddWeight = parcelWeightProblem(grossWeight);
  if (oddWeight) add(warning('grossWeight', oddWeight));
  if (typeof netWeight === 'number' && typeof grossWeight === 'number' && netWeight > grossWeight) {
    add(error('netWeight', problem('NET_OVER_GROSS', { net: netWeight, gross: grossWeight })));
  }
  if (values.vatScheme === 'ioss' && values.iossNo === null) add(error('iossNo', required));
  return issues ?? NONE;
}

function scaled(text: string): number {
  const quick = quickNumber(text);
  return Math.round((quick < 0 ? Number(text) : quick) * SCALE);
}

const amount = (value: number): string => (value / SCALE).toFixed(2);

function computedValue({ quantity, unitPrice }: RowValues): number | undefined {
  return typeof quantity === 'number' && typeof unitPrice === 'string'
    ? quantity * scaled(unitPrice)
    : undefined;
}

/** Returns the value of a line in ten-thousandths; undefined if it is not known yet. */
function lineValueOf(line: RowValues): number | undefined {
  return typeof line.lineValue === 'string' ? scaled(line.lineValue) : computedValue(line);
}

/** Checks the lines of one parcel: equal parcel columns, and the IOSS limit. */
export function checkParcel(
  lines: readonly RowValues[],
  number: (index: number) => number,
): readonly GroupIssue[] {
  const first = lines[0];
  if (!first) return NO_GROUP_ISSUES;
  if (lines.length === 1) {
    return valueIssuesOf(first, lineValueOf(first) ?? 0);
  }
  const issues: GroupIssue[] = [];
  let value = 0;
  let net = 0;
  for (const [index, line] of lines.entries()) {
    value += lineValueOf(line) ?? 0;
    net += typeof line.netWeight === 'number' ? Math.round(line.netWeight * 1000) : 0;
    if (index > 0) issues.push(...differences(lines, number, index));
  }
  const last = lines.length - 1;
  const gross = first.grossWeight;
  if (
    typeof gross === 'number' &&
    net > Math.round(gross * 1000) &&
    lines.every(({ netWeight }) => fits(netWeight, gross))
  ) {
    issues.push({
      index: last,
      ...error('netWeight', problem('NET_OVER_GROSS', { net: net / 1000, gross })),
    });
  }
  issues.push(...valueIssuesOf(first, value));
  return issues;
}

const fits = (net: RowValues[string] | undefined, gross: number) => typeof net !== 'number' || net <= gross;

/** Returns where a line contradicts the first line with a value about its parcel. */
function differences(
  lines: readonly RowValues[],
  number: (index: number) => number,
  index: number,
): GroupIssue[] {
  const line = lines[index] ?? {};
  const issues: GroupIssue[] = [];
  for (const column of PARCEL_COLUMNS) {
    const value = line[column];
    if (value === null || value === undefined || value === lines[0]?.[column]) continue;
    const at = lines.findIndex((other) => other[column] !== null && other[column] !== undefined);
    const stated = lines[at]?.[column];
    if (at >= index || stated === value) continue;
    const found = problem('SAME_IN_PARCEL', { row: number(at), value: String(stated) });
    issues.push({ index, ...error(column, found) });
  }
  return issues;
}

/** Same as {@link valueIssues}, for a parcel in EUR with its value in ten-thousandths; other currencies need a rate. */
function valueIssuesOf({ currency, vatScheme }: RowValues, value: number): readonly GroupIssue[] {
  if (currency !== 'EUR' || value <= IOSS_LIMIT * SCALE) return NO_GROUP_ISSUES;
  return valueIssues(vatScheme, value / SCALE).map((issue) => ({ index: 0, ...issue }));
}

/** Returns warnings about the value of a parcel in EUR: above the IOSS limit, or implausibly high. */
export function valueIssues(vatScheme: unknown, euros: number): readonly RowIssue[] {
  if (euros <= IOSS_LIMIT) return NONE;
  const value = euros.toFixed(2);
  return [
    ...(vatScheme === 'ioss'
      ? [warning('vatScheme', problem('IOSS_OVER_LIMIT', { value, limit: IOSS_LIMIT }))]
      : []),
    ...(euros > PARCEL_VALUE
      ? [warning('unitPrice', problem('PARCEL_VALUE_ODD', { value, max: PARCEL_VALUE }))]
      : []),
  ];
}

/** Returns the problem of one person's parcels, by value in EUR: each is within the limit, but not their sum. */
export function splitProblem(euros: readonly number[]): Problem | undefined {
  const total = euros.reduce((sum, value) => sum + value, 0);
  if (euros.length < 2 || total <= IOSS_LIMIT || euros.some((value) => value > IOSS_LIMIT)) return undefined;
  return problem('SPLIT_SUSPECTED', { n: euros.length, value: total.toFixed(2), limit: IOSS_LIMIT });
}

/** Warns if parcels of one person exceed the limit together, but not individually: customs may add them up. */
export function checkConsignee(lines: readonly RowValues[]): readonly GroupIssue[] {
  const [first] = lines;
  if (lines.every(({ trackingNo }) => trackingNo === first?.trackingNo)) return NO_GROUP_ISSUES;
  const parcels = new Map<string, { index: number; value: number }>();
  for (const [index, line] of lines.entries()) {
    if (typeof line.trackingNo !== 'string' || line.currency !== 'EUR') continue;
    const parcel = parcels.get(line.trackingNo) ?? { index, value: 0 };
    parcel.value += lineValueOf(line) ?? 0;
    parcels.set(line.trackingNo, parcel);
  }
  const found = splitProblem([...parcels.values()].map(({ value }) => value / SCALE));
  if (!found) return NO_GROUP_ISSUES;
  return [...parcels.values()].map(({ index }) => ({ index, ...warning('consigneeName', found) }));
}

const IN_EUROS = /^(?:eur|euros?|€|欧元)?$/i;

/** Returns LIMIT_LATER for values not in EUR: the server checks the limits by the last day rate. */
export function laterValueChecks(texts: (column: string) => Iterable<string>): readonly Problem[] {
  for (const text of texts('currency'))
    if (!IN_EUROS.test(text))
      return [problem('LIMIT_LATER', { currency: text.slice(0, 10), limit: IOSS_LIMIT, max: PARCEL_VALUE })];
  return [];
}
