import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { UpdateRefused } from './manifest';

/** Bytes per read while hashing a file. */
const PART = 1 << 20;

/**
 * Replaces a program file so that at every moment one of the two is complete: copies the new one beside it, checks its
 * hash there, and renames it over the old one. Returns its path: the old name, with the running version in it replaced
 * by the new one.
 */
export function swapProgram(
  from: string,
  old: string,
  wanted: { readonly sha512: string; readonly running: string; readonly version: string },
): string {
  const { sha512, running, version } = wanted;
  const name = path.basename(old).replaceAll(running, version);
  const place = path.join(path.dirname(old), name);
  const part = path.join(path.dirname(old), `.${name}.part`);
  const { mode } = statSync(old);
  try {
    rmSync(part, { force: true });
    copyFileSync(from, part);
    const file = openSync(part, 'r+');
    try {
      if (hashOf(file) !== sha512) throw new UpdateRefused('UPDATE_FILE_HASH', { name });
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(part, mode | 0o755);
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  if (place !== old) rmSync(old, { force: true });
  return place;
}

function hashOf(file: number): string {
  const hash = createHash('sha512');
  const part = Buffer.alloc(PART);
  for (let at = 0, got = 1; got > 0; at += got) {
    got = readSync(file, part, 0, PART, at);
    hash.update(part.subarray(0, got));
  }
  return hash.digest('base64');
}
