import { parentPort, workerData } from 'node:worker_threads';
import { failureText } from '@contract/failure';
import { isDatabaseUnreachable } from '../../store/failures';
import { convert } from './convert';
import type { FromWorker, WorkerStart } from './run';
import { tryFile } from './tryFile';

/**
 * Thread that converts or checks one file, on its own connection; it writes only when the API grants the write lock.
 */

const port = parentPort;
if (!port) throw new Error('runs in a worker only');
const start = workerData as WorkerStart;
const flag = new Int32Array(start.ended);
const isEnded = () => Atomics.load(flag, 0) !== 0;
const say = (message: FromWorker) => port.postMessage(message);

let given: () => void = () => undefined;
port.on('message', () => given());

/** Carries out work while the API lets nobody else write. */
async function turn<T>(work: () => Promise<T>): Promise<T> {
  const mine = new Promise<void>((resolve) => {
    given = resolve;
  });
  say({ kind: 'ask' });
  await mine;
  try {
    return await work();
  } finally {
    say({ kind: 'written' });
  }
}

/** Milliseconds between two signs of life. */
const SIGN = 1000;
let signed = Number.NEGATIVE_INFINITY;
/** Sends a sign of life, and throws once the work is to end. */
function beat(): void {
  if (isEnded()) throw new Error('nobody waits for it any more');
  const at = performance.now();
  if (at - signed < SIGN) return;
  signed = at;
  say({ kind: 'progress', progress: {} });
}

const work =
  'trial' in start
    ? tryFile(start.trial, { beat, turn })
    : convert({
        ...{ folder: start.folder, database: start.database, jobId: start.jobId },
        now: () => Date.now() + start.ahead,
        report: (message, error) =>
          say({ kind: 'report', message, places: error === undefined ? '' : failureText(error) }),
        seen: (progress) => say({ kind: 'progress', progress }),
        ended: isEnded,
        turn,
      });
work.then(
  (tried) => say({ kind: 'done', ...(tried ? { tried } : {}) }),
  (error: unknown) => {
    if (isEnded()) say({ kind: 'done' });
    else if (isDatabaseUnreachable(error)) say({ kind: 'away', places: failureText(error) });
    else throw error;
  },
);
