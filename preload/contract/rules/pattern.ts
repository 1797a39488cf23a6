import { type Problem, problem } from '../errors';
import { clean } from './codes';
import type { CodeRule } from './rule';

/**
 * Patterns that people write: to recognise mail, for the postcodes of a country. They are written as regular expressions and matched by a machine that
 * looks at each character once (Thompson, 1968; Pike's submatches): no pattern and no mail can make it slow, which the
 * expressions of the language cannot promise. In mail upper and lower case are the same; `^` and `$` stand for ends of lines.
 */

/** A pattern ready to be matched. */
export interface Pattern {
  readonly steps: readonly Step[];
}

type Test = (char: string) => boolean;
type Edge = 'start' | 'end' | 'word' | 'inside';
type Step =
  | { readonly kind: 'char'; readonly test: Test }
  | { readonly kind: 'fork'; readonly to: readonly [number, number] }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'mark'; readonly slot: 0 | 1 }
  | { readonly kind: 'found' };

type Node =
  | { readonly kind: 'char'; readonly test: Test }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'all'; readonly of: readonly Node[] }
  | { readonly kind: 'either'; readonly of: readonly Node[] }
  | { readonly kind: 'part'; readonly of: Node }
  | {
      readonly kind: 'times';
      readonly of: Node;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

/** Characters of a pattern, and steps it may be made of once its repetitions are written out. */
const MAX_LENGTH = 200;
const MAX_STEPS = 2000;
const MAX_TIMES = 200;

/** What stops the reading of a pattern: the part that is not understood. */
class Unread extends Error {}

const digit: Test = (char) => char >= '0' && char <= '9';
const word: Test = (char) => /^[\p{L}\p{N}_]$/u.test(char);
const blank: Test = (char) => /^\s$/.test(char);
const not =
  (test: Test): Test =>
  (char) =>
    !test(char);
const CLASSES: Readonly<Record<string, Test>> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: blank,
  S: not(blank),
};
const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const alike = (one: string): Test => {
  const lower = one.toLowerCase();
  return (char) => char.toLowerCase() === lower;
};

/** Reads a pattern by the grammar of the language, less what looks ahead, behind or back. */
class Reading {
  readonly #chars: readonly string[];
  #at = 0;
  #parts = 0;
  readonly #cased: boolean;

  constructor(source: string, cased: boolean) {
    this.#chars = [...source];
    this.#cased = cased;
  }

