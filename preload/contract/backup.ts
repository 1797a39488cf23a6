import * as z from 'zod';
import { object, strictObject } from './shape';

/** Why a backup was made. */
export const backupReasons = ['manual', 'scheduled', 'update', 'migration', 'restore'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** How much there is of what people ask after. */
export const dataCounts = object(() => ({
  bills: z.int(),
  parcels: z.int(),
  customers: z.int(),
  files: z.int(),
}));
export type DataCounts = z.output<typeof dataCounts>;

/** A backup as its file says. */
export const backupFacts = object(() => ({
  name: z.string(),
  size: z.int(),
  madeAt: z.string(),
  reason: z.enum(backupReasons),
  /** Of the product that made it. */
  version: z.string(),
  seed: z.enum(['demo', 'empty']),
  counts: dataCounts,
  /** Made by this installation and not changed since, as its seal shows. */
  own: z.boolean(),
}));
export type BackupFacts = z.output<typeof backupFacts>;

/** When backups are made by themselves, and how many of each reason are kept. */
export const backupSchedule = strictObject(() => ({
  every: z.enum(['off', 'day', 'week']),
  /** On the clock of the machine. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** Of a weekly one; Monday is 0. */
  weekday: z.int().min(0).max(6),
  keep: z.int().min(1).max(99),
}));
export type BackupSchedule = z.output<typeof backupSchedule>;

/** Every day at noon, when the machine is on; a week of them. */
export const USUAL_SCHEDULE: BackupSchedule = { every: 'day', time: '12:30', weekday: 0, keep: 7 };
