import { desktop as procedures } from '@contract/desktop';
import { allEndpoints } from '@contract/index';
import * as z from 'zod';

/** A call of the bridge, and its input as JSON Schema. */
interface Callable {
  readonly name: string;
  readonly shape: unknown;
  /**
   * True where a valid call would end the session or the app, or remove the data of others: no input of it may be
   * valid.
   */
  readonly wrongOnly: boolean;
}

/** Calls that would end the run if an input were valid by chance. */
const ENDINGS =
  /^(?:app\.openLink|settings\.(?:restart|change)|diagnostics\.showLogs|windows\.\w+|environments\.\w+|account\.\w+|backups\.\w+|update\.\w+|session\.\w+|staff\.\w+|adminGroup\.\w+|papers\.\w+|importing\.\w+)$/;

/** Returns every call of the bridge, those of the desktop and those of the API. */
export function everyCall(): Callable[] {
  const json = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const desktop = Object.entries(procedures).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, { input }]) => ({ name: `${group}.${name}`, shape: json(input) })),
  );
  const api = allEndpoints().map(({ name, found }) => ({
    name,
    shape: json(
      z.strictObject({
        ...(found.params ? { params: found.params } : {}),
        ...(found.query ? { query: found.query.optional() } : {}),
        ...(found.body ? { body: found.body } : {}),
        ...(found.kind === 'upload' ? { file: z.string() } : {}),
      }),
    ),
  }));
  return [...desktop, ...api].map((one) => ({ ...one, wrongOnly: ENDINGS.test(one.name) }));
}

/** Result of a run. */
interface HostileRun {
  readonly refused: number;
  readonly right: number;
  /** Results of other kinds than the declared ones. */
  readonly odd: readonly string[];
}

/**
 * Runs in a page, and so knows only its arguments: calls each name a number of times with a valid input that was then
 * damaged, each time in another way. `send` there is the page's way to main.
 */
