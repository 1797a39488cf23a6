import * as z from 'zod';
import { type Problem, problem } from './errors';
import type { State } from './machine';
import { namesOf } from './names';
import type { RefTarget } from './refTargets';
import type { FieldShape } from './rowFields';
import { PERCENT_DIGITS, PRICE_DIGITS, RATE_DIGITS } from './rules/money';
import type { CodeRule } from './rules/rule';
import type { ChoiceList, ChoiceValue, MachineName } from './words';

/** The clock that shows an instant: that of an airport of the record, of its warehouse, or of the reader. */
export type PlaceZone = 'origin' | 'landing' | 'warehouse' | 'hub' | 'user';
/** `event`: the time of one event among several, whose clock the record states as `eventZone`. */
export type Zone = PlaceZone | 'event';

/** Unit of a decimal number: percent, euros, hours. */
export type DecimalUnit = '%' | 'EUR' | 'h';

/** Facts about a field besides its type, by kind. Column, input, filter, file text and SQL follow from it. */
export type FieldMeta =
  | { readonly kind: 'id' }
  | {
      readonly kind: 'text';
      readonly max: number;
      readonly format?: 'email' | 'url';
      /** The part of an address it names: known names of the country are suggested, anything may be typed. */
      readonly suggest?: 'province' | 'city';
      /** Holds an actor; the stored names of system and app are translated for display. */
      readonly actor?: true;
    }
  | { readonly kind: 'note'; readonly max: number }
  /** `of`: the code is that of a record of this resource, and is chosen rather than typed. */
  | { readonly kind: 'code'; readonly rule: CodeRule; readonly of?: RefTarget }
  | { readonly kind: 'codes'; readonly rule: CodeRule; readonly max: number }
  | { readonly kind: 'choice'; readonly list: ChoiceList; readonly values: readonly string[] }
  | {
      readonly kind: 'state';
      readonly machine: MachineName;
      readonly states: Readonly<Record<string, State>>;
      readonly values: readonly string[];
    }
  /** `leftOut`: word for rows with the flag, if a list leaves these out by default. */
  | { readonly kind: 'flag'; readonly leftOut?: 'archived' }
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'weight' }
  | { readonly kind: 'volume' }
  /** `digits`: fixed number of decimals shown. */
  | {
      readonly kind: 'decimal';
      readonly unit: DecimalUnit | null;
      readonly max: number;
      readonly digits?: number;
    }
  | { readonly kind: 'money'; readonly currency: string }
  /** `percent`: a share of a hundred. */
  | { readonly kind: 'fixed'; readonly digits: number; readonly percent?: true }
  | { readonly kind: 'date' }
  | { readonly kind: 'dateTime'; readonly zone: Zone }
  | { readonly kind: 'ref'; readonly to: RefTarget; readonly of?: OfKind }
  | { readonly kind: 'refs'; readonly to: RefTarget }
  | { readonly kind: 'size' }
  | { readonly kind: 'approvalSteps' }
  | { readonly kind: 'chargeSteps' }
  /** The charges of a quote, line by line. */
  | { readonly kind: 'lines'; readonly of: 'standardQuote' | 'orderQuote' }
  /** Totals of lines by currency. */
  | { readonly kind: 'totals' }
  /** Records within the record, for example its containers or lines; `of` names the labels of their fields. */
  | { readonly kind: 'table'; readonly of: string; readonly shape: FieldShape; readonly max: number }
  /** One record within the record, for example a party with its address. */
  | { readonly kind: 'block'; readonly of: string; readonly shape: FieldShape }
  | { readonly kind: 'json' };

export type FieldKind = FieldMeta['kind'];

/** Kind of company that a reference may be to; `=kind`: the kind in the field `kind` beside it. */
export type OfKind = 'own' | 'customer' | 'supplier' | '=kind';

/** Returns the kind of company that a reference may be to; undefined if any will do, or if it is not known yet. */
export function companyKind(
  { of }: { readonly of?: OfKind },
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const wanted = of === '=kind' ? row.kind : of;
  return typeof wanted === 'string' ? wanted : undefined;
}

declare const kindTag: unique symbol;
/** A zod schema that carries its field kind in its type, so that the type of its SQL column follows. */
export type FieldOfKind<K extends FieldKind, S extends z.ZodType> = S & { readonly [kindTag]: K };
/** The field kind of a schema, looking through nullable, optional and default. */
export type KindOf<S> = S extends { readonly [kindTag]: infer K }
  ? K
  : S extends z.ZodNullable<infer I> | z.ZodOptional<infer I> | z.ZodDefault<infer I>
    ? KindOf<I>
    : never;

