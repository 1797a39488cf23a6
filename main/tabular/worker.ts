import { parentPort, workerData } from 'node:worker_threads';
import { problem } from '@contract/errors';
import { failureText } from '@contract/failure';
import type { FromWorker, Operation, Operations, TabularProgress, ToWorker } from './protocol';
import { type Beat, ImportSession } from './session';
import { TabularError, tabularError } from './tabularError';

/** Minimum time (ms) between two progress reports. */
const REPORT = 80;

/** Requests up to this id are cancelled: shared with the client, since a busy worker receives no messages. */
const cancelled = new Int32Array((workerData as { cancelled: SharedArrayBuffer }).cancelled);
const session = new ImportSession();
const port = parentPort;
if (!port) throw new Error('runs in a worker only');

function beatOf(id: number): Beat {
  let reported = performance.now();
  return (progress: TabularProgress) => {
    if (Atomics.load(cancelled, 0) >= id) throw tabularError('CANCELLED');
    const now = performance.now();
    if (now - reported < REPORT) return;
    reported = now;
    answer({ id, progress });
  };
}

const answer = (message: FromWorker) => port.postMessage(message);

const operations: {
  readonly [O in Operation]: (
    input: Operations[O][0],
    beat: Beat,
  ) => Operations[O][1] | Promise<Operations[O][1]>;
} = {
  open: (input, beat) => session.open(input, beat),
  judge: (input) => session.judge(input),
  map: (input, beat) => session.map(input, beat),
  rows: (input) => session.rows(input),
  cell: (input) => session.cell(input),
  edit: (input) => session.edit(input),
  replace: (input) => session.replace(input),
  alike: (input) => session.alike(input),
  leaveOut: (input) => session.leaveOut(input),
  fixes: () => session.fixes(),
  fix: (request) => session.fix(request),
  setIssues: (input) => session.setIssues(input),
  writeCsv: (input, beat) => session.writeCsv(input, beat),
  writeErrors: (input, beat) => session.writeErrors(input, beat),
};

async function serve({ id, operation, input }: ToWorker): Promise<void> {
  try {
    const beat = beatOf(id);
    if (Atomics.load(cancelled, 0) >= id) throw tabularError('CANCELLED');
    const run = operations[operation] as (input: unknown, beat: Beat) => unknown;
    answer({ id, result: await run(input, beat) });
  } catch (error) {
    if (error instanceof TabularError)
      answer({
        id,
        failed: error.problem,
        detail: error.cause === undefined ? '' : failureText(error.cause),
      });
    else
      answer({
        id,
        failed: problem('INTERNAL'),
        detail: failureText(error),
      });
  }
}

/** Serves requests one at a time, in order. */
let last = Promise.resolve();
port.on('message', (message: ToWorker) => {
  last = last.then(() => serve(message));
});
