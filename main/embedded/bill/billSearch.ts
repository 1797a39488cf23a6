import { type BillStage, searchHit } from '@contract/bill/bill';
import { MAX_BULK } from '@contract/limits';
import { billNo as billNoRule } from '@contract/rules/codes';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { endsWithSix } from '../store/dialect';
import type { Reader } from '../store/open';
import type { Database } from '../store/tables';

type Hit = z.output<typeof searchHit>;
void searchHit;

/** Hits shown for one number; six digits can end many. */
const HITS_PER_NUMBER = 50;
const HITS = 2000;

/** Numbers in a pasted text: separated by blanks, commas, semicolons or lines; each once. */
export function numbersIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))];
}

const KINDS = [
  { kind: 'bill', table: 'bill', column: 'billNo', billId: 'bill.id' },
  { kind: 'box', table: 'box', column: 'boxNo', billId: 'box.billId' },
  { kind: 'parcel', table: 'parcel', column: 'trackingNo', billId: 'parcel.billId' },
] as const;

/** Finds bills, boxes and parcels by whole numbers, or by their last six characters or more. */
export async function searchNumbers(
  db: Reader,
  text: string,
): Promise<{ hits: Hit[]; notFound: string[]; capped: boolean }> {
  const numbers = numbersIn(text);
  const hits: Hit[] = [];
  const notFound: string[] = [];
  let capped = numbers.length > MAX_BULK;
  for (const asked of numbers.slice(0, MAX_BULK)) {
    const found = await searchOne(db, asked);
    if (found.length === 0) notFound.push(asked);
    if (found.length > HITS_PER_NUMBER || hits.length + found.length > HITS) capped = true;
    hits.push(...found.slice(0, Math.min(HITS_PER_NUMBER, HITS - hits.length)));
  }
  return { hits, notFound, capped };
}

async function searchOne(db: Reader, asked: string): Promise<Hit[]> {
  const typed = asked.toUpperCase();
  const spellings = [...new Set([typed, billNoRule.normalise(asked)])];
  const tail = typed.replace(/[^A-Z0-9]/g, '');
  const found: Hit[] = [];
  for (const { kind, table, column, billId } of KINDS) {
    const name = `${table}.${column}` as 'bill.billNo';
    let query = db
      .selectFrom(table as 'bill')
      .$if(
        kind !== 'bill',
        (joined) => joined.innerJoin('bill as owner', 'owner.id', billId as 'bill.id') as never,
      )
      .select([
        sql<string>`${sql.ref(name)}`.as('number'),
        sql<number>`${sql.ref(billId)}`.as('billId'),
        ...(['billNo', 'batchNo', 'stage'] as const).map((part) =>
          sql<string>`${sql.ref(`${kind === 'bill' ? 'bill' : 'owner'}.${part}`)}`.as(part),
        ),
      ])
      .limit(HITS_PER_NUMBER + 1);
    query = query.where((where) => matches(where, name, spellings, tail));
    if (kind !== 'bill') query = query.where(sql<SqlBool>`owner.removedAt is null`);
    for (const row of await query.execute()) {
      found.push({
        ...(row as unknown as Omit<Hit, 'kind' | 'asked'>),
        stage: row.stage as BillStage,
        kind,
        asked,
      });
    }
  }
  return found;
}

/** The whole number, by its index; with six characters or more also its end, by the index on the last six. */
function matches(
  where: ExpressionBuilder<Database, 'bill'>,
  name: string,
  spellings: readonly string[],
  tail: string,
) {
  const whole = where(name as 'bill.billNo', 'in', spellings);
  if (tail.length < 6) return whole;
  const ends = sql<SqlBool>`${endsWithSix(name, tail.slice(-6))} and replace(${sql.ref(name)}, '-', '') like ${`%${tail}`}`;
  return where.or([whole, ends]);
}
