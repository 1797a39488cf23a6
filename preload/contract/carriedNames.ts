type Values = Readonly<Record<string, unknown>>;

/** Endings of the fields in which a record may carry the name of a record that it refers to. */
const ENDINGS = ['Name', 'Code'] as const;
const LONGEST = 200;

/**
 * The names that a record of another server carries beside its references (`customerName` beside `customerId`). They
 * are shown where the server has no list that gives the name.
 */
export function carriedNames(shape: Values, given: Values): Record<string, string> {
  const carried: Record<string, string> = {};
  for (const field of Object.keys(shape)) {
    if (!field.endsWith('Id')) continue;
    for (const ending of ENDINGS) {
      const name = field.slice(0, -2) + ending;
      const value = given[name];
      if (!(name in shape) && typeof value === 'string' && value.trim())
        carried[name] = value.slice(0, LONGEST);
    }
  }
  return carried;
}

/**
 * Returns the name that a record carries for its reference to a resource: the field named after the resource, else the
 * only one.
 */
export function carriedNameOf(row: Values, to: string, id: unknown): string | undefined {
  const found = Object.keys(row).flatMap((field) => {
    if (!field.endsWith('Id') || row[field] !== id) return [];
    const base = field.slice(0, -2);
    const name = ENDINGS.map((ending) => row[base + ending]).find(
      (one) => typeof one === 'string' && one !== '',
    );
    return typeof name === 'string' ? [{ base: base.toLowerCase(), name }] : [];
  });
  const wanted = to.toLowerCase();
  return (
    found.find(({ base }) => base === wanted || base.endsWith(wanted)) ??
    (found.length === 1 ? found[0] : undefined)
  )?.name;
}