/** Stores {@link FieldMeta} as a plain object: the registry would look into its type, which may hold schemas itself. */
const registry = z.registry<{ meta: object }>();

export function kinded<K extends FieldKind, S extends z.ZodType>(
  schema: S,
  meta: Extract<FieldMeta, { kind: K }>,
): FieldOfKind<K, S> {
  registry.add(schema, { meta });
  return schema as FieldOfKind<K, S>;
}

/**
 * Creates a field schema once for the same arguments: schemas never change, and of thousands of fields only a few
 * hundred differ. Every process of the app creates them at start.
 */
function once<A extends readonly (string | number | null | undefined)[], S>(
  make: (...about: A) => S,
): (...about: A) => S {
  const schemas = new Map<string, S>();
  return (...about) => {
    const key = about.join('|');
    let schema = schemas.get(key);
    if (schema === undefined) {
      schema = make(...about);
      schemas.set(key, schema);
    }
    return schema;
  };
}

/** Same as {@link once}, with an object as first argument, compared by identity. */
function onceFor<O extends object, A extends readonly (string | number | undefined)[], S>(
  make: (of: O, ...about: A) => S,
): (of: O, ...about: A) => S {
  const schemas = new WeakMap<O, (...about: A) => S>();
  return (of, ...about) => {
    let found = schemas.get(of);
    if (!found) {
      found = once((...inner: A) => make(of, ...inner));
      schemas.set(of, found);
    }
    return found(...about);
  };
}

/**
 * Returns a schema, or one within another, with its methods; throws for a schema of zod's core, which the contract
 * does not use.
 */
export function fullSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error('a schema without methods');
}

/** The schema under nullable, optional and default, and whether it may be empty. */
export function unwrap(schema: z.core.$ZodType): { inner: z.ZodType; nullable: boolean } {
  let inner = fullSchema(schema);
  let nullable = false;
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    nullable ||= !(inner instanceof z.ZodDefault);
    inner = fullSchema(inner.def.innerType);
  }
  return { inner, nullable };
}

/** Returns the facts about a field; throws for a schema without a kind, so that none can render as nothing. */
export function metaOf(schema: z.core.$ZodType | undefined): FieldMeta {
  const found = findMeta(schema);
  if (!found) throw new Error('a field without a kind');
  return found;
}

/** Same as {@link metaOf}, for schemas that may not be fields. */
export function findMeta(schema: z.core.$ZodType | undefined): FieldMeta | undefined {
  return schema && (registry.get(unwrap(schema).inner)?.meta as FieldMeta | undefined);
}

/** Returns the clock that shows the instants of a field. */
export function zoneOf(schema: z.core.$ZodType | undefined): Zone {
  const meta = metaOf(schema);
  return meta.kind === 'dateTime' ? meta.zone : 'user';
}

/** Returns the unit in which a field is shown, typed and written to files. */
export const unitOf = (meta: FieldMeta): 'kg' | 'm³' | DecimalUnit | undefined =>
  meta.kind === 'weight'
    ? 'kg'
    : meta.kind === 'volume'
      ? 'm³'
      : meta.kind === 'decimal'
        ? (meta.unit ?? undefined)
        : undefined;

/** Adds the unit to a field's label, for column headers; Chinese has brackets of its own. */
export function withUnit(label: string, meta: FieldMeta): string {
  const unit = unitOf(meta);
  if (!unit) return label;
  return HAN.test(label) ? `${label}（${unit === 'h' ? '小时' : unit}）` : `${label} (${unit})`;
}

const HAN = /\p{Script=Han}/u;

export function checking<T>(check: (value: T) => Problem | undefined): z.core.CheckFn<T> {
  return (ctx) => {
    const found = check(ctx.value);
    if (found) ctx.issues.push({ code: 'custom', input: ctx.value, params: { problem: found } });
  };
}

export const decimals = (count: number) =>
  checking<number>((value) => {
    const scaled = value * 10 ** count;
    return Math.abs(scaled - Math.round(scaled)) < 1e-6
      ? undefined
      : problem('NUMBER_DECIMALS', { decimals: count });
  });

