import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BackupFacts, BackupReason, DataCounts } from '@contract/backup';
import { type Problem, problem } from '@contract/errors';
import { caughtFacts } from '@contract/failure';
import { keyOf } from '../core/secrets/secrets';
import { backUpInto, backupFactsIn, countData } from '../store/backup';
import { BackupFault, type Course, factsOf, type Sealing, unpack } from '../store/backupFile';
import { freeBytes } from '../store/failures';
import { dataFault, StartFault } from '../store/faults';
import { holdFolder } from '../store/hold';
import { restore } from '../store/restore';
import { DATABASE } from '../store/wholeness';

/** The key passed with every task. */
export interface TaskKey {
  /** The installation's key, as base64url; null where there is none or the keychain is locked. */
  readonly key: string | null;
}
/** Work on backups that the desktop runs in a separate process, beside the embedded API or in its place. */
export type BackupTask = BackupWork & TaskKey;
export type BackupWork =
  | {
      readonly name: 'make';
      readonly data: string;
      readonly folder: string;
      readonly reason: BackupReason;
      readonly keep?: number;
    }
  | { readonly name: 'list'; readonly data: string; readonly folders: readonly string[] }
  | { readonly name: 'check'; readonly data: string; readonly file: string; readonly scratch: string }
  | { readonly name: 'restore'; readonly data: string; readonly file: string; readonly backups: string };

/** A backup and its path. */
export interface PlacedBackup {
  readonly place: string;
  /** Facts of the backup; null if it cannot be read. */
  readonly facts: BackupFacts | null;
}

/** Result of each task. */
export interface BackupAnswers {
  make: { readonly place: string; readonly facts: BackupFacts };
  list: { readonly found: readonly PlacedBackup[]; readonly present: DataCounts | null };
  check: { readonly facts: BackupFacts; readonly present: DataCounts | null };
  restore: {
    readonly facts: BackupFacts;
    readonly replaced: string | null;
    readonly backup: string | null;
  };
}

/** Runs a task. Throws {@link BackupFault}, a start's fault, or the abort. */
export async function carryOutTask(
  task: BackupTask,
  course: Course,
): Promise<BackupAnswers[BackupTask['name']]> {
  const key = task.key === null ? null : keyOf(task.key);
  switch (task.name) {
    case 'make': {
      const { keep } = task;
      return backUpInto(task.folder, { ...task, ...course, key, ...(keep === undefined ? {} : { keep }) });
    }
    case 'list': {
      const all = await Promise.all([...new Set(task.folders)].map((one) => backupFactsIn(one, { key })));
      const at = ({ facts }: PlacedBackup) => facts?.madeAt ?? '';
      const found = all.flat().sort((a, b) => (at(a) < at(b) ? 1 : -1));
      return { found, present: countData(task.data) };
    }
    case 'check':
      return {
        facts: await checkBackup(task.file, task.scratch, { ...course, key }),
        present: countData(task.data),
      };
    case 'restore': {
      let held: ReturnType<typeof holdFolder> | undefined;
      try {
        held = holdFolder(task.data);
        const { replaced, backup, ...unpacked } = await restore({ ...task, ...course, key });
        return { facts: factsOf(task.file, 0, unpacked), replaced, backup };
      } catch (error) {
        throw dataFault(error, task.data);
      } finally {
        held?.release();
      }
    }
  }
}

/**
 * Reads a backup completely, with its database in a temporary folder; `opened` may read that. Throws
 * {@link BackupFault}.
 */
export async function checkBackup(
  file: string,
  scratch: string,
  course: Course & Sealing & { readonly opened?: (database: string) => Promise<void> },
): Promise<BackupFacts> {
  const folder = mkdtempSync(path.join(scratch, 'check-'));
  try {
    let size = 0;
    const unpacked = await unpack(file, folder, {
      ...course,
      files: false,
      ready: ({ database }) => {
        size = database;
        requireRoom(folder, size);
      },
    });
    await course.opened?.(path.join(folder, DATABASE));
    return factsOf(file, size, unpacked);
  } catch (error) {
    throw error instanceof BackupFault ? error : dataFault(error, scratch);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireRoom(folder: string, size: number): void {
  const free = freeBytes(folder);
  const MB = 1024 * 1024;
  if (free < size)
    throw new BackupFault('BACKUP_NO_SPACE', {
      detail: folder,
      free: Math.floor(free / MB),
      needed: Math.ceil(size / MB),
    });
}

/** Message for a failed task; null for unexpected errors. */
export function problemOfTask(error: unknown): Problem | null {
  if (error instanceof BackupFault) return error.problem;
  if (error instanceof StartFault)
    return problem(error.code, { detail: error.detail, version: error.detail });
  const { name, code } = caughtFacts(error);
  if (name === 'AbortError' || code === 'ABORT_ERR') return problem('CANCELLED');
  return null;
}
