import { parentPort, workerData } from 'node:worker_threads';
import { failureText } from '@contract/failure';
import { isDatabaseAway } from '../store/failures';
import { convert } from './convert';
import type { FromWorker, WorkerStart } from './run';

/** The thread of one conversion: it has a connection of its own, and writes when the API says that nobody else does. */

const port = parentPort;
if (!port) throw new Error('runs in a worker only');
const { folder, database, jobId, ahead, ended } = workerData as WorkerStart;
const flag = new Int32Array(ended);
const say = (message: FromWorker) => port.postMessage(message);

let given: () => void = () => undefined;
port.on('message', () => given());

convert({
  folder,
  database,
  jobId,
  now: () => Date.now() + ahead,
  report: (message, error) =>
    say({ kind: 'report', message, places: error === undefined ? '' : failureText(error) }),
  seen: (progress) => say({ kind: 'progress', progress }),
  ended: () => Atomics.load(flag, 0) !== 0,
  turn: async (work) => {
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
  },
}).then(
  () => say({ kind: 'done' }),
  (error: unknown) => {
    if (!isDatabaseAway(error)) throw error;
    say({ kind: 'away', places: failureText(error) });
  },
);
