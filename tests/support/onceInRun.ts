import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Environment variable with the folder of a run, for its processes. */
const FOLDER = 'FREIGHT_TEST_RUN';

/** Makes the folder for what all processes of a run share; returns a function that removes it. */
export function beginRun(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-run-'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns a folder that the first caller fills for the run; other callers, also of other processes, wait for it. If
 * filling it failed, the next caller fills it.
 */
export async function onceInRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = process.env[FOLDER];
  if (!folder) throw new Error('the run has no folder: its configuration names no global setup');
  const made = path.join(folder, name);
  const claim = `${made}.claim`;
  while (!existsSync(made)) {
    if (!claimed(claim)) {
      await sleep(50);
      continue;
    }
    // Released even if the process is ended while it fills the folder.
    const giveUp = () => rmSync(claim, { recursive: true, force: true });
    process.once('exit', giveUp);
    try {
      // Another process may have finished it a moment ago.
      if (!existsSync(made)) {
        const fresh = `${made}.fresh`;
        rmSync(fresh, { recursive: true, force: true });
        mkdirSync(fresh);
        await fill(fresh);
        renameSync(fresh, made);
      }
    } finally {
      giveUp();
      process.off('exit', giveUp);
    }
  }
  return made;
}

/** True for the first caller. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
