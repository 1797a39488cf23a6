// A folder in memory for temporary test files: the embedded API waits for the disk at each write, thousands of times.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PLACE = '/dev/shm';
/** Required free bytes; a run of all tests needs some hundred megabytes. */
const ENOUGH = 6 * 2 ** 30;

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(PLACE);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Names of folders in memory, with the process that made them. */
const OWNED = /^freight-(?:console|postgres)-(\d+)-/;

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Removes folders of runs that were killed: each keeps hundreds of megabytes of memory until then. */
function removeAbandoned() {
  let names = [];
  try {
    names = readdirSync(PLACE);
  } catch {}
  for (const name of names) {
    const pid = OWNED.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(PLACE, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
}

/** True if a run may put its files in memory: not if TMPDIR names another place. */
const mayUseMemory = (env) => !env.TMPDIR && freeBytes() >= ENOUGH;

/** Calls `work` with an environment whose temporary folder is in memory if possible; removes it afterwards. */
export function withMemoryDisk(env, work) {
  removeAbandoned();
  if (!mayUseMemory(env)) return work(env);
  const folder = mkdtempSync(path.join(PLACE, `freight-console-${process.pid}-`));
  // Some tests let another user reach a folder inside this one.
  chmodSync(folder, 0o755);
  try {
    return work({ ...env, TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Folder in memory for programs and data, else the system's temporary folder; containers may forbid programs there. */
export function placeInMemory() {
  if (!mayUseMemory(process.env)) return os.tmpdir();
  const folder = mkdtempSync(path.join(PLACE, 'freight-try-'));
  try {
    const program = path.join(folder, 'try');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0 ? PLACE : os.tmpdir();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
