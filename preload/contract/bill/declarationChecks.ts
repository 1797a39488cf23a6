import { problem } from '../errors';
import { quickNumber } from '../importing/numberText';
import type { GroupIssue, RowIssue, RowValues } from '../importing/template';
import { postcodeOf } from '../rules/addresses';
import { isVagueName } from '../rules/productName';
import type { CodeRule } from '../rules/rule';
import { parcelWeightProblem } from '../rules/weights';

/** Intrinsic value in EUR up to which a consignment may use IOSS and the H7 declaration (Directive 2006/112, art. 369l). */
const IOSS_LIMIT = 150;
/** Value in EUR beyond which a parcel of this trade is looked at again (domain.md 4.17). */
const PARCEL_VALUE = 1000;
/** Amounts are compared as whole ten-thousandths: exact below 900 thousand million. */
const SCALE = 10_000;
const LINE_TOLERANCE = 0.01 * SCALE;

/** Columns that describe the parcel and not the line. An optional one may be filled on some lines only. */
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
/** What {@link checkParcel} looks at. */
export const PARCEL_USES = [...PARCEL_COLUMNS, ...VALUE_COLUMNS, 'currency', 'netWeight'] as const;
/** What {@link checkConsignee} looks at. */
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
  // Digits from 1 on begin no amount below a cent.
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

/** Value of a line in ten-thousandths; undefined while it is not known. */
function lineValueOf(line: RowValues): number | undefined {
  return typeof line.lineValue === 'string' ? scaled(line.lineValue) : computedValue(line);
}

/** Checks of the lines of one parcel: what describes the parcel is the same on all, and the IOSS limit. */
export function checkParcel(
  lines: readonly RowValues[],
  number: (index: number) => number,
): readonly GroupIssue[] {
  const first = lines[0];
  if (!first) return NO_GROUP_ISSUES;
  if (lines.length === 1) {
    return valueIssues(first, lineValueOf(first) ?? 0);
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
  issues.push(...valueIssues(first, value));
  return issues;
}

const fits = (net: RowValues[string] | undefined, gross: number) => typeof net !== 'number' || net <= gross;

/** Where a line says something else of its parcel than the first line that says it. */
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
    const said = lines[at]?.[column];
    if (at >= index || said === value) continue;
    const found = problem('SAME_IN_PARCEL', { row: number(at), value: String(said) });
    issues.push({ index, ...error(column, found) });
  }
  return issues;
}

/** Warnings about the value of a parcel in ten-thousandths: beyond the IOSS limit, or beyond what parcels are worth. */
function valueIssues(first: RowValues, value: number): readonly GroupIssue[] {
  if (first.currency !== 'EUR' || value <= IOSS_LIMIT * SCALE) return NO_GROUP_ISSUES;
  const issues: GroupIssue[] = [];
  if (first.vatScheme === 'ioss') {
    const found = problem('IOSS_OVER_LIMIT', { value: amount(value), limit: IOSS_LIMIT });
    issues.push({ index: 0, ...warning('vatScheme', found) });
  }
  if (value > PARCEL_VALUE * SCALE) {
    const found = problem('PARCEL_VALUE_ODD', { value: amount(value), max: PARCEL_VALUE });
    issues.push({ index: 0, ...warning('unitPrice', found) });
  }
  return issues;
}

/** Several parcels of one person that together exceed the limit which each of them keeps: customs may add them up. */
export function checkConsignee(lines: readonly RowValues[]): readonly GroupIssue[] {
  const [first] = lines;
  if (lines.every(({ trackingNo }) => trackingNo === first?.trackingNo)) return NO_GROUP_ISSUES;
  const parcels = new Map<string, { index: number; value: number }>();
  let total = 0;
  for (const [index, line] of lines.entries()) {
    if (typeof line.trackingNo !== 'string' || line.currency !== 'EUR') continue;
    const parcel = parcels.get(line.trackingNo) ?? { index, value: 0 };
    const value = lineValueOf(line) ?? 0;
    parcel.value += value;
    total += value;
    parcels.set(line.trackingNo, parcel);
  }
  const limit = IOSS_LIMIT * SCALE;
  if (parcels.size < 2 || total <= limit) return NO_GROUP_ISSUES;
  if ([...parcels.values()].some(({ value }) => value > limit)) return NO_GROUP_ISSUES;
  const found = problem('SPLIT_SUSPECTED', { n: parcels.size, value: amount(total), limit: IOSS_LIMIT });
  return [...parcels.values()].map(({ index }) => ({ index, ...warning('consigneeName', found) }));
}