export async function hostileRun({
  calls,
  runs,
  seed,
}: {
  readonly calls: readonly Callable[];
  readonly runs: number;
  readonly seed: number;
}): Promise<HostileRun> {
  type Json = Record<string, unknown>;
  const { send } = window as unknown as { send: (...all: unknown[]) => Promise<unknown> };
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

  const deep = (depth: number, list: boolean) => {
    let value: unknown = 1;
    for (let n = 0; n < depth; n += 1) value = list ? [value] : { a: value };
    return value;
  };
  const ring = () => {
    const found: Json = { a: 1 };
    found.self = found;
    found.list = [found];
    return found;
  };
  const sparse = (length: number) => {
    const found: unknown[] = [];
    found.length = length;
    return found;
  };
  const wide = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, at]));
  const strings = [
    ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00', '\u202egnp.exe', '\ufeff', 'ß'.repeat(300), '🛫'],
    ...[
      '../../etc/passwd',
      '..',
      '%2e%2e',
      '//host/x',
      'C:\\x',
      'CON',
      'file:///etc/passwd',
      'a\r\nX-Evil: 1',
    ],
    ...["' OR 1=1--", '1;DROP TABLE bill', '%', '_', '\\', '<img src=x onerror=alert(1)>', '{{7*7}}', '=1+1'],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'NaN',
      'Infinity',
      '-0',
      '1e309',
      '9'.repeat(400),
      '-1',
      'null',
    ],
    ...['2026-02-30', '0000-00-00', '9999-12-31T23:59:60Z', 'x'.repeat(70_000)],
  ];
  const hostile: readonly (() => unknown)[] = [
    ...strings.map((text) => () => text),
    ...[
      undefined,
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.1,
      1e308,
      2 ** 53,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ].map((plain) => () => plain),
    ...[() => Number.NEGATIVE_INFINITY, () => 10n, () => -(2n ** 200n)],
    ...[
      () => [],
      () => ({}),
      () => [[]],
      () => [{}],
      () => [null],
      () => sparse(5),
      () => sparse(4_294_967_295),
    ],
    ...[() => deep(50, true), () => deep(900, false), () => deep(3000, true), ring],
    ...[() => new Date(), () => new Date(Number.NaN), () => new Map([['id', 1]]), () => new Set([1])],
    ...[() => new ArrayBuffer(64), () => new Uint8Array(64), () => new DataView(new ArrayBuffer(8))],
    ...[() => /x/g, () => new Error('x'), () => Object(1), () => Object('x'), () => Object(1n)],
    () => JSON.parse('{"__proto__":{"isSuper":true},"a":1}'),
    () => JSON.parse('{"constructor":{"prototype":{"isSuper":true}}}'),
    () => ({ toString: 'x', valueOf: 1, length: -1, toJSON: 'x' }),
    () => ({ $where: 1, $gt: '' }),
    () => Object.create(null),
    () => wide(2000),
    () => Array.from({ length: 3000 }, (_, at) => at),
    // These cannot be sent at all.
    ...[() => () => 1, () => Symbol('x'), () => new Proxy({}, {}), () => window],
    () => ({
      get a() {
        throw new Error('no');
      },
    }),
  ];
  const huge: readonly (() => unknown)[] = [
    () => 'x'.repeat(10_000_000),
    () => ({ a: 'é'.repeat(5_000_000) }),
    () => new Uint8Array(10_000_000),
    () => Array.from({ length: 300_000 }, () => 'four'),
  ];

  /** Returns a value that fits a schema, as closely as possible. */
  const sample = (shape: unknown): unknown => {
    const found = (typeof shape === 'object' && shape !== null ? shape : {}) as Json;
    const among = (found.anyOf ?? found.oneOf ?? found.allOf) as unknown[] | undefined;
    if (among) return sample(one(among));
    if ('const' in found) return found.const;
    if (Array.isArray(found.enum)) return one(found.enum);
    if (found.type === 'object') {
      const known = Object.entries((found.properties ?? {}) as Json);
      const needed = (found.required ?? []) as string[];
      return Object.fromEntries(
        known
          .filter(([key]) => needed.includes(key) || random() < 0.3)
          .map(([key, inner]) => [key, sample(inner)]),
      );
    }
    if (found.type === 'array') return random() < 0.3 ? [] : [sample(found.items)];
    if (found.type === 'integer' || found.type === 'number') return one([1, 2, Number(found.minimum ?? 1)]);
    if (found.type === 'boolean') return random() < 0.5;
    return one(['1', 'x', '2026-11-20', 'AMS', '12.50', strings[0]]);
  };
  /** Returns a copy with one place replaced, or something added. */
  const damaged = (value: unknown): unknown => {
    const list = Array.isArray(value);
    if (typeof value !== 'object' || value === null || random() < 0.25) return one(hostile)();
    const keys = Object.keys(value);
    if (random() < 0.15 || keys.length === 0) {
      const key = one([
        'unknown',
        '__proto__ ',
        'isSuper',
        'constructor',
        'toString',
        'version',
        'id',
        'a'.repeat(500),
      ]);
      return list ? [...value, one(hostile)()] : { ...value, [key]: one(hostile)() };
    }
    const at = one(keys);
    if (list) return value.map((inner, index) => (String(index) === at ? damaged(inner) : inner));
    return { ...value, [at]: damaged((value as Json)[at]) };
  };
  const surelyWrong = (): unknown =>
    random() < 0.5
      ? one<unknown>(['text', 7, true, 10n, [], [{}], [1], 'x'.repeat(70_000)])
      : { 'no such key': one(hostile)(), ...(random() < 0.5 ? { id: one(hostile)() } : {}) };

  const odd: string[] = [];
  let [refused, right] = [0, 0];
  const judge = (name: string, answer: unknown) => {
    const { ok, data, error } = (answer ?? {}) as {
      ok?: unknown;
      data?: unknown;
      error?: { code?: unknown; message?: unknown };
    };
    if (ok === true) {
      right += 1;
      // A response of the API is passed as the text of its envelope.
      if (typeof data === 'string' && data.startsWith('{') && JSON.parse(data).ret !== true)
        odd.push(`${name}: not ret`);
      return;
    }
    refused += 1;
    const { code, message } = error ?? {};
    const declared =
      typeof code === 'string' &&
      /^[A-Z][A-Z_0-9]{2,40}$/.test(code) &&
      typeof message === 'string' &&
      message !== '';
    if (ok !== false || !declared || code === 'INTERNAL' || message.length > 2000)
      odd.push(`${name}: ${String(code)} ${String(message).slice(0, 200)}`);
  };
  const crosses = (input: unknown) => {
    try {
      structuredClone(input);
      return true;
    } catch {
      return false;
    }
  };

  const call = async ({ name, shape, wrongOnly }: Callable) => {
    const before = state;
    const input = wrongOnly ? surelyWrong() : random() < 0.005 ? one(huge)() : damaged(sample(shape));
    const how = random() < 0.1 ? one(hostile)() : {};
    const found = await Promise.race([
      send(name, input, how).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ thrown: String(error) }),
      ),
      new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 60_000)),
    ]);
    if (found === 'late') odd.push(`${name}: no answer, from ${before}`);
    else if ('answer' in found) judge(`${name} from ${before}`, found.answer);
    else if (!crosses(input) || !crosses(how)) refused += 1;
    else odd.push(`${name} from ${before}: thrown ${found.thrown}`);
  };

  const waiting = calls.flatMap((one) => Array.from({ length: runs }, () => one));
  // Shuffled, not name by name: the effects of one call meet the others.
  for (let at = waiting.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [waiting[at], waiting[other]] = [waiting[other] as never, waiting[at] as never];
  }
  while (waiting.length > 0 && odd.length < 50) await Promise.all(waiting.splice(-8).map(call));
  return { refused, right, odd };
}
