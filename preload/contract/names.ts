/** The names of a fixed table, in its order, by their type. */
export const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): [K, ...K[]] =>
  Object.keys(table) as [K, ...K[]];

/** A table of some names, with what `made` answers of each. */
export const perName = <K extends string, V>(names: readonly K[], made: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<K, V>;

/** The fields of a record by some of their names. */
export const pickOf = <R extends object, K extends keyof R & string>(
  row: R,
  names: readonly K[],
): Pick<R, K> => perName(names, (name) => row[name]) as Pick<R, K>;