  #like(one: string): Test {
    return this.#cased ? (char) => char === one : alike(one);
  }

  whole(): Node {
    const node = this.#either();
    if (this.#at < this.#chars.length) throw new Unread(this.#chars[this.#at]);
    return node;
  }

  #take(wanted: string): boolean {
    const found = this.#chars.slice(this.#at, this.#at + wanted.length).join('') === wanted;
    if (found) this.#at += wanted.length;
    return found;
  }

  #either(): Node {
    const of = [this.#all()];
    while (this.#take('|')) of.push(this.#all());
    return of.length === 1 && of[0] ? of[0] : { kind: 'either', of };
  }

  #all(): Node {
    const of: Node[] = [];
    while (this.#at < this.#chars.length && !'|)'.includes(this.#chars[this.#at] ?? '')) {
      of.push(this.#times(this.#one()));
    }
    return { kind: 'all', of };
  }

  #one(): Node {
    const char = this.#chars[this.#at] ?? '';
    this.#at += 1;
    if (char === '(') return this.#group();
    if (char === '[') return { kind: 'char', test: this.#set() };
    if (char === '.') return { kind: 'char', test: (one) => one !== '\n' };
    if (char === '^') return { kind: 'edge', edge: 'start' };
    if (char === '$') return { kind: 'edge', edge: 'end' };
    if ('*+?{'.includes(char)) throw new Unread(char);
    if (char !== '\\') return { kind: 'char', test: this.#like(char) };
    if (this.#take('b')) return { kind: 'edge', edge: 'word' };
    if (this.#take('B')) return { kind: 'edge', edge: 'inside' };
    return { kind: 'char', test: this.#escaped() };
  }

  #group(): Node {
    if (this.#take('?:')) return this.#close(this.#either());
    if (this.#take('?')) throw new Unread(`(?${this.#chars[this.#at] ?? ''}`);
    this.#parts += 1;
    // The first part in brackets is what is taken; the others only group.
    const first = this.#parts === 1;
    const of = this.#close(this.#either());
    return first ? { kind: 'part', of } : of;
  }

  #close(node: Node): Node {
    if (!this.#take(')')) throw new Unread('(');
    return node;
  }

  #escaped(): Test {
    const char = this.#chars[this.#at];
    this.#at += 1;
    if (char === undefined) throw new Unread('\\');
    const known = CLASSES[char] ?? (SIGNS[char] && alike(SIGNS[char]));
    if (known) return known;
    if (/[A-Za-z0-9]/.test(char)) throw new Unread(`\\${char}`);
    return this.#like(char);
  }

  #set(): Test {
    const others = this.#take('^');
    const tests: Test[] = [];
    while (!this.#take(']')) {
      const from = this.#chars[this.#at];
      if (from === undefined) throw new Unread('[');
      this.#at += 1;
      if (from === '\\') tests.push(this.#escaped());
      else if (this.#chars[this.#at] === '-' && (this.#chars[this.#at + 1] ?? ']') !== ']') {
        const to = this.#chars[this.#at + 1] ?? '';
        this.#at += 2;
        if (to < from || to === '\\') throw new Unread(`${from}-${to}`);
        const forms = this.#cased
          ? (char: string) => [char]
          : (char: string) => [char, char.toLowerCase(), char.toUpperCase()];
        tests.push((char) => forms(char).some((one) => one >= from && one <= to));
      } else tests.push(this.#like(from));
    }
    const some: Test = (char) => tests.some((test) => test(char));
    return others ? not(some) : some;
  }

  #times(of: Node): Node {
    const between = this.#counts();
    if (!between) return of;
    if (of.kind === 'edge') throw new Unread(this.#chars[this.#at - 1]);
    const lazy = this.#take('?');
    if ('*+?{'.includes(this.#chars[this.#at] ?? '-')) throw new Unread(this.#chars[this.#at]);
    return { kind: 'times', of, ...between, lazy };
  }

  #counts(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#chars[this.#at] !== '{') return undefined;
    const rest = this.#chars.slice(this.#at).join('');
    const [all, low, comma, high] = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(rest) ?? [];
    if (!all || !low) throw new Unread('{');
    this.#at += all.length;
    const min = Number(low);
    const max = high ? Number(high) : comma ? Number.POSITIVE_INFINITY : min;
    if (max < min || min > MAX_TIMES || (Number.isFinite(max) && max > MAX_TIMES)) throw new Unread(all);
    return { min, max };
  }
}

/** Steps of a pattern while they are written, and how many parts that took: repetitions of nothing write no step. */
interface Writing {
  readonly steps: Step[];
  parts: number;
}

/** Writes the steps of a node behind those there are. */
function write(node: Node, writing: Writing): void {
  const { steps } = writing;
  writing.parts += 1;
  if (steps.length > MAX_STEPS || writing.parts > 4 * MAX_STEPS) throw new Unread('{}');
  switch (node.kind) {
    case 'char':
    case 'edge':
      steps.push(node);
      return;
    case 'all':
      for (const one of node.of) write(one, writing);
      return;
    case 'part':
      steps.push({ kind: 'mark', slot: 0 });
      write(node.of, writing);
      steps.push({ kind: 'mark', slot: 1 });
      return;
    case 'either': {
      const ends: number[] = [];
      node.of.forEach((one, index) => {
        const last = index === node.of.length - 1;
        const fork = steps.length;
        if (!last) steps.push({ kind: 'fork', to: [fork + 1, 0] });
        write(one, writing);
        if (last) return;
        ends.push(steps.length);
        steps.push({ kind: 'fork', to: [0, 0] });
        steps[fork] = { kind: 'fork', to: [fork + 1, steps.length] };
      });
      for (const end of ends) steps[end] = { kind: 'fork', to: [steps.length, steps.length] };
      return;
    }
    case 'times': {
      const { of, min, max, lazy } = node;
      const turn = (go: number, leave: number): Step => ({
        kind: 'fork',
        to: lazy ? [leave, go] : [go, leave],
      });
      for (let n = 0; n < min; n += 1) write(of, writing);
      if (max === Number.POSITIVE_INFINITY) {
        const fork = steps.length;
        steps.push(turn(0, 0));
        write(of, writing);
        steps.push({ kind: 'fork', to: [fork, fork] });
        steps[fork] = turn(fork + 1, steps.length);
        return;
      }
      const forks: number[] = [];
      for (let n = min; n < max; n += 1) {
        forks.push(steps.length);
        steps.push(turn(0, 0));
        write(of, writing);
      }
      for (const fork of forks) steps[fork] = turn(fork + 1, steps.length);
    }
  }
}

/** Reads a pattern. Throws for one that {@link patternProblem} finds wrong. */
export function readPattern(source: string, { cased = false } = {}): Pattern {
  const steps: Step[] = [];
  write(new Reading(source, cased).whole(), { steps, parts: 0 });
  steps.push({ kind: 'found' });
  return { steps };
}

/** What is wrong with a pattern, and at which part of it; undefined when it can be matched. */
export function patternProblem(
  source: string,
  wrong = (part: string): Problem => problem('MAIL_PATTERN', { part }),
): Problem | undefined {
  if ([...source].length > MAX_LENGTH) return problem('TOO_LONG', { max: MAX_LENGTH });
  try {
    readPattern(source);
    return undefined;
  } catch (error) {
    if (error instanceof Unread) return wrong(error.message);
    throw error;
  }
}

/** A pattern in a field. */
export const mailPattern: CodeRule = {
  max: MAX_LENGTH,
  normalise: clean,
  check: (value) => patternProblem(value),
};

/** True for a pattern that fits the whole of a text, upper and lower case told apart where it was read so. */
export function fitsPattern({ steps }: Pattern, text: string): boolean {
  const chars = [...text];
  const at = (place: number) => chars[place];
  const isWord = (place: number) => word(at(place) ?? '');
  const holds = (edge: Edge, place: number) =>
    edge === 'start'
      ? place === 0
      : edge === 'end'
        ? place === chars.length
        : (isWord(place - 1) !== isWord(place)) === (edge === 'word');
  /** The steps that are reached without a character, each once. */
  const follow = (from: Iterable<number>, place: number): Set<number> => {
    const been = new Set<number>();
    const open = [...from];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (been.has(one)) continue;
      been.add(one);
      const step = steps[one];
      if (step?.kind === 'fork') open.push(...step.to);
      else if (step?.kind === 'mark' || (step?.kind === 'edge' && holds(step.edge, place)))
        open.push(one + 1);
    }
    return been;
  };
  let reached = follow([0], 0);
  for (const [place, char] of chars.entries()) {
    const next = [...reached].filter((one) => {
      const step = steps[one];
      return step?.kind === 'char' && step.test(char);
    });
    reached = follow(
      next.map((one) => one + 1),
      place + 1,
    );
  }
  return [...reached].some((one) => steps[one]?.kind === 'found');
}

/** A way through the pattern: where it stands, and where its part in brackets begins and ends. */
interface Thread {
  readonly step: number;
  readonly from: number;
  readonly part: readonly [number, number];
}

/**
 * The first place at which a pattern fits, as the language would find it: what its first brackets hold, or all of it
 * where it has none. Undefined where it fits nowhere. Takes time in proportion to the text.
 */
export function findPattern({ steps }: Pattern, text: string): string | undefined {
  const chars = [...text];
  const isWord = (at: number) => at >= 0 && at < chars.length && word(chars[at] ?? '');
  const holds = (edge: Edge, at: number) => {
    if (edge === 'start') return at === 0 || chars[at - 1] === '\n';
    if (edge === 'end') return at === chars.length || chars[at] === '\n';
    return (isWord(at - 1) !== isWord(at)) === (edge === 'word');
  };
  /** Follows what takes no character, each step once: the way that comes first is the one preferred. */
  const follow = (thread: Thread, at: number, into: Thread[], been: Set<number>): void => {
    const open = [thread];
    for (let one = open.pop(); one; one = open.pop()) {
      if (been.has(one.step)) continue;
      been.add(one.step);
      const step = steps[one.step];
      if (step?.kind === 'fork') open.push({ ...one, step: step.to[1] }, { ...one, step: step.to[0] });
      else if (step?.kind === 'edge') {
        if (holds(step.edge, at)) open.push({ ...one, step: one.step + 1 });
      } else if (step?.kind === 'mark') {
        const part: [number, number] = step.slot === 0 ? [at, one.part[1]] : [one.part[0], at];
        open.push({ ...one, step: one.step + 1, part });
      } else into.push(one);
    }
  };
  let threads: Thread[] = [];
  let found: { thread: Thread; end: number } | undefined;
  let been = new Set<number>();
  for (let at = 0; at <= chars.length; at += 1) {
    // Until one is found, another may begin anywhere; those that began earlier come first.
    if (!found) follow({ step: 0, from: at, part: [-1, -1] }, at, threads, been);
    const next: Thread[] = [];
    been = new Set();
    for (const thread of threads) {
      const step = steps[thread.step];
      if (step?.kind === 'found') {
        found = { thread, end: at };
        // Those behind it are less preferred.
        break;
      }
      const char = chars[at];
      if (step?.kind === 'char' && char !== undefined && step.test(char))
        follow({ ...thread, step: thread.step + 1 }, at + 1, next, been);
    }
    threads = next;
    if (found && threads.length === 0) break;
  }
  if (!found) return undefined;
  const { part, from } = found.thread;
  return part[0] >= 0 && part[1] >= part[0]
    ? chars.slice(part[0], part[1]).join('')
    : chars.slice(from, found.end).join('');
}
