/** Names of the `{placeholders}` in a text, including those of plural forms `{n|row|rows}`. */
export type Placeholders<S extends string> = S extends `${string}{${infer N}}${infer R}`
  ? (N extends `${infer Count}|${string}` ? Count : N) | Placeholders<R>
  : never;

/** Shape of a catalogue in another language: same keys, any text. */
export type Shape<E> = { readonly [K in keyof E]: E[K] extends string ? string : Shape<E[K]> };

/** A catalogue with the same placeholders as the English one; a mismatch is named in the type error. */
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
 * Fills `{name}` placeholders; for `{n|row|rows}` uses the first form if n is 1, else the second. A placeholder without
 * a value stays unchanged, so that it is noticed.
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
