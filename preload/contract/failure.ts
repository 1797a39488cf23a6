/** Matches error messages of the engine, the database and libraries, or their beginnings, that quote code only. */
const OF_CODE: readonly RegExp[] = [
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[A-Za-z_$][\w$]{0,60}'\)/,
  /^Maximum call stack size exceeded/,
  /^Invalid array length/,
  /^Minified React error #\d{1,4}/,
  /^(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed/,
  /^no such (?:table|column): [\w.]{1,80}/,
  /^(?:database (?:is locked|disk image is malformed|or disk is full)|disk I\/O error|file is not a database)/,
  /^Cannot find module$/,
];
/** A place in code: the function, if known, and file, line and column, without their folders. */
const PLACE =
  /^\s+at (?:async )?(?:new )?(?:([\w$.<>#]{1,80})(?: \[as [\w$]{1,40}\])? \()?(?:.*[\\/])?((?:node:)?[\w.@-]{1,80}:\d{1,7}:\d{1,7})\)?$/;
const PLACES = 12;

/** A failure reported by the window, which crosses the bridge as texts. */
interface WindowFailure {
  readonly message: string;
  readonly stack: string | null;
}

/** A failure already logged in short form by another process or thread, with its kind and places. */
export class RelayedError extends Error {
  readonly places: string;
  constructor(places: string) {
    super('told');
    this.places = places;
  }
}

/**
 * Returns a failure as it may be logged: its kind, its codes, and the places in code. Leaves out its message, which may
 * quote whatever was being worked on, unless it is known to quote code only.
 */
export function failureText(thrown: unknown): string {
  if (thrown instanceof RelayedError) return thrown.places;
  if (!(thrown instanceof Error)) return `a ${thrown === null ? 'null' : typeof thrown} was thrown`;
  const codes = codesOf(thrown);
  const { message, stack, cause } = thrown;
  return [
    [kindOf(thrown.name), ...codes, known(message)].filter(Boolean).join(' '),
    ...placesOf(message, stack ?? ''),
    ...(cause instanceof Error ? [`caused by ${failureText(cause)}`] : []),
  ].join('\n');
}

/** Returns the same text for a failure reported by the window. */
export function relayedErrorText({ message, stack }: WindowFailure): string {
  const [, kind = 'Error', text = message] = /^(?:Uncaught )?(\w{1,40}): ([\s\S]*)$/.exec(message) ?? [];
  const own = /^(\w{1,40})(?:: |\n|$)/.exec(stack ?? '')?.[1] ?? kind;
  return [[kindOf(own), known(text)].filter(Boolean).join(' '), ...placesOf(text, stack ?? '')].join('\n');
}

const kindOf = (name: string): string =>
  /^[A-Z][A-Za-z]{0,30}(?:Error|Refused|Exception)$/.test(name) ? name : 'Error';

const known = (message: string): string => {
  for (const form of OF_CODE) {
    const found = form.exec(message);
    if (found) return found[0];
  }
  return '';
};

/** Codes of a failure: of the system, the database, HTTP, or the contract. */
function codesOf(thrown: Error): string[] {
  const { code, errcode, syscall } = caughtFacts(thrown);
  const { code: inner } = caughtFacts(Reflect.get(thrown, 'error'));
  const status: unknown = Reflect.get(thrown, 'status');
  return [code, inner, syscall]
    .flatMap((one) => (one !== undefined && /^[A-Za-z][A-Z_a-z0-9]{1,40}$/.test(one) ? one : []))
    .concat([errcode, status].flatMap((one) => (typeof one === 'number' ? String(one) : [])));
}

function placesOf(message: string, stack: string): string[] {
  // Skips the message before the places: its lines may look like places.
  const at = message ? stack.indexOf(message) : -1;
  return stack
    .slice(at < 0 ? 0 : at + message.length)
    .split('\n')
    .flatMap((line) => {
      const found = PLACE.exec(line);
      return found ? [`    at ${found[1] ? `${found[1]} ` : ''}${found[2]}`] : [];
    })
    .slice(0, PLACES);
}

/** Facts of a caught value, which may be anything: each only where it has the type that its name promises. */
interface CaughtFacts {
  readonly name: string | undefined;
  /** Empty if there is none. */
  readonly message: string;
  /** Code of the system, of Node, of a library or of PostgreSQL. */
  readonly code: string | undefined;
  /** Number of an SQLite failure. */
  readonly errcode: number | undefined;
  readonly syscall: string | undefined;
  /** Response of a mail server. */
  readonly response: string | undefined;
}

/** Returns the facts of a caught value. */
export function caughtFacts(error: unknown): CaughtFacts {
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const textOf = (name: string) => {
    const value = read(name);
    return typeof value === 'string' ? value : undefined;
  };
  const errcode = read('errcode');
  return {
    name: textOf('name'),
    message: textOf('message') ?? '',
    code: textOf('code'),
    errcode: typeof errcode === 'number' ? errcode : undefined,
    syscall: textOf('syscall'),
    response: textOf('response'),
  };
}

/** Returns a caught value as an error: anything else that was thrown becomes the message of one. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
