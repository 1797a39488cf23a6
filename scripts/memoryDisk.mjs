// A folder in memory for what tests write and throw away: the embedded API waits for the disk at each write, thousands of times.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PLACE = '/dev/shm';
/** Bytes that must be free there; a run of all tests needs some hundred megabytes. */
const ENOUGH = 6 * 2 ** 30;

function free() {
  try {
    const { bavail, bsize } = statfsSync(PLACE);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Whether a run may have its files in memory: not where it is told where else to have them. */
const mayHave = (env) => !env.TMPDIR && free() >= ENOUGH;

/** Calls `work` with an environment whose folder for passing files is in memory where that can be had; gone afterwards. */
export function withMemoryDisk(env, work) {
  if (!mayHave(env)) return work(env);
  const folder = mkdtempSync(path.join(PLACE, 'freight-console-'));
  // Some tests let another user pass through it to a folder of theirs.
  chmodSync(folder, 0o755);
  try {
    return work({ ...env, TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where programs may be put and data kept in memory, else where the system keeps passing files; a container may forbid the first. */
export function placeInMemory() {
  if (!mayHave(process.env)) return os.tmpdir();
  const folder = mkdtempSync(path.join(PLACE, 'freight-try-'));
  try {
    const program = path.join(folder, 'try');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0 ? PLACE : os.tmpdir();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
