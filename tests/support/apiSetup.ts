import type { TestProject } from 'vitest/node';
import { DEMO_IN_POSTGRES, makeDemoData } from './demoData';
import { beginRun, onceInRun } from './onceInRun';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the PostgreSQL of this run, 0 when it is on SQLite. */
    postgresPort: number;
  }
}

/**
 * Gives a run of tests a folder for what they share, and removes it at the end. Nothing is made until a test needs it.
 * With FREIGHT_TEST_DATABASE=postgres the data of every API that tests start is in a PostgreSQL made for the run, and
 * the demo data is made before the first test: it takes longer there than a test may.
 */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const endRun = beginRun();
  const server = process.env.FREIGHT_TEST_DATABASE === 'postgres' ? await startPostgres() : undefined;
  provide('postgresPort', Number(server ? new URL(server.address('any')).port : 0));
  // Also called when the run is interrupted and its teardown does not run.
  const end = () => {
    process.off('exit', end);
    server?.stop();
    endRun();
  };
  process.on('exit', end);
  if (server) await onceInRun(DEMO_IN_POSTGRES, (folder) => makeDemoData(folder, server));
  return end;
}
