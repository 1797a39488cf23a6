import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { resetAnswered, sleepUntilAnswered } from '../../../main/server/store/postgres/answered';

/** A thread that wakes the sleeping caller many times before it responds. */
const THREAD = `
  const { workerData } = require('node:worker_threads');
  const { flag, module } = workerData;
  const { signalAnswered } = require(module);
  const rest = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < 20; at += 1) {
    Atomics.wait(rest, 0, 0, 10);
    Atomics.notify(flag, 0);
  }
  signalAnswered(flag);
`;
const module = path.resolve(import.meta.dirname, '../../../main/server/store/postgres/answered.ts');

test('keeps waiting when woken by an earlier response', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  resetAnswered(flag);
  const thread = new Worker(THREAD, { eval: true, workerData: { flag, module }, execArgv: [] });
  sleepUntilAnswered(flag);
  expect(Atomics.load(flag, 0)).toBe(1);
  await thread.terminate();
});
