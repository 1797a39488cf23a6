import type { RowValues } from '@contract/importing/template';

/** Constants of the FNV hash. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Groups of rows that share the values of some columns. Only the hash of each row's key is stored, four bytes: rows
 * with equal hashes are read again and compared when needed, which is rare. A hundred thousand keys as strings would
 * cost more than the rest of the check.
 */
export class RowGroups {
  readonly #by: readonly string[];
  readonly #values: (row: number) => RowValues;
  /** Hash of each row; 0 for a row in no group. */
  readonly #hashes: Int32Array;
  /** Hashes seen on the first pass, one for successive rows with the same key. */
  #seen: Int32Array;
  #seenCount = 0;

  /** `values` reads the columns of a row again. */
  constructor(by: readonly string[], rowCount: number, values: (row: number) => RowValues) {
    this.#by = by;
    this.#values = values;
    this.#hashes = new Int32Array(rowCount);
    this.#seen = new Int32Array(rowCount);
  }

  /** Returns the hash of a row's key; 0 if one of its columns is empty or invalid. */
  hash(values: RowValues): number {
    let hash = SEED;
    for (const column of this.#by) {
      const value = values[column];
      if (value === null || value === undefined) return 0;
      const text = typeof value === 'string' ? value : String(value);
      const length = text.length;
      // Two characters at a time: multiplication takes most of the time.
      for (let i = 1; i < length; i += 2) {
        hash = Math.imul(hash ^ (text.charCodeAt(i - 1) | (text.charCodeAt(i) << 16)), PRIME);
      }
      if (length & 1) hash = Math.imul(hash ^ text.charCodeAt(length - 1), PRIME);
      hash = Math.imul(hash ^ (hash >>> 15) ^ length, PRIME);
    }
    return hash ^ (hash >>> 15) || 1;
  }

  /** True if two rows have the same key. */
  isAlike(a: RowValues, b: RowValues): boolean {
    for (const column of this.#by) if (a[column] !== b[column]) return false;
    return true;
  }

  /** Records a hash on the first pass; once for successive rows with the same key. */
  record(hash: number): void {
    this.#seen[this.#seenCount++] = hash;
  }

  /** Puts a row into the group of a hash; 0 for no group. */
  set(row: number, hash: number): void {
    this.#hashes[row] = hash;
  }

  hashOf(row: number): number {
    return this.#hashes[row] ?? 0;
  }

  /** Returns the rows with the key of these values, in order. */
  rows(values: RowValues): number[] {
    const hash = this.hash(values);
    if (hash === 0) return [];
    const rows: number[] = [];
    const hashes = this.#hashes;
    for (let row = hashes.indexOf(hash); row >= 0; row = hashes.indexOf(hash, row + 1)) {
      if (this.isAlike(values, this.#values(row))) rows.push(row);
    }
    return rows;
  }

  /** Yields the groups seen more than once on the first pass, which this ends; each with its rows in order. */
  *scattered(): Generator<number[]> {
    const repeated = this.#repeatedHashes();
    const byHash = new Map<number, number[]>();
    for (let row = 0; repeated.size > 0 && row < this.#hashes.length; row++) {
      const hash = this.#hashes[row] ?? 0;
      if (!repeated.has(hash)) continue;
      const rows = byHash.get(hash);
      if (rows) rows.push(row);
      else byHash.set(hash, [row]);
    }
    for (const rows of byHash.values()) if (rows.length > 1) yield* this.#byKey(rows);
  }

  /** Sorting numbers in place is quicker than looking up each one. */
  #repeatedHashes(): Set<number> {
    const sorted = this.#seen.subarray(0, this.#seenCount).sort();
    this.#seen = new Int32Array(0);
    this.#seenCount = 0;
    const repeated = new Set<number>();
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) repeated.add(sorted[i] ?? 0);
    return repeated;
  }

  #byKey(rows: readonly number[]): Iterable<number[]> {
    const groups = new Map<string, number[]>();
    for (const row of rows) {
      const values = this.#values(row);
      const key = this.#by.map((column) => values[column]).join('\u0001');
      const known = groups.get(key);
      if (known) known.push(row);
      else groups.set(key, [row]);
    }
    return groups.values();
  }
}
