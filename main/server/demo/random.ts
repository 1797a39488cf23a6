/** Values with their weights. */
export type WeightedValues<T> = readonly (readonly [value: T, weight: number])[];

/** Hashes a text to four words of state (FNV-1a with four different offsets). */
function wordsOf(text: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    for (let w = 0; w < 4; w++) words[w] = Math.imul((words[w] ?? 0) ^ character, 0x01000193 + 2 * w);
  }
  return words;
}

/** Generates numbers in [0, 1) by Chris Doty-Humphrey's sfc32: small, fast, the same on every machine. */
function sfc32(seed: string): () => number {
  let [a, b, c, d] = wordsOf(seed);
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers still resemble the seed.
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A deterministic generator: the same seed always gives the same numbers. */
export class Random {
  readonly seed: string;
  /** The next number in [0, 1). */
  readonly next: () => number;
  private spare: number | undefined;

  constructor(seed: string) {
    this.seed = seed;
    this.next = sfc32(seed);
  }

  /** Returns an independent generator; drawing from it does not affect this one. */
  fork(label: string | number): Random {
    return new Random(`${this.seed}/${label}`);
  }

  /** Draws an integer between two, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Draws a number between low and high, most often near the mode. */
  triangular(low: number, mode: number, high: number): number {
    const at = this.next();
    const turn = (mode - low) / (high - low);
    return at < turn
      ? low + Math.sqrt(at * (high - low) * (mode - low))
      : high - Math.sqrt((1 - at) * (high - low) * (high - mode));
  }

  /** Draws from the standard normal distribution (Marsaglia's polar method). */
  normal(): number {
    if (this.spare !== undefined) {
      const kept = this.spare;
      this.spare = undefined;
      return kept;
    }
    for (;;) {
      const u = 2 * this.next() - 1;
      const v = 2 * this.next() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      this.spare = v * factor;
      return u * factor;
    }
  }

  logNormal(mu: number, sigma: number): number {
    return Math.exp(mu + sigma * this.normal());
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  weighted<T>(from: WeightedValues<T>): T {
    let total = 0;
    for (const [, weight] of from) total += weight;
    let at = this.next() * total;
    for (const [value, weight] of from) {
      at -= weight;
      if (at < 0) return value;
    }
    const last = from.at(-1);
    if (!last) throw new Error('nothing to pick from');
    return last[0];
  }

  /** Draws `count` decimal digits; the first is not 0. */
  digits(count: number): string {
    let text = String(this.int(1, 9));
    while (text.length < count) text += String(this.int(0, 9));
    return text;
  }

  /** Draws `count` bytes, for ids that must look random. */
  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.int(0, 255));
  }

  /** Returns a shuffled copy of a list. */
  shuffled<T>(list: readonly T[]): T[] {
    const made = [...list];
    for (let i = made.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const [left, right] = [made[i], made[j]];
      if (left !== undefined && right !== undefined) {
        made[i] = right;
        made[j] = left;
      }
    }
    return made;
  }
}
