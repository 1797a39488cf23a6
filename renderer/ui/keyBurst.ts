/** Maximum of the average milliseconds between two characters of a scan; nobody types that fast. */
export const SCANNER_PACE = 50;
/** Maximum milliseconds between any two characters of a scan: a busy computer may deliver one late. */
const LATE = 2 * SCANNER_PACE;
/** Minimum number of characters of a scan; by hand, two or three keys may be pressed at once. */
const LEAST = 4;
/** Character that a scanner sends for FNC1 within a code. */
export const GS = '\u001d';

interface Key {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Returns the character typed by a key; Ctrl+] is the separator of a GS1 code, as keyboards send control characters.
 */
export function typedChar({ key, code, ctrlKey, altKey, metaKey }: Key): string | undefined {
  if (ctrlKey && !altKey && !metaKey) return key === ']' || code === 'BracketRight' ? GS : undefined;
  return key.length === 1 && !altKey && !metaKey ? key : undefined;
}

/** Characters that follow one another at the pace of a scanner. */
export class KeyBurst {
  #text = '';
  #first = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** Adds a character at a time in milliseconds; true if it starts a burst. */
  add(char: string, at: number): boolean {
    const begins = at - this.#last > LATE;
    this.#text = begins ? char : this.#text + char;
    if (begins) this.#first = at;
    this.#last = at;
    return begins;
  }

  /** Returns the scan ended by a key at this time in milliseconds; undefined if the text was typed by hand. */
  end(at: number): string | undefined {
    const isFast = this.#last - this.#first <= SCANNER_PACE * (this.#text.length - 1);
    const isScan = isFast && at - this.#last <= LATE && this.#text.length >= LEAST;
    const text = isScan ? this.#text : undefined;
    this.#text = '';
    this.#last = Number.NEGATIVE_INFINITY;
    return text;
  }
}
