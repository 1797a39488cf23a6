/** A record that can be found by its names. */
export interface NamedRecord {
  readonly id: number;
  readonly names: readonly string[];
}

/** A match, and the share of the query that it covers: 1 for all of it. */
export interface NameMatch {
  readonly id: number;
  readonly likeness: number;
}

/** Words without meaning for a product. */
const EMPTY = new Set(['the', 'and', 'for', 'of', 'with', 'or', 'other', 'in', 'to', 'a', 'an']);
const HAN = /[\u3400-\u9fff\uf900-\ufaff]+/gu;
const ANY_HAN = /[\u3400-\u9fff\uf900-\ufaff]/u;
/** Weight of a word that no name contains: colours and sizes should not hide the product. */
const UNKNOWN = 1;
/** Weight of a name's having no other words. */
const BREVITY = 0.25;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

/** Singular form of a word: `shirts`, `dresses` and `batteries` become `shirt`, `dress` and `battery`. */
function singular(word: string): string {
  if (word.length < 4) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Parts by which names are compared: words of letters and digits, and pairs of adjacent ideographs. */
export function partsOf(name: string): Set<string> {
  const text = plain(name);
  const parts = new Set<string>();
  for (const word of text.replace(HAN, ' ').split(/[^\p{L}\p{N}]+/u))
    if (word !== '' && !EMPTY.has(word)) parts.add(singular(word));
  for (const [run] of text.matchAll(HAN)) {
    const signs = [...run];
    if (signs.length === 1) parts.add(run);
    for (let at = 1; at < signs.length; at++) parts.add(`${signs[at - 1]}${signs[at]}`);
  }
  return parts;
}

/**
 * Finds records by names in either language. A shared part counts more the fewer records have it; an exact match comes
 * first, whatever else shares parts of it.
 */
export class NameIndex {
  readonly #holders = new Map<string, { id: number; length: number }[]>();
  readonly #whole = new Map<string, Set<number>>();
  readonly #records: number;

  constructor(records: readonly NamedRecord[]) {
    this.#records = records.length;
    for (const { id, names } of records) {
      const parts = new Set<string>();
      for (const name of names) {
        for (const part of partsOf(name)) parts.add(part);
        const whole = plain(name);
        const same = this.#whole.get(whole);
        if (same) same.add(id);
        else this.#whole.set(whole, new Set([id]));
      }
      for (const part of parts) {
        const holders = this.#holders.get(part);
        const holder = { id, length: parts.size };
        if (holders) holders.push(holder);
        else this.#holders.set(part, [holder]);
      }
    }
  }

  /** Finds records by name, the likeliest first. With `typing` the last word may be incomplete. */
  find(
    name: string,
    { typing = false, least = 0.3 }: { typing?: boolean; least?: number } = {},
  ): NameMatch[] {
    const parts = [...partsOf(name)];
    const last = typing ? (/([\p{L}\p{N}]+)$/u.exec(plain(name))?.[1] ?? '') : '';
    const unfinished = last.length > 1 && !ANY_HAN.test(last) ? singular(last) : undefined;
    const scores = new Map<number, { shared: number; parts: number; length: number }>();
    let totalWeight = 0;
    for (const part of parts) {
      const holders = this.#holders.get(part) ?? (part === unfinished ? this.#beginning(part) : []);
      const weight = holders.length === 0 ? UNKNOWN : Math.log(1 + this.#records / holders.length);
      totalWeight += weight;
      for (const { id, length } of holders) {
        const score = scores.get(id) ?? { shared: 0, parts: 0, length };
        score.shared += weight;
        score.parts += 1;
        scores.set(id, score);
      }
    }
    const whole = this.#whole.get(plain(name));
    const found = [...scores].map(([id, { shared, parts: count, length }]) => ({
      id,
      likeness: whole?.has(id)
        ? 1
        : (shared / totalWeight) * (1 - BREVITY + BREVITY * Math.min(1, count / length)),
    }));
    return found.filter(({ likeness }) => likeness >= least).sort((a, b) => b.likeness - a.likeness);
  }

  #beginning(part: string): { id: number; length: number }[] {
    const holders = new Map<number, { id: number; length: number }>();
    for (const [word, found] of this.#holders)
      if (word.startsWith(part)) for (const holder of found) holders.set(holder.id, holder);
    return [...holders.values()];
  }
}
