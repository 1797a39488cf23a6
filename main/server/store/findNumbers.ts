import { type RawBuilder, sql } from 'kysely';
import { beginsWith, contains, isText } from './dialect';

/**
 * Finds records by their numbers, up to five hundred at once in one statement for each place, in SQLite's dialect: the
 * numbers are passed as JSON, and for each one an index is read no further than the rows shown.
 */

/** A typed number, in the spellings in which it may be stored. */
export interface SearchedNumber {
  /** Position in the search list. */
  readonly at: number;
  /** The stored spellings: in capitals, and in the spelling of the trade. */
  readonly spellings: readonly string[];
  /** Letters and digits only. */
  readonly bare: string;
}

/** A column with numbers, the path from its record to a bill, and its index. */
export interface NumberPlace {
  readonly table: string;
  readonly column: string;
  /**
   * `whole`: an index on the column and one on its last six characters; `end`: one on the last six without hyphens;
   * `twelve`: one on the last six and the six before, of numbers without hyphens.
   */
  readonly index: 'whole' | 'end' | 'twelve';
  /** SQL from the record to its bill; null when the record is the bill itself, undefined when it belongs to none. */
  readonly join: string | null | undefined;
}

/** A record found: the position of the searched number, its own number, and its bill. */
export interface FoundNumber {
  readonly at: number;
  readonly number: string;
  readonly recordId: number;
  readonly billId: number | null;
  readonly billNo: string | null;
  readonly batchNo: string | null;
  readonly stage: string | null;
}

/**
 * Statement that searches numbers in one place, with at most `limit` records for each. Records of a removed bill are
 * hidden, the bill itself is not.
 */
