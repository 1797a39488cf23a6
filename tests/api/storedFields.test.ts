import { findMeta, metaOf, unwrap } from '@contract/fields';
import { type ApiName, allEndpoints } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { storedRows } from '../../main/server/store/storedRows';
import { testApi } from '../support/server';
import { cases } from './cases';

// A field declared once in a row of the contract must exist in every table, call and language. A new field that is
// missing in one of them is listed here.
const api = testApi();

const tables = Object.entries(storedRows).map(([table, { row, elsewhere }]) => ({
  table,
  row: row as z.ZodObject,
  fields: Object.keys((row as z.ZodObject).shape),
  elsewhere: new Set<string>(elsewhere),
}));

test.each(tables)('$table has a column for each field', ({ table, fields, elsewhere }) => {
  const missing = fields
    .filter((field) => !elsewhere.has(field))
    .filter((field) => {
      try {
        api.rows(`select "${table}"."${field}" from "${table}" limit 1`);
        return false;
      } catch {
        return true;
      }
    });
  expect(missing).toEqual([]);
});

/** Fields that are shown without a label: by their place, or by the action on them. */
const UNLABELLED: ReadonlySet<string> = new Set([
  ...['ownerName', 'mine', 'isDefault', 'groupIds', 'ofGroup'].map((field) => `listView.${field}`),
  ...['billPayment.reversedAt', 'billPayment.reversedBy', 'billCostOfBill.reversed'],
  ...['billRevenue.chargeKey', 'billRevenueOfBill.chargeKey'],
  ...['statementMail.sentBy', 'statementMailSent.sentBy'],
  ...['pmcOfBill.inboundBegun', 'pmcOfBill.billStage'],
  ...['cmrMail.configName', 'cmrMail.fault'],
  ...['delivered', 'masked', 'history'].map((field) => `parcel.${field}`),
  ...['parcelEvent.what', 'parcelEvent.toState', 'scheduleChange.by'],
  ...['lastAt', 'times', 'operation', 'httpStatus', 'request'].map((field) => `filingExchange.${field}`),
  ...['lastAt', 'times', 'operation', 'httpStatus', 'request'].map((field) => `customsExchange.${field}`),
]);

describe.each(LANGUAGES)('the words in %s', (language) => {
  const labels: Readonly<Record<string, string>> = words[language].fields;
  test.each(tables)('name every field of $table', ({ table, row, fields }) => {
    const unnamed = fields
      .filter((field) => !(`${table}_${field}` in labels || field in labels))
      // An id of another record is shown by that record's own name.
      .filter((field) => findMeta(row.shape[field] as z.ZodType)?.kind !== 'id')
      .map((field) => `${table}.${field}`);
    expect(unnamed.filter((field) => !UNLABELLED.has(field))).toEqual([]);
  });
});

type Values = Record<string, unknown>;

/** Returns any valid value for a field that a case leaves empty. */
function sampleOf(field: z.ZodType): unknown {
  const meta = metaOf(field);
  if (meta.kind === 'text' && !meta.format) return 'Probe 7'.slice(0, meta.max);
  if (meta.kind === 'note') return 'Probe of a note';
  if (meta.kind === 'count') return meta.min + 1;
  if (meta.kind === 'weight') return 12.345;
  return undefined;
}

/** Fields of a call that differ from those of its returned row, despite the same name. */
const OTHERS: ReadonlySet<string> = new Set([
  // Measured by hand: the weight of the row is the announced one.
  'box.weigh.weight',
  // The box of a parcel's case is that of the parcel.
  'abnormalCase.create.boxNo',
  // Remark of the approval step.
  ...['contract', 'standardQuote', 'orderQuote', 'taxation'].map((group) => `${group}.approval.remark`),
]);

const endpoints = allEndpoints();

/** Calls that return the row they write, with the fields that body and row share, and the call that reads it. */
const writes = endpoints.flatMap(({ name, found: { body, answer } }) => {
  if (!(body instanceof z.ZodObject) || !(answer instanceof z.ZodObject)) return [];
  const row = answer.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.entries(body.shape as Record<string, z.ZodType>).filter(
    ([field, schema]) =>
      ![field === 'version', OTHERS.has(`${name}.${field}`)].includes(true) &&
      row[field] &&
      findMeta(schema) &&
      unwrap(row[field]).inner === unwrap(schema).inner,
  );
  const reading = endpoints.find(
    (one) => one.name === `${name.split('.')[0]}.get` && one.found.answer === answer,
  );
  return fields.length > 0 ? [{ name, fields: new Map(fields), read: reading?.name }] : [];
});

/** Returns the fields of a row that a call takes; amounts as numbers, regardless of their decimals. */
const ofCall = (fields: ReadonlyMap<string, z.ZodType>, row: Values): Values =>
  Object.fromEntries(
    [...fields].flatMap(([field, schema]) => {
      const value = row[field];
      if (value === undefined) return [];
      const isAmount = value !== null && ['money', 'fixed'].includes(metaOf(schema).kind);
      return [[field, isAmount ? Number(value) : value]];
    }),
  );

test.each(writes)('$name keeps every field that it is given', async ({ name, fields, read }) => {
  const as = api.actor({ superAdmin: true });
  const input = await cases[name].right(api, as);
  const body: Values = { ...(input.body as Values) };
  for (const [field, schema] of fields)
    if ((body[field] ?? null) === null) body[field] = sampleOf(schema) ?? body[field];
  const answer = await api.send(name, { ...input, body }, { as });
  expect(answer).not.toHaveProperty('refused');
  const { got } = answer as { got: Values };
  expect(ofCall(fields, got)).toMatchObject(ofCall(fields, body));
  if (!read) return;
  const again = await api.send(
    read as ApiName,
    { params: got.id === undefined ? input.params : { id: got.id } } as never,
    { as },
  );
  // The time of the second read may be a second later.
  expect(again).toEqual({ got: 'asOf' in got ? { ...got, asOf: expect.any(String) } : got });
});

test('covers writing calls in every area', () => {
  const groups = new Set(writes.map(({ name }) => name.split('.')[0]));
  for (const group of [
    'pallet',
    'pick',
    'pmc',
    'bill',
    't1',
    'cmr',
    'staff',
    'adminGroup',
    'billCost',
    'seaBill',
  ])
    expect(groups).toContain(group);
});
