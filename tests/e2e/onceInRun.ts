import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/build.mjs';

/** Environment variable with the folder of a run, for its workers. */
const FOLDER = 'FREIGHT_E2E_RUN';

/** Builds once, and makes the folder for what all workers of a run share: two builds at once would spoil each other. */
export default function setup(): () => void {
  ensureBuilt();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-e2e-'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns a folder that the first caller makes for the run; other callers wait for it. If making it failed, the next
 * caller makes it. Lock files and logs of an app that is still running are not copied.
 */
export async function onceInRun(name: string, make: () => Promise<string>): Promise<string> {
  const folder = process.env[FOLDER];
  if (!folder) throw new Error('the run has no folder: its configuration names no global setup');
  const made = path.join(folder, name);
  const claim = `${made}.claim`;
  while (!existsSync(made)) {
    if (!claimed(claim)) {
      await sleep(50);
      continue;
    }
    // Released even if the worker is ended while it makes the folder.
    const giveUp = () => rmSync(claim, { recursive: true, force: true });
    process.once('exit', giveUp);
    try {
      // Another worker may have finished it a moment ago.
      if (!existsSync(made)) {
        const fresh = `${made}.fresh`;
        rmSync(fresh, { recursive: true, force: true });
        cpSync(await make(), fresh, { recursive: true, filter: (file) => !/Singleton|\.log$/.test(file) });
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
