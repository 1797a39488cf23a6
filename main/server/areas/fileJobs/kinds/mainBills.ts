import { type BillDraft, billDraft } from '@contract/bill/bill';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import type { ImportTemplate, RowIssue, RowValues } from '@contract/importing/template';
import { batchIssue, type ExistingBatch } from '@contract/rules/batches';
import type { CheckedTable } from '../../../../tabular/check';
import type { ForeignIssue } from '../../../../tabular/issues';
import { isInScope } from '../../../core/inScope';
import { refuseFields } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { createBill } from '../../bill/billWrites';
import type { CheckScope, RowKind } from '../rowKind';
import { rowByRow } from '../rows';
import { atColumn } from './bills';

/** Bills written in one transaction where good rows are imported without the bad ones. */
const CHUNK = 50;

/** Columns of the file by the bill field they fill. */
const COLUMNS = {
  customerId: 'customerCode',
  serviceId: 'serviceCode',
  originAirportId: 'originAirport',
  landingAirportId: 'landingAirport',
  destinationId: 'destinationCode',
};

/** Main bills, one per row; airports, customer, service and destination are given as codes. */
export const mainBillRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  aside: {
    makes: 'bill',
    own: ['bill', 'pick', 'parcel', 'box', 'batch', 'fyco', 'abnormalCase', 'forecastBill', 'chargedStage'],
  },
  context: async (db) => {
    const airports = await db.selectFrom('airport').select(['airportCode', 'timeZone']).execute();
    const zones = new Map(airports.map(({ airportCode, timeZone }) => [airportCode, timeZone]));
    return { zoneOf: (airport) => zones.get(airport) };
  },
  foreign: async (db, checked, scope) =>
    problemsOf(checked, await loadReferences(db), await loadBills(db, checked, scope.own), scope),
  apply: async (context, rows, conversion) => {
    const known = await loadReferences(context.read);
    const make = rowByRow(async (inner, { values }) => {
      const { problems, values: resolved } = resolve(values, known);
      const [wrong] = Object.entries(problems);
      if (wrong) throw atColumn(...wrong);
      const origin = { source: 'import', importJobId: conversion.job.id } as const;
      const { id, version } = await createBill(inner, draftOf(resolved), origin);
      return { effects: [{ what: 'bill', recordId: id, before: null, after: { version } }] };
    }, COLUMNS);
    return make(context, rows, conversion);
  },
});

interface KnownRecord {
  readonly id: number;
  readonly active: number;
}
interface References {
  readonly airports: ReadonlyMap<string, KnownRecord & { readonly twoLetterCode: string }>;
  readonly customers: ReadonlyMap<string, KnownRecord>;
  readonly services: ReadonlyMap<string, KnownRecord>;
  readonly channels: ReadonlyMap<
    string,
    KnownRecord & { readonly destinationCode: string; readonly customerId: number | null }
  >;
  readonly destinations: ReadonlyMap<string, KnownRecord>;
}

async function loadReferences(db: Reader): Promise<References> {
  const byCode = <T extends { code: string }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.code, row]));
  const [customers, services, destinations, channels, airports] = await Promise.all([
    db.selectFrom('customer').select(['code', 'id', 'active']).execute(),
    db.selectFrom('service').select(['code', 'id', 'active']).execute(),
    db.selectFrom('destination').select(['code', 'id', 'active']).execute(),
    db
      .selectFrom('channelCode')
      .select(['channelCode as code', 'id', 'active', 'destinationCode', 'customerId'])
      .execute(),
    db.selectFrom('airport').select(['airportCode as code', 'id', 'active', 'twoLetterCode']).execute(),
  ]);
  return {
    airports: byCode(airports),
    customers: byCode(customers),
    services: byCode(services),
    destinations: byCode(destinations),
    channels: byCode(channels),
  };
}

/** Numbers looked up in one query. */
const NUMBERS_PER_QUERY = 500;

/** A bill with a number that the file names. */
interface KnownBill extends ExistingBatch {
  readonly billNo: string;
  readonly warehouseId: number | null;
  readonly removedAt: string | null;
}

/** Loads the bills under the numbers of a file. Those an import created before it was killed count as its own. */
async function loadBills(
  db: Reader,
  checked: CheckedTable,
  own: number | null,
): Promise<ReadonlyMap<string, readonly KnownBill[]>> {
  const numbers = new Set<string>();
  for (const place of checked.rows('all')) {
    const { billNo } = checked.read(place).values;
    if (typeof billNo === 'string') numbers.add(billNo);
  }
  const bills = new Map<string, KnownBill[]>();
  const searched = [...numbers];
  for (let from = 0; from < searched.length; from += NUMBERS_PER_QUERY) {
    let found = db
      .selectFrom('bill')
      .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
      .select([
        'billNo',
        'batchNo',
        'flightNo',
        'eta',
        'ata',
        'removedAt',
        'bill.warehouseId',
        'airport.timeZone',
      ])
      .where('billNo', 'in', searched.slice(from, from + NUMBERS_PER_QUERY));
    if (own !== null)
      found = found.where((bill) =>
        bill.or([bill('importJobId', 'is', null), bill('importJobId', '!=', own)]),
      );
    for (const bill of await found.orderBy('bill.id').execute())
      bills.set(bill.billNo, [...(bills.get(bill.billNo) ?? []), bill]);
  }
  return bills;
}

