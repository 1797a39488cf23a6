import { expect, test } from 'vitest';
import { lex, textOf } from '../../../main/server/store/postgres/lex';
import { toPostgres, typed } from '../../../main/server/store/postgres/translate';

/** Statements of the store, and their translation for PostgreSQL. */
const TRANSLATIONS: readonly (readonly [string, string])[] = [
  ['select billNo from bill where id = ?', 'select "billNo" from bill where id = $1'],
  ['select \'billNo\', "billNo" from bill', 'select \'billNo\', "billNo" from bill'],
  ['select * from t where a = ?2 and b = ?1', 'select * from t where a = $2 and b = $1'],
  ["x like ? escape '\\'", "x ilike $1 escape '\\'"],
  ["x like '%a' and b", "x ilike '%a' escape '' and b"],
  [
    "select (x like '%' || substr(y, 2)) from t where z like ?",
    "select (x ilike '%' || substr(y, 2) escape '') from t where z ilike $1 escape ''",
  ],
  ['a is b', 'a is not distinct from b'],
  ['a is not b', 'a is distinct from  b'],
  ['a is not null and b is null', 'a is not null and b is null'],
  ['select cast(value as integer) from x', 'select as_integer(value) from x'],
  ['select cast(value as text) from x', 'select cast(value as text) from x'],
  ['select a from t order by a', 'select a from t order by a nulls first'],
  ['select a from t order by id limit 5', 'select a from t order by id limit 5'],
  ['select a from t order by "t"."id" desc', 'select a from t order by "t"."id" desc'],
  ['select a from t order by a, id', 'select a from t order by a nulls first, id nulls first'],
  [
    'select a from t order by a desc, b limit 1',
    'select a from t order by a desc nulls last, b nulls first limit 1',
  ],
  [
    'select row_number() over (order by a desc) from t order by max(a, 0)',
    'select row_number() over (order by a desc nulls last) from t order by max(a, 0) nulls first',
  ],
  ['select * from (select 1)', 'select * from (select 1) as unnamed1'],
  ['select * from (select 1) as one', 'select * from (select 1) as one'],
  ['select * from (select 1) where true', 'select * from (select 1) as unnamed1 where true'],
  ['insert or ignore into t (a) values (?)', 'insert  into t (a) values ($1) on conflict do nothing'],
  ['select * from a cross join b on b.id = a.id', 'select * from a  join b on b.id = a.id'],
  ['select * from a cross join b where a.id = 1', 'select * from a cross join b where a.id = 1'],
  ['select * from temp.stageLine', 'select * from pg_temp."stageLine"'],
  ['create index "i" on "t" ("a", "b")', 'create index "i" on "t" ("a" nulls first, "b" nulls first)'],
  [
    'create index i on t (substr(a, -6)) where a is not null',
    'create index i on t (substr(a, -6) nulls first) where a is not null',
  ],
  [
    'create table "t" ("name" text not null, "n" integer)',
    'create table "t" ("name" text not null, "n" bigint)',
  ],
];

test.each(TRANSLATIONS)('translates to PostgreSQL: %s', (sqlite, postgres) => {
  const plain = (text: string) => text.replace(/\/\*by value\*\//g, '').replace(/\s+/g, ' ');
  expect(plain(toPostgres(sqlite))).toBe(plain(postgres));
});

test('keeps every character of texts and names', () => {
  const text = `select 'it''s ?', "a ""b""", 1.5e3 -- why ?\n from t /* (?) */ where x ->> '$.a' = ?`;
  expect(textOf(lex(text))).toBe(text);
  expect(toPostgres(text)).toContain('= $1');
});

test('refuses characters that no statement contains', () => {
  expect(() => toPostgres('select `a`')).toThrow(SyntaxError);
});

test('gives a selected value its own type', () => {
  const translated = toPostgres('select distinct ?, a from t where b in (?, ?)');
  expect(typed(translated, [5, 1, 2])).toBe('select distinct $1::bigint, a from t where b in ($2, $3)');
  expect(typed(translated, ['5', 1, 2])).toBe('select distinct $1, a from t where b in ($2, $3)');
});

test('translates a trigger into a function and its call', () => {
  const translated = toPostgres(
    "create trigger keep before update of billNo on bill when new.billNo != old.billNo begin select raise(abort, 'no'); end",
  );
  expect(translated).toContain('create or replace function main."keep"() returns trigger');
  expect(translated).toContain("raise exception using message = 'no'");
  expect(translated).toMatch(
    /before update of "billNo" on bill\s+for each row execute function main\."keep"\(\)/,
  );
});
