/**
 * Functions, aggregates and operators that PostgreSQL lacks or defines differently, under SQLite's names, in the schema
 * of the data, which is searched before PostgreSQL's own. They are recreated if they differ. Functions that return null
 * for null anyway are not declared strict, so that they are inlined, and not called for each row.
 */
export const FUNCTIONS = `
-- Counted from the end where the start is negative.
create or replace function main.substr(text, integer) returns text language sql immutable parallel safe
  as $$ select case when $2 < 0 then pg_catalog.right($1, -$2) else pg_catalog.substr($1, $2) end $$;
create or replace function main.substr(text, integer, integer) returns text language sql immutable parallel safe
  as $$ select pg_catalog.substr($1, case when $2 < 0 then pg_catalog.length($1) + $2 + 1 else $2 end, $3) $$;

-- The lesser and the greater of two, nothing when one of them is nothing.
create or replace function main.min(anycompatible, anycompatible) returns anycompatible language sql immutable strict
  parallel safe as $$ select case when $1 <= $2 then $1 else $2 end $$;
create or replace function main.max(anycompatible, anycompatible) returns anycompatible language sql immutable strict
  parallel safe as $$ select case when $1 >= $2 then $1 else $2 end $$;

-- Sums of whole numbers are whole numbers, and truths are counted.
create or replace aggregate main.sum(bigint) (
  sfunc = pg_catalog.int8pl, stype = bigint, combinefunc = pg_catalog.int8pl, parallel = safe);
create or replace function main.add_total(double precision, bigint) returns double precision language sql immutable
  parallel safe as $$ select $1 + coalesce($2, 0) $$;
create or replace aggregate main.total(bigint) (sfunc = main.add_total, stype = double precision, initcond = '0');
create or replace function main.add_truth(bigint, boolean) returns bigint language sql immutable parallel safe
  as $$ select case when $2 is null then $1 else coalesce($1, 0) + $2::int end $$;
create or replace aggregate main.sum(boolean) (sfunc = main.add_truth, stype = bigint);
create or replace aggregate main.max(boolean) (sfunc = pg_catalog.boolor_statefunc, stype = boolean);
create or replace aggregate main.min(boolean) (sfunc = pg_catalog.booland_statefunc, stype = boolean);

-- Whole numbers out of whatever holds them: fractions are cut off, and a text is read as far as it is a number.
create or replace function main.as_integer(text) returns bigint language sql immutable strict parallel safe
  as $$ select coalesce(substring($1 from '^\\s*([-+]?[0-9]+)')::bigint, 0) $$;
create or replace function main.as_integer(bigint) returns bigint language sql immutable strict parallel safe
  as $$ select $1 $$;
create or replace function main.as_integer(numeric) returns bigint language sql immutable strict parallel safe
  as $$ select pg_catalog.trunc($1)::bigint $$;
create or replace function main.as_integer(double precision) returns bigint language sql immutable strict parallel safe
  as $$ select pg_catalog.trunc($1)::bigint $$;
create or replace function main.as_integer(boolean) returns bigint language sql immutable strict parallel safe
  as $$ select $1::int::bigint $$;

-- Texts.
create or replace function main.instr(text, text) returns integer language sql immutable strict parallel safe
  as $$ select pg_catalog.strpos($1, $2) $$;
create or replace function main.printf(text, bigint) returns text language sql immutable strict parallel safe
  as $$ select pg_catalog.replace($1, form,
          case when pg_catalog.length($2::text) >= w then $2::text else pg_catalog.lpad($2::text, w, '0') end)
        from (select substring($1 from '%0?[0-9]*d')) as part(form),
          lateral (select coalesce(substring(form from '[0-9]+')::int, 0)) as width(w) $$;
create or replace function main.join_texts(text, text) returns text language sql immutable parallel safe
  as $$ select case when $1 is null then $2 when $2 is null then $1 else $1 || ',' || $2 end $$;
create or replace aggregate main.group_concat(text) (sfunc = main.join_texts, stype = text);
create or replace function main.join_texts(text, text, text) returns text language sql immutable parallel safe
  as $$ select case when $1 is null then $2 when $2 is null then $1 else $1 || $3 || $2 end $$;
create or replace aggregate main.group_concat(text, text) (sfunc = main.join_texts, stype = text);

-- Instants, which the store writes as 2026-11-03T08:00:00Z.
create or replace function main.unixepoch(text) returns bigint language sql immutable strict parallel safe
  as $$ select pg_catalog.floor(extract(epoch from pg_catalog.replace($1, 'Z', '')::timestamp))::bigint $$;
create or replace function main.strftime(text, text) returns text language sql stable strict parallel safe
  as $$ select to_char(case when $2 = 'now' then now() at time zone 'UTC' else pg_catalog.replace($2, 'Z', '')::timestamp end,
    'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;
create or replace function main.strftime(text, text, text) returns text language sql stable strict parallel safe
  as $$ select to_char(pg_catalog.replace($2, 'Z', '')::timestamp + $3::interval, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- The day of an instant, moved by each of the modifiers in turn.
create or replace function main.date(text, variadic text[]) returns text language plpgsql immutable strict parallel safe
  as $date$
declare at timestamp := pg_catalog.replace($1, 'Z', '')::timestamp; modifier text;
begin
  foreach modifier in array $2 loop
    if modifier = 'start of month' then at := date_trunc('month', at);
    elsif modifier like 'weekday %' then
      at := at + ((pg_catalog.right(modifier, 1)::int - extract(dow from at)::int + 7) % 7) * interval '1 day';
    elsif modifier is null then return null;
    else at := at + modifier::interval;
    end if;
  end loop;
  return to_char(at, 'YYYY-MM-DD');
end $date$;

-- JSON, which the store keeps as texts.
create or replace function main.json_path(text) returns text[] language sql immutable strict parallel safe
  as $$ select case when $1 = '$' then '{}' when left($1, 1) = '$' then
      string_to_array(ltrim(replace(replace(pg_catalog.substr($1, 2), '[', '.'), ']', ''), '.'), '.') else array[$1] end $$;
create or replace function main.json_get(text, text) returns text language sql immutable strict parallel safe
  as $$ select $1::json #>> main.json_path($2) $$;
create or replace function main.json_part(text, text) returns text language sql immutable strict parallel safe
  as $$ select ($1::json #> main.json_path($2))::text $$;
create or replace function main.json_extract(text, text) returns text language sql immutable strict parallel safe
  as $$ select $1::json #>> main.json_path($2) $$;
create or replace function main.json_remove(text, text) returns text language sql immutable strict parallel safe
  as $$ select ($1::jsonb #- main.json_path($2))::text $$;
create or replace function main.json_array_length(text) returns bigint language sql immutable strict parallel safe
  as $$ select pg_catalog.json_array_length($1::json)::bigint $$;
create or replace function main.json_valid(text) returns boolean language plpgsql immutable strict parallel safe
  as $$ begin perform $1::json; return true; exception when others then return false; end $$;
create or replace function main.json_each(text) returns table (key bigint, value text) language sql immutable strict
  rows 20 parallel safe
  as $$ select n - 1, item #>> '{}' from pg_catalog.json_array_elements($1::json) with ordinality as items(item, n) $$;
create or replace function main.json_each(text, text) returns table (key bigint, value text) language sql immutable strict
  rows 20 parallel safe
  as $$ select n - 1, item #>> '{}' from pg_catalog.json_array_elements(case
      when json_typeof($1::json #> main.json_path($2)) = 'array' then $1::json #> main.json_path($2) else '[]' end)
    with ordinality as items(item, n) $$;
create or replace function main.array_text(anycompatiblearray) returns text language sql immutable parallel safe
  as $$ select pg_catalog.array_to_json($1)::text $$;
create or replace aggregate main.json_group_array(anycompatible) (
  sfunc = pg_catalog.array_append, stype = anycompatiblearray, initcond = '{}', finalfunc = main.array_text);

-- A truth is 1 or 0 where it is compared with a number.
create or replace function main.same_truth(boolean, integer) returns boolean language sql immutable strict parallel safe
  as $$ select $1::int = $2 $$;
-- A number is compared with what a text says, so that an index on the number serves it (a
-- function that is called strict is not looked into); of a list with nothing in it, nobody knows which of the two it holds.
create or replace function main.same_number(bigint, text) returns boolean language sql immutable parallel safe
  as $$ select $1 = case when $2 ~ '^-?[0-9]{1,18}$' then $2::bigint end $$;
do $$ begin
  if to_regoperator('main.->>(text,text)') is null then
    create operator main.->> (leftarg = text, rightarg = text, function = main.json_get);
    create operator main.-> (leftarg = text, rightarg = text, function = main.json_part);
    create operator main.= (leftarg = boolean, rightarg = integer, function = main.same_truth);
    create operator main.= (leftarg = bigint, rightarg = text, function = main.same_number);
  end if;
end $$;
`;

