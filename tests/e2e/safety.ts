import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '@contract/errors';
import { expect } from 'playwright/test';
import type { DeskApp } from './deskApp';

/** Calls main over the bridge as code in the page could, with any arguments. */
export function cross(app: DeskApp, ...call: unknown[]): Promise<Result<unknown>> {
  return app.page.evaluate((args) => {
    const { call: through } = (window as unknown as { bridge: { call: (...all: unknown[]) => unknown } })
      .bridge;
    return through(...args) as Promise<never>;
  }, call);
}

/** Calls main over the bridge, expecting success; returns the data. */
export async function data<T>(app: DeskApp, name: string, input: unknown = {}): Promise<T> {
  const result = await cross(app, name, input);
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
  const answer = result.data as string | T;
  return typeof answer === 'string' ? (JSON.parse(answer) as { data: T }).data : answer;
}

/** Records requests to the system from now on, dialogs and external links; returns a function that reads them. */
export async function watchSystem(app: DeskApp): Promise<() => Promise<string[]>> {
  await app.app.evaluate(({ dialog, shell }) => {
    const systemCalls: string[] = [];
    Object.assign(globalThis, { systemCalls });
    shell.openExternal = async (url) => void systemCalls.push(url);
    shell.openPath = async (place) => {
      systemCalls.push(place);
      return '';
    };
    const answered = { canceled: true, filePaths: [], filePath: '' };
    dialog.showOpenDialog = (async () => {
      systemCalls.push('open');
      return answered;
    }) as never;
    dialog.showSaveDialog = (async () => {
      systemCalls.push('save');
      return answered;
    }) as never;
  });
  return () => app.app.evaluate(() => (globalThis as unknown as { systemCalls: string[] }).systemCalls);
}

/** Returns the ids of a process and all its descendants. */
export function processTree(first: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const tree = [first];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** Returns the text of a file of /proc; empty when the process has ended. */
export function read(place: string): string {
  try {
    return readFileSync(place, 'latin1');
  } catch {
    return '';
  }
}

/**
 * Returns the addresses of internet sockets of some processes, with their state as the kernel numbers it (0A:
 * listening).
 */
export function inetSockets(pids: readonly number[]): string[] {
  const inodes = new Set<string>();
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`;
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const inode = /^socket:\[(\d+)\]/.exec(link(path.join(folder, name)))?.[1];
      if (inode) inodes.add(inode);
    }
  }
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    read(`/proc/net/${kind}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => inodes.has(fields[9] ?? ''))
      .map((fields) => `${kind} ${fields[1]} → ${fields[2]} ${fields[3]}`),
  );
}

function link(place: string): string {
  try {
    return readlinkSync(place);
  } catch {
    return '';
  }
}

/** Counts a text in the writable memory of a process, as one byte a letter or as two. */
export function inMemory(pid: number, text: string): number {
  const wanted = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')];
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const overlap = text.length * 2;
  const part = Buffer.alloc(8 * 1024 * 1024);
  let count = 0;
  for (const line of read(`/proc/${pid}/maps`).split('\n')) {
    const found = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line);
    if (!found) continue;
    const end = Number.parseInt(found[2] ?? '', 16);
    for (let at = Number.parseInt(found[1] ?? '', 16); at < end; at += part.length - overlap) {
      let length = 0;
      try {
        length = readSync(memory, part, 0, Math.min(part.length, end - at), at);
      } catch {
        // Reserved but never used: there is nothing to read.
        break;
      }
      const seen = part.subarray(0, length);
      for (const bytes of wanted) {
        for (let hit = seen.indexOf(bytes); hit >= 0; hit = seen.indexOf(bytes, hit + 1)) count += 1;
      }
    }
  }
  closeSync(memory);
  return count;
}

/** Returns the files in a folder that contain a text, as one byte a letter or as two. */
export function filesHolding(folder: string, text: string): string[] {
  const wanted = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((place) => {
      const bytes = existsSync(place) ? readFileSync(place) : Buffer.alloc(0);
      return wanted.some((one) => bytes.includes(one));
    });
}

/** Returns the ids of the app's processes by their role. */
export async function processes(app: DeskApp): Promise<{ main: number; page: number; api: number }> {
  return app.app.evaluate(({ app: electron, BrowserWindow }) => {
    const named = (name: string) =>
      electron.getAppMetrics().find(({ serviceName, name: plain }) => (plain ?? serviceName) === name);
    return {
      main: process.pid,
      page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
      api: named('Freight Console API')?.pid ?? 0,
    };
  });
}

/** Returns the process id of the local service, once it runs. */
export async function serviceProcess(app: DeskApp): Promise<number> {
  let pid = 0;
  const look = async () => {
    pid = (await processes(app)).api;
    return pid;
  };
  await expect.poll(look).toBeGreaterThan(1);
  return pid;
}

/** Sends a signal to one process. Id 0 would mean every process of the tests, and is refused. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (pid <= 1) throw new Error(`${pid} is no process of the app`);
  process.kill(pid, name);
}
