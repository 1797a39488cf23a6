import * as z from 'zod';
import { backupFacts, backupSchedule, dataCounts } from '../backup';
import { object, strictObject } from '../shape';
import { boot } from './boot';
import { type DesktopGroup, nothing, pickedFile, procedure, token } from './procedure';

/** A backup that was found: its token and its facts; null where these cannot be read. */
const foundBackup = object(() => ({
  token: z.string(),
  name: z.string(),
  size: z.int(),
  facts: backupFacts.nullable(),
}));
export type FoundBackup = z.output<typeof foundBackup>;

/** The state of backups on this machine. */
const backupsHere = object(() => ({
  schedule: backupSchedule,
  /** The folder that backups are written to: shown to people, and opened from here. */
  folder: z.string(),
  /** True if a person chose the folder. */
  chosen: z.boolean(),
  /** Why the last scheduled backup could not be made. */
  fault: object(() => ({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })).nullable(),
  running: z.boolean(),
  found: z.array(foundBackup),
  present: dataCounts.nullable(),
}));
export type BackupsHere = z.output<typeof backupsHere>;

/**
 * Backups of the embedded data. A copy holds everything that anybody here may see, and restoring one replaces it; so
 * while the embedded API runs, only a super administrator signed in to it may use them. While it cannot start, or
 * before the first start, anybody at the machine may, and nobody can make one. An `id` reports progress and lets
 * `app.cancel` end the call.
 */
export const backups = {
  list: procedure(nothing, backupsHere),
  make: procedure(
    strictObject(() => ({ id: z.string().max(64) })),
    foundBackup,
  ),
  schedule: procedure(backupSchedule, backupsHere),
  /** Lets the user choose the backup folder; null if they cancel. */
  chooseFolder: procedure(nothing, backupsHere.nullable()),
  /** Resets the backup folder to the app's own. */
  forgetFolder: procedure(nothing, backupsHere),
  /** Lets the user choose a backup from another folder; null if they cancel. */
  pick: procedure(nothing, pickedFile.nullable()),
  /**
   * Reads a whole backup: returns its contents and what it would replace, or fails with why it cannot be restored.
   */
  check: procedure(
    strictObject(() => ({ token, id: z.string().max(64) })),
    object(() => ({ facts: backupFacts, present: dataCounts.nullable() })),
  ),
  /**
   * Replaces the present data with a backup, after reading the whole backup and backing up the present data.
   * Everybody is signed out. Returns the path of the replaced data, which is kept until the next start but one.
   */
  restore: procedure(
    strictObject(() => ({ token, id: z.string().max(64) })),
    object(() => ({ facts: backupFacts, replaced: z.string().nullable(), boot })),
  ),
  /** Leaves data that does not start in place, and shows the first-run question for a new folder. */
  startAnew: procedure(nothing, boot),
} as const satisfies DesktopGroup;
