import * as z from 'zod';
import { object, strictObject } from './shape';

/** Why a backup was made. */
export const backupReasons = ['manual', 'scheduled', 'update', 'migration', 'restore'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Record counts shown for a backup, so that people recognise the data. */
export const dataCounts = object(() => ({
  bills: z.int(),
  parcels: z.int(),
  customers: z.int(),
  files: z.int(),
}));
export type DataCounts = z.output<typeof dataCounts>;

/** The facts in the header of a backup file. */
export const backupFacts = object(() => ({
  name: z.string(),
  size: z.int(),
  madeAt: z.string(),
  reason: z.enum(backupReasons),
  /** Version of the product that made it. */
  version: z.string(),
  seed: z.enum(['demo', 'empty']),
  counts: dataCounts,
  /** True if this installation made it and it is unchanged since, according to its seal. */
  own: z.boolean(),
}));
export type BackupFacts = z.output<typeof backupFacts>;

/** When backups are made automatically, and how many of each reason are kept. */
export const backupSchedule = strictObject(() => ({
  every: z.enum(['off', 'day', 'week']),
  /** In the local time of the machine, `HH:mm`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** Day of a weekly backup; Monday is 0. */
  weekday: z.int().min(0).max(6),
  keep: z.int().min(1).max(99),
}));
export type BackupSchedule = z.output<typeof backupSchedule>;

/** The default: every day at 12:30 (if the machine is on), the last seven kept. */
export const USUAL_SCHEDULE: BackupSchedule = { every: 'day', time: '12:30', weekday: 0, keep: 7 };
