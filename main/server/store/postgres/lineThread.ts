import { type MessagePort, workerData } from 'node:worker_threads';
import { Client } from 'pg';
// Imported with full file names: without a build this file runs as it is.
import { signalAnswered } from './answered.ts';
import { valueTypes } from './values.ts';

/** Thread for a connection whose user waits for each result: it talks to the database while the other one sleeps. */

/** Start data of the thread. */
interface LineStart {
  readonly address: string;
  readonly sessionSetup: string;
  /** 0 while there is no result. */
  readonly answered: SharedArrayBuffer;
  readonly port: MessagePort;
}

const { address, sessionSetup, answered, port } = workerData as LineStart;
const flag = new Int32Array(answered);

const client = new Client({
  connectionString: address,
  types: valueTypes,
  application_name: 'freight-console',
  connectionTimeoutMillis: 10_000,
});
// The next statement reports a broken connection.
client.on('error', () => undefined);
const ready = client.connect().then(() => client.query(sessionSetup));
ready.catch(() => undefined);

/** A request. `first` runs before it, result ignored; empty `text` closes the connection. */
interface StatementRequest {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
  readonly first: string;
}

port.on('message', async ({ first, ...request }: StatementRequest) => {
  let answer: object;
  try {
    await ready;
    if (request.text === '') {
      await client.end();
      answer = { rows: [], fields: [], count: 0 };
    } else {
      // If `first` fails, so does its transaction, and with it the following statement.
      if (first) client.query(first).catch(() => undefined);
      const result: unknown = await client.query(request);
      const last = (Array.isArray(result) ? result.at(-1) : result) as {
        rows: unknown[];
        fields?: { name: string }[];
        rowCount: number | null;
      };
      answer = {
        rows: last.rows,
        fields: (last.fields ?? []).map(({ name }) => name),
        count: last.rowCount ?? 0,
      };
    }
  } catch (error) {
    // Must not import the contract: tests load this file unbuilt, where its alias does not resolve.
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    answer = { error: { message, ...(typeof code === 'string' ? { code } : {}) } };
  }
  port.postMessage(answer);
  signalAnswered(flag);
  if (request.text === '') port.close();
});
