import { spawnSync } from 'node:child_process';

/** What a program of one task is told. */
export interface Task {
  /** `check`: the import of the product. `write`: its export. Others: what the worker of that file is asked. */
  readonly kind: string;
  /** The worker; for an export, csv or xlsx. */
  readonly worker: string;
  readonly input: string;
}

/** The most memory that a task takes above an idle process, in MB: a process of its own, so that nothing is left over. */
export function peakOf(taskFile: string, task: Task): number {
  const run = spawnSync(process.execPath, [taskFile, JSON.stringify(task)], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (run.status !== 0) throw new Error(`${task.kind}: ${run.stderr}`);
  return Number(run.stdout);
}
