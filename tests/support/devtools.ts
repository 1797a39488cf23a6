import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A program with a window, started with Chromium's debugging port: a packaged app has no other access for tests. */
export interface Started {
  readonly child: ChildProcess;
  /** Milliseconds since 1970 at its start. */
  readonly at: number;
  /** The WebSocket of the whole browser. */
  readonly endpoint: string;
  /** Ends it as the end of a session does; by force if it does not react. */
  stop(): Promise<void>;
}

/** Starts an app whose main process prints its debugging address on stderr. */
export async function startWithDevtools(
  executable: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Started> {
  const at = performance.timeOrigin + performance.now();
  const child = spawn(executable, [...args, '--remote-debugging-port=0'], {
    // A release refuses such a switch, unless this variable allows it.
    env: { ...env, FREIGHT_CONSOLE_SWITCHES: 'any' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`it ended before it could be reached: ${text}`)));
    child.once('error', reject);
  });
  return {
    child,
    at,
    endpoint,
    stop: async () => {
      child.kill();
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Returns the ids of a process and all its descendants (Linux). */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readOr(`/proc/${name}/stat`) : '';
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const tree = [root];
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
}

/**
 * Returns the memory of a process and all its descendants, in MB: shared pages are counted by their share (PSS, Linux).
 */
export function memoryOfTree(root: number): number {
  const kilobytes = processTree(root).map((id) =>
    Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Reads a file of /proc; empty when its process has just ended. */
function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
