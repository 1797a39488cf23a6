import { type RawBuilder, sql } from 'kysely';

type Cell = number | string | null;

/** Rows that were worked out here as a statement; one parameter, however many they are. */
export const jsonRows = <R extends { readonly [N in keyof R]: Cell }>(
  rows: readonly R[],
  {
    integers,
    texts,
  }: { readonly integers: readonly (keyof R & string)[]; readonly texts: readonly (keyof R & string)[] },
): RawBuilder<unknown> => {
  const columns = [
    ...integers.map((name) => sql`cast(made.value ->> ${sql.lit(name)} as integer) as ${sql.ref(name)}`),
    ...texts.map((name) => sql`made.value ->> ${sql.lit(name)} as ${sql.ref(name)}`),
  ];
  return sql`select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}) as made`;
};
