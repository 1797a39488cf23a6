import { DatabaseSync } from 'node:sqlite';
import { operateLogRow } from '@contract/access/operateLog';
import { attachmentRow } from '@contract/bill/attachment';
import { billRow } from '@contract/bill/bill';
import { billLogRow, timelineEvent } from '@contract/bill/billHistory';
import { findMeta, unwrap } from '@contract/fields';
import { resources } from '@contract/index';
import { MINOR_DIGITS } from '@contract/rules/currencies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { codecOf } from '../../../main/server/store/codec';

/** With two, no, three and four decimals. */
const currencies = ['EUR', 'JPY', 'KWD', 'CLF'];
/** Texts of any characters, except those that the fields of the contract refuse. */
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0'));
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+Z$/, 'Z'));

function anyOf(schema: z.ZodType, currency: string): fc.Arbitrary<unknown> {
  const meta = findMeta(schema);
  switch (meta?.kind) {
    case 'id':
    case 'ref':
      return fc.integer({ min: 1 });
    case 'choice':
    case 'state':
      return fc.constantFrom(...meta.values);
    case 'flag':
      return fc.boolean();
    case 'count':
      return fc.integer({ min: meta.min, max: Math.min(meta.max, 2 ** 31) });
    case 'size':
      return fc.integer({ min: 0 });
    case 'weight':
    case 'volume':
    case 'decimal':
      return fc.integer({ min: 0, max: 1_000_000_000_000 }).map((thousandths) => thousandths / 1000);
    case 'money':
      return fc
        .integer({ min: -999_999_999_999, max: 999_999_999_999 })
        .map((minor) => amount(minor, /^[A-Z]{3}$/.test(meta.currency) ? meta.currency : currency));
    case 'fixed':
      return fc
        .integer({ min: 1, max: 999_999_999_999 })
        .map(
          (scaled) =>
            `${Math.floor(scaled / 10 ** meta.digits)}.${String(scaled % 10 ** meta.digits).padStart(meta.digits, '0')}`,
        );
    case 'date':
      return instant.map((text) => text.slice(0, 10));
    case 'dateTime':
      return instant;
    case 'codes':
      return fc.array(anyText, { maxLength: 5 });
    case 'refs':
      return fc.array(fc.integer({ min: 1 }), { maxLength: 5 });
    case 'approvalSteps':
    case 'chargeSteps':
    case 'lines':
    case 'totals':
    case 'table':
    case 'block':
    case 'json':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
    default:
      return anyText;
  }
}

/** Returns a decimal text of an amount in minor units, by the digits of ISO 4217. */
function amount(minor: number, currency: string): string {
  const digits = MINOR_DIGITS.get(currency) ?? Number.NaN;
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`;
  return (minor < 0 ? '-' : '') + text.slice(0, text.length - digits) + fraction;
}

/** Generates rows of the contract, in one currency. */
const rowsOf = (schema: z.ZodObject) =>
  fc.constantFrom(...currencies).chain((currency) =>
    fc.record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, field]) => {
          const value = name === 'currency' ? fc.constant(currency) : anyOf(field as z.ZodType, currency);
          // An amount without its currency is refused before it is stored.
          const optional = name !== 'currency' && unwrap(field as z.ZodType).nullable;
          return [name, optional ? fc.option(value) : value];
        }),
      ),
    ),
  );

const schemas: readonly [string, z.ZodObject][] = [
  ...Object.entries(resources).map(([name, { row }]): [string, z.ZodObject] => [name, row]),
  ['bill', billRow],
  ['billLog', billLogRow],
  ['timelineEvent', timelineEvent],
  ['attachment', attachmentRow],
  ['operateLog', operateLogRow],
];

describe.each(schemas)('the codec of %s', (name, schema) => {
  const codec = codecOf(schema);
  const fields = Object.keys(schema.shape);

  test('returns from the database what was stored', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`create table "${name}" (${fields.map((field) => `"${field}"`)})`);
    const insert = db.prepare(`insert into "${name}" values (${fields.map(() => '?')})`);
    fc.assert(
      fc.property(rowsOf(schema), (row) => {
        const columns = codec.encode(row as never);
        insert.run(...fields.map((field) => columns[field] ?? null));
        const kept = db.prepare(`select * from "${name}"`).get() as object;
        db.exec(`delete from "${name}"`);
        expect(codec.decode({ ...kept, aColumnThatTheContractDoesNotName: 1 })).toEqual(row);
      }),
      { numRuns: 60 },
    );
    db.close();
  });

  test('stores whole numbers, texts and nothing else', () => {
    fc.assert(
      fc.property(rowsOf(schema), (row) => {
        for (const [field, value] of Object.entries(codec.encode(row as never))) {
          const fits = value === null || typeof value === 'string' || Number.isSafeInteger(value);
          expect(fits, `${field}: ${value}`).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('names no column without a value', () => {
    const given = fields.slice(0, 2);
    const row = fc.sample(rowsOf(schema), { numRuns: 1, seed: 1 })[0] ?? {};
    const part = Object.fromEntries(given.map((field) => [field, row[field]]));
    expect(Object.keys(codec.encode(part as never))).toEqual(given);
  });
});
