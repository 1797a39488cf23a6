import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A step of a program on the disk, in the order that strace recorded. */
export type Step =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly file: string; readonly length: number }
  | { readonly kind: 'sync' | 'remove'; readonly file: string }
  /** It reported that something is done. */
  | { readonly kind: 'said'; readonly text: string };

/** The calls to be traced: `strace -f -y -xx -s 200000 -e trace=…`. */
export const TRACED = 'pwrite64,write,ftruncate,fdatasync,fsync,unlink';

const unhex = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** Parses the output of strace: steps on files in a folder, and reports. */
export function stepsOf(log: string, folder: string): Step[] {
  const steps: Step[] = [];
  const started = new Map<string, string>();
  const inside = (file: string) => file.startsWith(`${folder}/`);
  for (const raw of readFileSync(log, 'latin1').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(raw) ?? [];
    let line = rest;
    // A call interrupted by another thread is on two lines, and counts when it ends.
    const unfinished = / <unfinished \.\.\.>$/.exec(line);
    if (unfinished) {
      started.set(thread, line.slice(0, unfinished.index));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(line);
    if (resumed) line = `${started.get(thread) ?? ''}${resumed[1]}`;
    const call = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line);
    if (!call || Number(call[3]) < 0) continue;
    const [, name = '', args = ''] = call;
    const file = unhex(/^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(args)?.[1] ?? '').toString();
    const bytes = unhex(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1] ?? '');
    if (name === 'write' && args.startsWith('1<')) steps.push({ kind: 'said', text: bytes.toString() });
    else if (name === 'unlink' && inside(bytes.toString()))
      steps.push({ kind: 'remove', file: bytes.toString() });
    else if (!inside(file)) continue;
    else if (name === 'pwrite64') {
      const at = Number(/, (\d+)$/.exec(args)?.[1]);
      steps.push({ kind: 'write', file, at, bytes: bytes.subarray(0, Number(call[3])) });
    } else if (name === 'ftruncate')
      steps.push({ kind: 'cut', file, length: Number(/, (\d+)$/.exec(args)?.[1]) });
    else if (name === 'fdatasync' || name === 'fsync') steps.push({ kind: 'sync', file });
  }
  return steps;
}

/** Contents of a file as it grows. */
class Contents {
  #bytes: Buffer;
  #length: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = Buffer.from(bytes);
    this.#length = bytes.length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  apply(step: Step): void {
    if (step.kind !== 'cut' && step.kind !== 'write') return;
    const end = step.kind === 'cut' ? step.length : Math.max(this.#length, step.at + step.bytes.length);
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(end * 2);
      this.bytes.copy(larger);
      this.#bytes = larger;
    }
    // Bytes cut off are zero when the file grows again.
    if (end < this.#length) this.#bytes.fill(0, end, this.#length);
    this.#length = end;
    if (step.kind === 'write') step.bytes.copy(this.#bytes, step.at);
  }
}

/**
 * Returns the contents of the disk when the power fails after some steps: all that was synchronised, and of the rest a
 * random part, in any order, the last of it perhaps torn within a sector. With `honest` false, the disk only claims
 * that it synchronised.
 */
export function afterPowerCut(
  steps: readonly Step[],
  before: ReadonlyMap<string, Buffer>,
  { cut, random, honest = true }: { cut: number; random: () => number; honest?: boolean },
): Map<string, Buffer> {
  const sure = new Map([...before].map(([file, bytes]) => [file, new Contents(bytes)]));
  const loose = new Map<string, Step[]>();
  const contentsOf = (file: string) => {
    const contents = sure.get(file) ?? new Contents();
    sure.set(file, contents);
    return contents;
  };
  for (const step of steps.slice(0, cut)) {
    if (step.kind === 'said') continue;
    if (step.kind === 'remove') {
      sure.delete(step.file);
      loose.delete(step.file);
    } else if (step.kind !== 'sync') {
      const rest = loose.get(step.file);
      if (rest) rest.push(step);
      else loose.set(step.file, [step]);
    } else if (honest) {
      for (const one of loose.get(step.file) ?? []) contentsOf(step.file).apply(one);
      loose.delete(step.file);
    }
  }
  for (const [file, rest] of loose) {
    for (const step of rest) {
      const luck = random();
      if (luck < 0.5) continue;
      if (luck > 0.9 && step.kind === 'write') {
        const whole = Math.floor((random() * step.bytes.length) / 512) * 512;
        contentsOf(file).apply({ ...step, bytes: step.bytes.subarray(0, whole) });
      } else contentsOf(file).apply(step);
    }
  }
  return new Map([...sure].map(([file, contents]) => [file, contents.bytes]));
}

/** Writes files of one folder into another. */
export function putFiles(files: ReadonlyMap<string, Buffer>, from: string, to: string): void {
  for (const [file, bytes] of files) {
    const place = path.join(to, path.relative(from, file));
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
}