/** The schema in the form in which SQLite shows it; and sequences, which a row with a given key advances. */
export const CATALOGUE = `
create or replace view main.sqlite_master as
  select relname::text as name, case when relkind = 'v' then 'view' when relkind = 'i' then 'index' else 'table' end as type,
    coalesce((select of.relname from pg_index join pg_class as of on of.oid = indrelid where indexrelid = pg_class.oid),
      relname)::text as tbl_name, obj_description(pg_class.oid) as sql
  from pg_class where relnamespace = 'main'::regnamespace and relkind in ('r', 'v', 'i')
  union all
  select tgname, 'trigger', tgrelid::regclass::text, null from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'main'::regnamespace and not tgisinternal and tgname <> 'keepIds' and tgname not like 'scope %';
create or replace view main.sqlite_sequence as
  select replace(left(sequencename, -7), '"', '')::text as name, coalesce(last_value, 0) as seq from pg_sequences
  where schemaname = 'main' and sequencename like '%\\_id\\_seq';
create or replace function main.pragma_table_info(text) returns table (cid bigint, name text, type text) language sql stable
  as $$ select attnum - 1, attname::text, format_type(atttypid, null) from pg_attribute
        where attrelid = to_regclass('main.' || quote_ident($1)) and attnum > 0 and not attisdropped $$;

create or replace function main.keep_ids() returns trigger language plpgsql as $keep$
declare last bigint; counter regclass;
begin
  counter := pg_get_serial_sequence(tg_relid::regclass::text, 'id');
  execute format('select max(id) from %s', tg_relid::regclass) into last;
  if last > coalesce(pg_sequence_last_value(counter), 0) then perform setval(counter, last); end if;
  return null;
end $keep$;

-- Warehouses within which the writes of a transaction stay; nothing where they may be anywhere.
create or replace function main.scope() returns bigint[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('main.scope', true), ''), ',')::bigint[] $$;
`;
