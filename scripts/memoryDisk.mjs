// A folder in memory for temporary test files: the embedded API waits for the disk at each write, thousands of times.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PLACE = '/dev/shm';
/** Required free bytes; a run of all tests needs some hundred megabytes. */
const ENOUGH = 6 * 2 ** 30;

function free() {
  try {
    const { bavail, bsize } = statfsSync(PLACE);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** True if a run may put its files in memory: not if TMPDIR names another place. */
const mayHave = (env) => !env.TMPDIR && free() >= ENOUGH;

/** Calls `work` with an environment whose temporary folder is in memory if possible; removes it afterwards. */
export function withMemoryDisk(env, work) {
  if (!mayHave(env)) return work(env);
  const folder = mkdtempSync(path.join(PLACE, 'freight-console-'));
  // Some tests let another user reach a folder through it.
  chmodSync(folder, 0o755);
  try {
    return work({ ...env, TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Folder in memory for programs and data, else the system's temporary folder; containers may forbid programs there. */
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
