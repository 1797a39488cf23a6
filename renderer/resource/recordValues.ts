import { UNREAD, unreadOf } from '@contract/lenient';

type Values = Readonly<Record<string, unknown>>;

/** The value of a field as it came, understood or not; null where there is none. */
function cameAs(record: object, name: string): unknown {
  const unread = unreadOf(record);
  return Object.hasOwn(unread, name) ? unread[name] : ((record as Values)[name] ?? null);
}

/**
 * The values of a record that a form begins with: each as it came, the version where the server gave one, and which of them
 * were not understood. A form that begins with them changes a record: of what it holds, only the changes are sent.
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

/** True if values are those of a record that is being changed. */
export const isRecord = (values: Values): boolean => UNREAD in values;

/** Values as a form holds them: without the note on what was not understood. */
export function held({ [UNREAD]: _, ...values }: Values): Record<string, unknown> {
  return values;
}

/** True if two values say the same; nothing is null or missing. */
const same = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** True if a field still holds what came and was not understood. */
export const isUnread = (base: Values, values: Values, name: string): boolean =>
  Object.hasOwn(unreadOf(base), name) && same(values[name], unreadOf(base)[name]);

/** Values as code that knows their types may read them: what was not understood is left out. */
export function readable(base: Values, values: Values): Values {
  const unread = Object.keys(unreadOf(base)).filter((name) => isUnread(base, values, name));
  return unread.length === 0
    ? values
    : { ...values, ...Object.fromEntries(unread.map((name) => [name, null])) };
}

/** Names of the fields that differ from what a form began with. */
export const changedNames = (base: Values, values: Values): string[] =>
  Object.keys(values).filter((name) => name !== UNREAD && !same(values[name], base[name]));

/** Body that a form sends: the changes and the version of an existing record, all values of a new one. */
export function toSend(base: Values, values: Values): Record<string, unknown> {
  if (!isRecord(base)) return { ...values };
  const names = changedNames(base, values).filter((name) => name !== 'version');
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(values.version === undefined || values.version === null ? {} : { version: values.version }),
  };
}

/** A record as it is now, when someone else changed it while it was being edited here. */
export interface Conflict {
  readonly mine: Values;
  readonly theirs: Values;
  /** Fields that both sides changed to different values. */
  readonly fields: readonly string[];
  /** Fields that they alone changed, which are taken over. */
  readonly taken: readonly string[];
}

/** Fields changed on one side alone are merged; those changed on both are asked about. */
export function conflictOf(base: Values, mine: Values, current: object): Conflict {
  const names = Object.keys(mine).filter((name) => name !== 'version');
  const isGiven = (name: string) => name in current || Object.hasOwn(unreadOf(current), name);
  // A field missing from the answer is treated as unchanged.
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
  return { mine: merged, theirs: isRecord(base) ? theirs : held(theirs), fields, taken };
}
