/** A value that changed since a filing: its path and both values. */
export interface FiledChange {
  /** For example `seller.city`, or `lines.2.hts` of the third line. */
  readonly path: string;
  readonly filed: unknown;
  readonly now: unknown;
}

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is readonly Part[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPart);
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Returns the differences between the filed and the current values, field by field in the order of the names; table
 * rows are compared by index, and an added or removed row is listed with each of its values.
 */
export function filedDifference(filed: Part, now: Part, names: readonly string[]): FiledChange[] {
  return names.flatMap((name) => changesOf(name, filed[name] ?? null, now[name] ?? null));
}

function changesOf(path: string, filed: unknown, now: unknown): FiledChange[] {
  if (isSame(filed, now)) return [];
  if (isTable(filed) || isTable(now)) {
    const [before, after] = [isTable(filed) ? filed : [], isTable(now) ? now : []];
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) =>
      changesOf(`${path}.${at}`, before[at] ?? {}, after[at] ?? {}),
    ).flat();
  }
  if (isPart(filed) || isPart(now)) {
    const [before, after] = [isPart(filed) ? filed : {}, isPart(now) ? now : {}];
    const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...fields].flatMap((field) =>
      changesOf(`${path}.${field}`, before[field] ?? null, after[field] ?? null),
    );
  }
  return [{ path, filed, now }];
}
