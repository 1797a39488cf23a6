import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FolderInUse } from '../hold';
import { type Address, settingsOf } from './connection';

/** Lock of the one server that serves a database. */
const SERVING = 1_836_411_137;
/** Milliseconds to wait for a server that is just ending, and between two attempts to reconnect. */
const PATIENCE = 3000;
const AGAIN = 1000;

/**
 * Holds a database for this process, as a folder is held: jobs and emails must not be processed twice. The lock ends
 * with the connection; when that breaks it is taken again, and `lost` is called when another server was faster. Throws
 * {@link FolderInUse} when it is taken.
 */
export async function holdDatabase(
  address: Address,
  report: (message: string, error: unknown) => void,
  lost: () => void,
): Promise<{ release(): Promise<void> }> {
  let released = false;
  let client = await lockConnection(address);
  const watch = () => {
    client.on('error', (error) => report('the connection that holds the database broke', error));
    client.on('end', () => void again());
  };
  const again = async () => {
    while (!released) {
      await sleep(AGAIN, undefined, { ref: false });
      if (released) return;
      try {
        client = await lockConnection(address);
      } catch (error) {
        if (error instanceof FolderInUse) return lost();
        continue;
      }
      watch();
      if (released) await client.end();
      return;
    }
  };
  watch();
  return {
    release: async () => {
      released = true;
      await client.end();
    },
  };
}

async function lockConnection(address: Address): Promise<Client> {
  const client = new Client(settingsOf(address));
  await client.connect();
  for (const until = performance.now() + PATIENCE; ; await sleep(100)) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${SERVING}) as held`);
    if (rows[0].held === 1) return client;
    if (performance.now() < until) continue;
    await client.end();
    throw new FolderInUse('the database');
  }
}