/** Refuses what no database stores unchanged: a NUL, at which SQLite stops reading, and half a surrogate pair. */
export const keepable = checking<string>((value) =>
  value.includes('\0') || /\p{Cs}/u.test(value) ? problem('FORMAT') : undefined,
);

/** Key of a record: a positive integer that means nothing to the client. */
export const id = once(() => kinded<'id', z.ZodInt>(z.int().positive(), { kind: 'id' }));

/** Line breaks and tabs. */
const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** Joins the lines of a text: each break with the spaces around it becomes one space. Takes linear time. */
const inOneLine = (value: string): string =>
  BREAK.test(value)
    ? value
        .split(BREAK)
        .map((part) => part.trim())
        .filter(Boolean)
        .join(' ')
    : value;

/** Refuses control characters, which are invisible and interpreted by headers and terminals. */
const printable = checking<string>((value) => (/\p{Cc}/u.test(value) ? problem('FORMAT') : undefined));

const oneLine = (max: number) =>
  z.string().overwrite(inOneLine).trim().min(1).max(max).check(keepable, printable);

/** One line of text, trimmed: without line breaks, tabs or control characters. */
export const text = once((max: number, format?: 'email' | 'url') => {
  const base = oneLine(max);
  const schema =
    format === 'email'
      ? base.regex(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/)
      : format === 'url'
        ? base.regex(/^https?:\/\/[^\s]+$/i)
        : base;
  return kinded<'text', z.ZodString>(schema, format ? { kind: 'text', max, format } : { kind: 'text', max });
});

/** One line of text that names a part of an address. */
export const placeName = (max: number, suggest: 'province' | 'city') =>
  kinded<'text', z.ZodString>(oneLine(max), {
    kind: 'text',
    max,
    suggest,
  });

/** Name of an actor at the time of the action; {@link actorIn} translates it if the actor was no person. */
export const actorName = once((max: number) =>
  kinded<'text', z.ZodString>(oneLine(max), { kind: 'text', max, actor: true }),
);

/** Several lines of text. */
export const note = once((max: number) =>
  kinded<'note', z.ZodString>(z.string().trim().max(max).check(keepable), { kind: 'note', max }),
);

/** A code of the trade: stored in its normal form, checked by its rule; `of` names the resource of its records. */
export const code = onceFor((rule: CodeRule, of?: RefTarget) =>
  kinded<'code', z.ZodString>(
    z.string().overwrite(rule.normalise).min(1).check(checking(rule.check)).max(rule.max),
    of ? { kind: 'code', rule, of } : { kind: 'code', rule },
  ),
);

/** A list of codes of one rule, at most `max` of them. */
export const codes = (rule: CodeRule, max = 100) =>
  kinded<'codes', z.ZodArray<z.ZodString>>(
    z.array(z.string().overwrite(rule.normalise).min(1).check(checking(rule.check)).max(rule.max)).max(max),
    { kind: 'codes', rule, max },
  );

/** One value of a fixed list; every value has a label in every language. */
export const choice = <L extends ChoiceList, const V extends readonly [ChoiceValue<L>, ...ChoiceValue<L>[]]>(
  list: L,
  values: V,
) => kinded<'choice', z.ZodEnum<{ [K in V[number]]: K }>>(z.enum(values), { kind: 'choice', list, values });

/** The state of a machine. */
export const stateOf = <S extends string>(machine: {
  name: MachineName;
  states: Readonly<Record<S, State>>;
}) => {
  const values = namesOf(machine.states);
  return kinded<'state', z.ZodEnum<{ [K in S]: K }>>(z.enum(values), {
    kind: 'state',
    machine: machine.name,
    states: machine.states,
    values,
  });
};

/** Yes or no. */
export const flag = once((leftOut?: 'archived') =>
  kinded<'flag', z.ZodBoolean>(z.boolean(), { kind: 'flag', ...(leftOut ? { leftOut } : {}) }),
);

/** A whole number of things. */
export const count = once((min: number = 0, max: number = 1_000_000_000) =>
  kinded<'count', z.ZodInt>(z.int().min(min).max(max), { kind: 'count', min, max }),
);

/** Kilograms with three decimals; integer grams in the store. */
export const weight = once(() =>
  kinded<'weight', z.ZodNumber>(z.number().min(0).max(1_000_000_000).check(decimals(3)), { kind: 'weight' }),
);

/** Cubic metres with three decimals; integer litres in the store. */
export const volume = once(() =>
  kinded<'volume', z.ZodNumber>(z.number().min(0).max(1_000_000).check(decimals(3)), { kind: 'volume' }),
);

