/** The names of a fixed table, in its order, by their type. */
export const namesOf = <K extends string>(table: Readonly<Record<K, unknown>>): [K, ...K[]] =>
  Object.keys(table) as [K, ...K[]];

/** Returns a table of some names, with the value `made` returns for each. */
export const perName = <K extends string, V>(names: readonly K[], made: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, made(name)])) as Record<K, V>;

/** Returns some fields of a record. */
export const pickOf = <R extends object, K extends keyof R & string>(
  row: R,
  names: readonly K[],
): Pick<R, K> => perName(names, (name) => row[name]) as Pick<R, K>;

/** True if a text names an entry of a table; entries of its prototype do not count. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key);

/** True if a value is one of a fixed list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => {
  const all: readonly unknown[] = list;
  return all.includes(value);
};