export function findNumbers(
  { table, column, index, join }: NumberPlace,
  searched: readonly SearchedNumber[],
  limit: number,
): RawBuilder<FoundNumber> {
  const own = join === null ? 'bill' : 'record';
  const number = sql.ref(`${own}.${column}`);
  const bare = sql`replace(${number}, '-', '')`;
  const key = sql.raw(table === 'billUld' ? 'rowid' : 'id');
  const from = sql`${sql.table(table)} as ${sql.raw(own)} ${sql.raw(join ?? '')}`;
  const visible = join ? sql`and bill.removedAt is null` : sql``;
  const bill = (column: string) => (join === undefined ? sql`null` : sql`bill.${sql.raw(column)}`);
  const typed = sql`asked.value ->> 'bare'`;
  const spelt = [sql`asked.value ->> '$.spellings[0]'`, sql`asked.value ->> '$.spellings[1]'`];
  const among = (part: (text: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`${part(number)} in (${sql.join(spelt.map(part))})`;
  const whole =
    index === 'twelve'
      ? sql`${among((text) => text)} and ${among(lastSix)} and ${among(sixBefore)}`
      : among((text) => text);
  const ends = {
    whole: sql`length(${typed}) >= 6 and ${lastSix(number)} = ${lastSix(typed)}`,
    end: sql`${number} is not null and ${lastSix(bare)} = ${lastSix(typed)}`,
    twelve: sql`length(${typed}) >= 6 and ${lastSix(number)} = ${lastSix(typed)} and ${endsBefore(number, typed)}`,
  }[index];
  const fits = sql`(${bare} = ${typed} or (length(${typed}) >= 6 and substr(${bare}, -length(${typed})) = ${typed}))`;
  const branch = (condition: RawBuilder<unknown>) =>
    sql`select ${sql.raw(own)}.${key} as id from ${from} where ${condition} ${visible}`;
  // Each branch uses its own index, and reads no further than what is shown.
  const branches =
    index !== 'end'
      ? sql`select id from (${branch(whole)} limit ${limit}) union select id from (${branch(sql`${ends} and ${fits}`)} limit ${limit})`
      : branch(sql`${ends} and ${fits}`);
  const numbers = JSON.stringify(
    findable(searched).map(({ at, spellings, bare: plain }) => ({ at, spellings, bare: plain })),
  );
  return sql<FoundNumber>`
    select asked.value ->> 'at' as at, ${number} as number, ${sql.raw(own)}.${key} as recordId,
      ${bill('id')} as billId, ${bill('billNo')} as billNo, ${bill('batchNo')} as batchNo, ${bill('stage')} as stage
    from json_each(${numbers}) as asked
    cross join json_each((select json_group_array(id) from (${branches} limit ${limit}))) as found
    cross join ${sql.table(table)} as ${sql.raw(own)} on ${sql.raw(own)}.${key} = found.value
    ${sql.raw(join ?? '')}
    order by asked.key, recordId`;
}

/** The numbers that can exist. */
const findable = (searched: readonly SearchedNumber[]) => searched.filter(({ bare }) => isText(bare));

const lastSix = (text: RawBuilder<unknown>) => sql`substr(${text}, -6)`;
const sixBefore = (text: RawBuilder<unknown>) => sql`substr(${text}, -12, 6)`;

/**
 * True when the part before the last six characters ends as the typed text does: by the index alone, and for twelve
 * typed characters by looking them up.
 */
function endsBefore(number: RawBuilder<unknown>, typed: RawBuilder<unknown>): RawBuilder<unknown> {
  const limit = (others: string) =>
    sql`case when length(${typed}) >= 12 then ${sixBefore(typed)} else ${sql.raw(others)} end`;
  return sql`${sixBefore(number)} between ${limit("''")} and ${limit('char(1114111)')}
    and ${sixBefore(number)} like '%' || substr(substr(${typed}, 1, length(${typed}) - 6), -6)`;
}

/** Fields of a record found by its number or name: its number, and other fields by name. */
export type FoundFields = Readonly<Record<string, string | null>> & { readonly id: number };

/**
 * Records whose number begins with one of the texts, by the index of that number, and those with a text anywhere in one
 * of the fields, from a small table. At most `limit` of each; where more numbers match, the first or the last.
 */
export function findTexts(
  table: string,
  number: string,
  names: readonly string[],
  {
    begins,
    holds,
    limit,
    last = false,
  }: { begins: readonly string[]; holds: string; limit: number; last?: boolean },
): RawBuilder<{ id: number }> {
  const from = sql`from ${sql.table(table)}`;
  const beginning = begins.map(
    (text) => sql`select * from (select id ${from} where ${beginsWith(number, text)}
      order by ${sql.ref(number)} ${sql.raw(last ? 'desc' : 'asc')} limit ${limit})`,
  );
  const holding =
    names.length > 0 && holds !== ''
      ? [
          sql`select * from (select id ${from}
    where ${sql.join(
      names.map((name) => contains(name, holds)),
      sql` or `,
    )} order by ${sql.ref(number)} limit ${limit})`,
        ]
      : [];
  const parts = [...beginning, ...holding];
  return sql<{
    id: number;
  }>`${parts.length > 0 ? sql.join(parts, sql` union `) : sql`select id ${from} where false`}`;
}

/** The newest bills whose numbers end in these four or five characters, at most `limit`; removed ones are hidden. */
export function findEndOfBills(end: string, limit: number): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`select id from bill
    where substr(billNo, -4) = ${end.slice(-4)} and billNo like ${`%${end}`} and removedAt is null
    order by id desc limit ${limit}`;
}

/** Fields of records by their ids. */
export function fieldsOfFound(
  table: string,
  fields: readonly string[],
  ids: readonly number[],
): RawBuilder<FoundFields> {
  return sql<FoundFields>`select id, ${sql.join([...new Set(fields)].map((name) => sql.ref(name)))}
    from ${sql.table(table)} where id in (${sql.join(ids)})`;
}

/** Ids of parcels with these tracking numbers, by the index on their last twelve characters. */
export function idsOfParcels(trackingNos: readonly string[]): RawBuilder<number> {
  const numbered = sql.ref('numbered.trackingNo');
  const searched = sql.ref('asked.value');
  return sql<number>`(
    select numbered.id from json_each(${JSON.stringify(trackingNos.filter(isText))}) as asked
    cross join parcel as numbered
      on ${lastSix(numbered)} = ${lastSix(searched)} and ${sixBefore(numbered)} = ${sixBefore(searched)}
        and ${numbered} = ${searched})`;
}

/** Destinations with these codes, each with at most `limit` of its newest bills; one without bills is found as well. */
export function findDestinations(
  searched: readonly SearchedNumber[],
  limit: number,
): RawBuilder<FoundNumber> {
  const codes = JSON.stringify(findable(searched).map(({ at, spellings }) => ({ at, code: spellings[0] })));
  return sql<FoundNumber>`
    select asked.value ->> 'at' as at, destination.code as number, destination.id as recordId,
      bill.id as billId, bill.billNo as billNo, bill.batchNo as batchNo, bill.stage as stage
    from json_each(${codes}) as asked
    cross join destination on destination.code = asked.value ->> 'code'
    left join json_each((select json_group_array(id) from (
      select id from bill where destinationId = destination.id and removedAt is null
      order by eta desc, id desc limit ${limit}
    ))) as found on true
    left join bill on bill.id = found.value`;
}
