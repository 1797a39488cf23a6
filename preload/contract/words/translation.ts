/** Names of the `{placeholders}` in a text, those of its plural forms `{n|row|rows}` too. */
export type Placeholders<S extends string> = S extends `${string}{${infer N}}${infer R}`
  ? (N extends `${infer Count}|${string}` ? Count : N) | Placeholders<R>
  : never;

/** The shape of a catalogue in another language: same keys, any text. */
export type Shape<E> = { readonly [K in keyof E]: E[K] extends string ? string : Shape<E[K]> };

/** A catalogue whose texts carry the very placeholders of the English ones; a mismatch names them. */
export type SamePlaceholders<E, C> = {
  readonly [K in keyof E]: E[K] extends string
    ? K extends keyof C
      ? C[K] extends string
        ? [Placeholders<E[K]>] extends [Placeholders<C[K]>]
          ? [Placeholders<C[K]>] extends [Placeholders<E[K]>]
            ? C[K]
            : { unknownPlaceholder: Exclude<Placeholders<C[K]>, Placeholders<E[K]>> }
          : { missingPlaceholder: Exclude<Placeholders<E[K]>, Placeholders<C[K]>> }
        : never
      : never
    : K extends keyof C
      ? SamePlaceholders<E[K], C[K]>
      : never;
};

/** Declares a translation of `en`: a missing key or placeholder does not compile. */
export function translationOf<E>() {
  return <const C extends Shape<E>>(catalogue: C & SamePlaceholders<E, C>): Shape<E> => catalogue;
}

/**
 * Fills `{name}` placeholders, and takes of `{n|row|rows}` the first form where n is 1, the second otherwise. A placeholder
 * without a value stays as written, so that it is seen.
 */
export function fill(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one?: string, other?: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (one === undefined) return String(value);
      return (Number(value) === 1 ? one : other) ?? '';
    },
  );
}
