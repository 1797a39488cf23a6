import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/build.mjs';

/** Names the folder of a run to its workers. */
const FOLDER = 'FREIGHT_E2E_RUN';

/** Builds, and gives a run a folder for what is made once for all of its workers: two that build at once spoil it for each other. */
export default function setup(): () => void {
  ensureBuilt();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-e2e-'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * A folder that whoever asks first makes for the run; those that ask meanwhile wait for it. One whose maker failed is made by
 * the next. What an app leaves that is still running is not taken along.
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
    // Also where the worker is ended in the midst of it.
    const giveUp = () => rmSync(claim, { recursive: true, force: true });
    process.once('exit', giveUp);
    try {
      // Another may have been done a moment ago.
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

/** True for the one that comes first. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
