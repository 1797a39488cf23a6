import { type MessagePort, workerData } from 'node:worker_threads';
import { Client, type CustomTypesConfig } from 'pg';
// By their whole names: where nothing is built, this file is run as it stands.
import { tellAnswered } from './answered.ts';
import { valueTypes } from './values.ts';

/** The thread of a connection whose user waits for each answer: it speaks with the database, the other one sleeps. */

/** What goes to it at its start. */
interface LineStart {
  readonly address: string;
  readonly begin: string;
  /** 0 while there is no answer. */
  readonly answered: SharedArrayBuffer;
  readonly port: MessagePort;
}

const { address, begin, answered, port } = workerData as LineStart;
const flag = new Int32Array(answered);

const client = new Client({
  connectionString: address,
  types: valueTypes as CustomTypesConfig,
  application_name: 'freight-console',
  connectionTimeoutMillis: 10_000,
});
// A connection that breaks is heard of by the next statement.
client.on('error', () => undefined);
const ready = client.connect().then(() => client.query(begin));
ready.catch(() => undefined);

/** A statement, behind others that answer nothing; the end, where there is none. */
interface Asked {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
  readonly first: string;
}

port.on('message', async ({ first, ...asked }: Asked) => {
  let answer: object;
  try {
    await ready;
    if (asked.text === '') {
      await client.end();
      answer = { rows: [], fields: [], count: 0 };
    } else {
      // Its transaction has failed where these do, and so does what follows.
      if (first) client.query(first).catch(() => undefined);
      const result = (await client.query(asked)) as unknown;
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
    const { message, code } = error as { message: string; code?: string };
    answer = { error: { message, code } };
  }
  port.postMessage(answer);
  tellAnswered(flag);
  if (asked.text === '') port.close();
});
