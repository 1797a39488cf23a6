import { utilityProcess } from 'electron';
import { TaskFailed } from '../desktop/backups';
import type { BackupAnswers, BackupWork, TaskKey } from '../server/host/backupTask';
import type { TaskAnswer, TaskMessage } from '../server/host/start';
import type { Course } from '../server/store/backupFile';

/** Time (ms) that a cancelled task has to clean up. */
const PATIENCE = 10_000;

/** Runs a backup task in a process that ends with it. Rejects with {@link TaskFailed}. */
export function runTask<T extends BackupWork>(
  entry: string,
  task: T & TaskKey,
  { signal, onProgress }: Course = {},
): Promise<BackupAnswers[T['name']]> {
  const child = utilityProcess.fork(entry, [], { serviceName: 'Freight Console backup', stdio: 'ignore' });
  const say = (message: TaskMessage) => child.postMessage(message);
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    say({ kind: 'cancel' });
    timer = setTimeout(() => child.kill(), PATIENCE);
  };
  return new Promise<BackupAnswers[T['name']]>((resolve, reject) => {
    child.on('message', (answer: TaskAnswer) => {
      if (answer.kind === 'progress') return onProgress?.(answer.done, answer.total);
      if (answer.kind === 'done') resolve(answer.answer as BackupAnswers[T['name']]);
      else reject(new TaskFailed(answer.problem, answer.detail));
    });
    child.once('exit', (code) => reject(new TaskFailed(null, `the process ended with ${code}`)));
    signal?.addEventListener('abort', cancel, { once: true });
    say({ kind: 'task', task });
    if (signal?.aborted) cancel();
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    child.kill();
  });
}
