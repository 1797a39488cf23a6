import { asRecord } from '@contract/access/changes';
import { UNREAD, unreadOf } from '@contract/lenient';

type Values = Readonly<Record<string, unknown>>;

/** Returns the value of a field as received, parsed or not; null if there is none. */
function cameAs(record: object, name: string): unknown {
  const unread = unreadOf(record);
  return Object.hasOwn(unread, name) ? unread[name] : (asRecord(record)[name] ?? null);
}

/**
 * Returns the initial values of a form for a record: each as received, the version if the server sent one, and a
 * note on those that could not be parsed. A form with these values edits a record: only the changes are sent.
 */
export function recordValues(record: object, names: readonly string[]): Values {
  const unread = unreadOf(record);
  const version = cameAs(record, 'version');
  return {
    ...Object.fromEntries(names.map((name) => [name, cameAs(record, name)])),
    ...(version === null ? {} : { version }),
    [UNREAD]: Object.fromEntries(Object.entries(unread).filter(([name]) => names.includes(name))),
  };
}

/** True if the values are those of an existing record. */
export const isRecord = (values: Values): boolean => UNREAD in values;

/** Returns a form's values without the note on unparsed ones. */
export function parsedValues({ [UNREAD]: _, ...values }: Values): Record<string, unknown> {
  return values;
}

/** True if two values are equal; null and undefined are the same. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** True if a field still holds the received value that could not be parsed. */
export const isUnread = (base: Values, values: Values, name: string): boolean =>
  Object.hasOwn(unreadOf(base), name) && same(values[name], unreadOf(base)[name]);

/** Returns values for code that relies on their types: unparsed ones become null. */
export function readable(base: Values, values: Values): Values {
  const unread = Object.keys(unreadOf(base)).filter((name) => isUnread(base, values, name));
  return unread.length === 0
    ? values
    : { ...values, ...Object.fromEntries(unread.map((name) => [name, null])) };
}

/** Returns the names of the fields that differ from the form's initial values. */
export const changedNames = (base: Values, values: Values): string[] =>
  Object.keys(values).filter((name) => name !== UNREAD && !same(values[name], base[name]));

/** Returns the request body of a form: changes and version of an existing record, all values of a new one. */
export function toSend(base: Values, values: Values): Record<string, unknown> {
  if (!isRecord(base)) return { ...values };
  const names = changedNames(base, values).filter((name) => name !== 'version');
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(values.version === undefined || values.version === null ? {} : { version: values.version }),
  };
}

/** Current version of a record that someone else changed while it was being edited here. */
export interface Conflict {
  readonly mine: Values;
  readonly theirs: Values;
  /** Fields that both sides changed to different values. */
  readonly fields: readonly string[];
  /** Fields that only the other side changed, which are adopted. */
  readonly taken: readonly string[];
}

/**
 * Compares three versions of a record: fields changed on one side are merged, those changed on both are asked about.
 */
export function conflictOf(base: Values, mine: Values, current: object): Conflict {
  const names = Object.keys(mine).filter((name) => name !== 'version');
  const isGiven = (name: string) => name in current || Object.hasOwn(unreadOf(current), name);
  // A field missing from the response counts as unchanged.
  const now = Object.fromEntries(
    names.map((name) => [name, isGiven(name) ? cameAs(current, name) : base[name]]),
  );
  const version = cameAs(current, 'version') ?? mine.version;
  const theirs = { ...current, ...now, version, [UNREAD]: unreadOf(current) };
  const merged: Record<string, unknown> = { ...mine, version };
  const fields: string[] = [];
  const taken: string[] = [];
  for (const name of names) {
    if (same(mine[name], now[name])) continue;
    if (same(mine[name], base[name])) {
      merged[name] = now[name];
      taken.push(name);
    } else if (!same(now[name], base[name])) fields.push(name);
  }
  return { mine: merged, theirs: isRecord(base) ? theirs : parsedValues(theirs), fields, taken };
}