/** A rate, bound or quantity with up to three decimals, in a fixed unit or none; integer thousandths in the store. */
export const decimal = once((unit: DecimalUnit | null, max: number = 1_000_000, min: number = 0) =>
  kinded<'decimal', z.ZodNumber>(z.number().min(min).max(max).check(decimals(3)), {
    kind: 'decimal',
    unit,
    max,
  }),
);

/** A computed value in percent or hours, negative ones too: shown with one decimal (reference 7). */
const workedOut = once((unit: DecimalUnit, most?: number) => {
  const any = most === undefined ? z.number() : z.number().min(-most).max(most);
  return kinded<'decimal', z.ZodNumber>(any.check(decimals(3)), {
    kind: 'decimal',
    unit,
    max: most ?? Number.MAX_SAFE_INTEGER,
    digits: 1,
  });
});
/** A share of a whole; `most` is the cut-off in percent, if any. */
export const share = (most?: number) => workedOut('%', most);
/** A duration in hours. */
export const hours = () => workedOut('h');
/** A difference of weights, negative ones too; integer grams in the store. */
export const kilograms = once(() =>
  kinded<'weight', z.ZodNumber>(z.number().check(decimals(3)), { kind: 'weight' }),
);

/**
 * An amount as a decimal string; `currency` is the name of the field with its currency, or the currency itself. Integer
 * minor units in the store.
 */
export const money = once((currency: string = 'currency') =>
  kinded<'money', z.ZodString>(z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/), { kind: 'money', currency }),
);

/** Returns the currency of an amount: its own, or the value of the field that holds it. */
export const currencyIn = (
  { currency }: { readonly currency: string },
  row: Readonly<Record<string, unknown>>,
): string => (/^[A-Z]{3}$/.test(currency) ? currency : String(row[currency] ?? ''));

/** A decimal string with a fixed number of decimals; a scaled integer in the store. Never a float. */
const fixed = (digits: number, pattern: RegExp, about: { readonly percent?: true } = {}) =>
  once(() => kinded<'fixed', z.ZodString>(z.string().regex(pattern), { kind: 'fixed', digits, ...about }));

/** The price of one unit, four decimals; its currency is in another field. */
export const unitPrice = fixed(PRICE_DIGITS, /^-?\d{1,10}(\.\d{1,4})?$/);

/** A percentage with two decimals, which may be negative. */
export const signedPercent = fixed(2, /^-?\d{1,9}(\.\d{1,2})?$/, { percent: true });

/** A percentage with four decimals, for fees of US customs. */
export const percentage = fixed(PERCENT_DIGITS, /^\d{1,4}(\.\d{1,4})?$/, { percent: true });

/** Amount of a currency per unit of the books' currency on a day: six decimals, at least 0.01 to keep amounts exact. */
export const dayRate = fixed(RATE_DIGITS, /^(?!0+(\.(0(0\d*)?)?)?$)\d{1,8}(\.\d{1,6})?$/);

/** A calendar day, `YYYY-MM-DD`, in no time zone. */
export const date = once(() => kinded<'date', z.ZodISODate>(z.iso.date(), { kind: 'date' }));

/** An instant, `YYYY-MM-DDTHH:mm:ssZ` in UTC; `zone` is the clock that shows it. */
export const dateTime = once((zone: Zone = 'user') =>
  kinded<'dateTime', z.ZodISODateTime>(
    z.iso.datetime().overwrite((value) => value.replace(/\.\d+Z$/, 'Z').replace(/(T\d\d:\d\d)Z$/, '$1:00Z')),
    { kind: 'dateTime', zone },
  ),
);

/** A record of another resource, by id. */
export const ref = once((to: RefTarget, of?: OfKind) =>
  kinded<'ref', z.ZodInt>(z.int().positive(), { kind: 'ref', to, ...(of ? { of } : {}) }),
);

/** Several records of another resource. */
export const refs = once((to: RefTarget) =>
  kinded<'refs', z.ZodArray<z.ZodInt>>(z.array(z.int().positive()).max(500), { kind: 'refs', to }),
);

/** Bytes of a file. */
export const size = once(() => kinded<'size', z.ZodInt>(z.int().min(0), { kind: 'size' }));

/** Any value kept by a log: shown unchanged, never filtered. */
export const json = () => kinded<'json', z.ZodUnknown>(z.unknown(), { kind: 'json' });
