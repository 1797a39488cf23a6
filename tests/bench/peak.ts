import { spawnSync } from 'node:child_process';

/** Input of a program that runs one task. */
export interface Task {
  /** `check`: the import of the product. `write`: its export. Others: the request for the worker of that file. */
  readonly kind: string;
  /** The worker; for an export, csv or xlsx. */
  readonly worker: string;
  readonly input: string;
}

/**
 * Returns the peak memory of a task above an idle process, in MB: in a separate process, so that nothing is left over.
 */
export function peakOf(taskFile: string, task: Task): number {
  const run = spawnSync(process.execPath, [taskFile, JSON.stringify(task)], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (run.status !== 0) throw new Error(`${task.kind}: ${run.stderr}`);
  return Number(run.stdout);
}