/**
 * Issue of a row with the bills of its number: the row is one of them, the uploader could not see it, or one visible to
 * them spells its batch differently or landed before the row departs.
 */
function billIssue(
  values: RowValues,
  bills: readonly KnownBill[],
  { warehouseIds }: CheckScope,
): RowIssue | undefined {
  const same = bills.filter((bill) => bill.batchNo === values.batchNo);
  if (same.length > 0) {
    const code = same.every(({ removedAt }) => removedAt !== null)
      ? 'BILL_DUPLICATE_REMOVED'
      : 'BILL_DUPLICATE';
    return { column: 'billNo', level: 'error', problem: problem(code) };
  }
  // The file names no warehouse, so it cannot say in which of several the uploader would see the bill.
  if (warehouseIds.length > 1)
    return { column: 'billNo', level: 'error', problem: problem('BILL_WAREHOUSE_FILE') };
  return batchIssue(
    values,
    bills.filter((bill) => bill.removedAt === null && isInScope(warehouseIds, bill)),
  );
}

/** Issues that the records raise against rows, besides those of the rows themselves. */
function problemsOf(
  checked: CheckedTable,
  known: References,
  bills: ReadonlyMap<string, readonly KnownBill[]>,
  scope: CheckScope,
): ForeignIssue[] {
  const issues: ForeignIssue[] = [];
  for (const place of checked.rows('all')) {
    const { values, issues: own } = checked.read(place);
    const bill = billIssue(values, bills.get(String(values.billNo)) ?? [], scope);
    const found = [
      ...Object.entries(resolve(values, known).problems).map(([column, problem]) => ({
        ...{ column, level: 'error' as const, problem },
      })),
      ...(bill ? [bill] : []),
    ];
    const row = checked.table.number(place);
    for (const { problem: issueProblem, ...issue } of found) {
      if (own.some(({ column, level }) => column === issue.column && level === 'error')) continue;
      issues.push({ row, ...issue, code: issueProblem.code, problem: issueProblem, message: '' });
    }
  }
  return issues;
}

/** Resolves the records that a row names, and returns what is wrong with them. */
function resolve(
  values: RowValues,
  known: References,
): { values: Record<string, unknown>; problems: Record<string, Problem> } {
  const problems: Record<string, Problem> = {};
  const find = <T extends KnownRecord>(key: string, records: ReadonlyMap<string, T>): T | undefined => {
    const code = values[key];
    if (typeof code !== 'string') return undefined;
    const found = records.get(code);
    if (!found) problems[key] = problem('REFERENCE_UNKNOWN', { value: code });
    else if (!found.active) problems[key] = problem('REFERENCE_INACTIVE', { value: code });
    return found;
  };
  const channel = find('channelCode', known.channels);
  const customer = find('customerCode', known.customers);
  const destination = find('destinationCode', known.destinations);
  if (
    channel &&
    destination &&
    typeof values.destinationCode === 'string' &&
    values.destinationCode !== channel.destinationCode
  ) {
    problems.destinationCode = problem('DESTINATION_CHANNEL', {
      channel: String(values.channelCode),
      expected: channel.destinationCode,
      destination: values.destinationCode,
    });
  }
  if (channel?.customerId && customer && channel.customerId !== customer.id) {
    problems.channelCode = problem('REFERENCE_UNKNOWN', { value: String(values.channelCode) });
  }
  const landing = find('landingAirport', known.airports);
  return {
    problems,
    values: {
      ...values,
      customerId: customer?.id,
      serviceId: find('serviceCode', known.services)?.id,
      originAirportId: find('originAirport', known.airports)?.id,
      landingAirportId: landing?.id,
      clearanceType: clearanceOf(values, landing?.twoLetterCode),
      destinationId: destination?.id ?? null,
    },
  };
}

/** Default clearance type, which the file does not have: standard by sea, by air that of the landing country. */
function clearanceOf({ mode }: RowValues, country: string | undefined): BillDraft['clearanceType'] {
  if (mode === 'sea') return 'standard';
  return country === 'US' ? 'us11' : 'ioss';
}

/**
 * Makes the draft of a valid row. Fields missing from the file are derived or get their usual value. Refuses what only
 * the whole draft shows.
 */
function draftOf(values: Readonly<Record<string, unknown>>): BillDraft {
  const known = Object.fromEntries(Object.keys(billDraft.shape).map((name) => [name, values[name]]));
  const checked = check(billDraft, {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    uldNumbers: values.uldNumbers ?? [],
  });
  if (!checked.ok) throw refuseFields(checked.problems);
  return checked.value;
}
