import { type Problem, problem } from '../errors';
import { quickNumber } from '../importing/numberText';
import type { GroupIssue, RowIssue, RowValues } from '../importing/template';
import { postcodeOf } from '../rules/addresses';
import { type Consignment, type EuRules, overScheme } from '../rules/lowValue';
import { BASE_CURRENCY, fromMinor, toMinor } from '../rules/money';
import { isVagueName } from '../rules/productName';
import type { CodeRule } from '../rules/rule';
import { parcelWeightProblem } from '../rules/weights';

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

/** Columns used by {@link checkParcel}. */
export const PARCEL_USES = [...PARCEL_COLUMNS, 'netWeight'] as const;
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

/** Checks the lines of one parcel: equal parcel columns, and their weights. The server checks the value. */
export function checkParcel(
  lines: readonly RowValues[],
  number: (index: number) => number,
): readonly GroupIssue[] {
  const first = lines[0];
  if (!first || lines.length === 1) return NO_GROUP_ISSUES;
  const issues: GroupIssue[] = [];
  let net = 0;
  for (const [index, line] of lines.entries()) {
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

/** Returns warnings about the value of a parcel in EUR: above the limit of its VAT scheme, or implausibly high. */
export function valueIssues(goods: Consignment, rules: EuRules): readonly RowIssue[] {
  const { euros: value, vatScheme } = goods;
  const over = overScheme(goods, rules) && rules.iossLimit !== null;
  const odd = Number(value) > PARCEL_VALUE;
  if (!over && !odd) return NONE;
  const scheme = { choice: ['vatScheme', vatScheme] as const };
  return [
    ...(over
      ? [warning('vatScheme', problem('IOSS_OVER_LIMIT', { value, scheme, limit: rules.iossLimit ?? '' }))]
      : []),
    ...(odd ? [warning('unitPrice', problem('PARCEL_VALUE_ODD', { value, max: PARCEL_VALUE }))] : []),
  ];
}

/** Returns the problem of one person's parcels, by value in EUR: each is within the limit, but not their sum. */
export function splitProblem(euros: readonly string[], { lowValue }: EuRules): Problem | undefined {
  if (euros.length < 2 || lowValue === null) return undefined;
  const values = euros.map((value) => toMinor(value, BASE_CURRENCY));
  const limit = toMinor(lowValue, BASE_CURRENCY);
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total <= limit || values.some((value) => value > limit)) return undefined;
  return problem('SPLIT_SUSPECTED', {
    ...{ n: euros.length, limit: lowValue },
    value: fromMinor(total, BASE_CURRENCY),
  });
}

/** Returns LIMIT_LATER: the limits, and the customs rates of other currencies, are records of the server. */
export const laterValueChecks = (): readonly Problem[] => [problem('LIMIT_LATER')];
