import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../main/server/store/open';
import { folders } from '../support/apiFolder';
import { bundle } from '../support/bundle';
import { long } from '../support/long';
import { afterPowerCut, putFiles, type Step, stepsOf, TRACED } from '../support/powerCut';

const CUTS = long ? 200 : 20;
const WRITES = 160;
const folder = folders();
let data: string;
let before: Map<string, Buffer>;
let steps: Step[];

/** Returns a repeatable random generator, by its seed. */
function chance(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
  };
}

beforeAll(async () => {
  data = path.join(folder(), 'data');
  await (await openStore(data)).close();
  before = new Map(
    readdirSync(data, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [path.join(data, name), readFileSync(path.join(data, name))]),
  );
  const log = path.join(folder(), 'trace');
  const writer = await bundle('tests/support/ackWriter.ts');
  execFileSync(
    'strace',
    [
      ...['-f', '-y', '-xx', '-s', '200000', '-e', `trace=${TRACED}`, '-o', log],
      ...[process.execPath, writer, data, String(WRITES)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  steps = stepsOf(log, data);
}, 300_000);

/**
 * Cuts the power at a random step; returns the count of writes reported as done, the count found afterwards, and the
 * integrity.
 */
function cutAt(seed: number, honest = true): { done: number; kept: number; whole: string } {
  const random = chance(seed);
  const cut = Math.floor(random() * steps.length);
  const files = afterPowerCut(steps, before, { cut, random, honest });
  const to = folder();
  putFiles(files, data, to);
  const reports = steps.slice(0, cut).flatMap((step) => (step.kind === 'said' ? [step.text] : []));
  const done = reports.join('').trim().split('\n').filter(Boolean).length;
  const db = new DatabaseSync(path.join(to, 'freight.db'));
  try {
    const whole = String(Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]);
    const names = db.prepare("select name from fact where name like 'written %'").all();
    const found = new Set(names.map(({ name }) => String(name)));
    let kept = 0;
    while (found.has(`written ${kept + 1}`)) kept += 1;
    return { done, kept, whole };
  } catch (error) {
    return { done, kept: 0, whole: String(error) };
  } finally {
    db.close();
  }
}

describe('a power failure', () => {
  test('is simulated from a trace of writes, synchronised one by one', () => {
    expect(steps.filter(({ kind }) => kind === 'said')).toHaveLength(WRITES);
    expect(steps.filter(({ kind }) => kind === 'sync').length).toBeGreaterThan(WRITES);
    expect(existsSync(path.join(data, 'freight.db'))).toBe(true);
  });

  test(`loses no answered write in ${CUTS} cuts, and leaves the file whole`, () => {
    for (let seed = 1; seed <= CUTS; seed += 1) {
      const { done, kept, whole } = cutAt(seed);
      expect(whole, `seed ${seed}`).toBe('ok');
      expect(kept, `seed ${seed}`).toBeGreaterThanOrEqual(done);
    }
  });

  test('loses writes on a disk that only pretends to synchronise, which the test notices', () => {
    const seeds = Array.from({ length: CUTS }, (_, seed) => cutAt(seed + 1, false));
    expect(seeds.some(({ done, kept, whole }) => kept < done || whole !== 'ok')).toBe(true);
  });
});
