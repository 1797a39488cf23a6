import * as z from 'zod';
import { object } from './shape';

/**
 * How this copy of the app was installed: by the Windows installer, as a macOS app, as an AppImage, as a Debian
 * package, or by unpacking a folder.
 */
export const installKinds = ['nsis', 'mac', 'appImage', 'deb', 'folder'] as const;
export type InstallKind = (typeof installKinds)[number];

/** Kinds that the app replaces automatically; for the others it only reports a new version. */
export const IN_PLACE: readonly InstallKind[] = ['nsis', 'mac', 'appImage'];

/** Source of new versions, as typed. */
export const updateFeed = z.string().trim().min(1).max(1000);

/** Release notes of a version, as plain text in each language. */
export const releaseNotes = object(() => ({ en: z.string().max(20_000), cn: z.string().max(20_000) }));
export type ReleaseNotes = z.output<typeof releaseNotes>;

/** A refusal; each window translates it into its own language. */
const refusal = object(() => ({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
}));

/** A version whose manifest was verified. */
const offered = object(() => ({
  version: z.string(),
  notes: releaseNotes,
  /** When the version was made. */
  date: z.string(),
  /** Name and bytes of its package for this computer; null if there is none. */
  file: object(() => ({ name: z.string(), size: z.int() })).nullable(),
}));

/** State of updates. */
export const updateState = object(() => ({
  /** Why this build takes no updates at all; null if it does. */
  off: refusal.nullable(),
  running: z.string(),
  kind: z.enum(installKinds),
  feed: z.string().nullable(),
  /** True if the feed is checked once a day automatically. */
  daily: z.boolean(),
  /** Time of the last check. */
  lastLook: z.string().nullable(),
  /** `held`: there is a version in staged rollout, not yet for this computer. */
  phase: z.enum(['idle', 'looking', 'current', 'held', 'found', 'downloading', 'ready', 'installing']),
  offer: offered.nullable(),
  /** Bytes, while a package is being fetched. */
  progress: object(() => ({ done: z.int(), total: z.int() })).nullable(),
  /** Path of the fetched package. */
  place: z.string().nullable(),
  /** Why the last request was refused. Nothing of what was refused is kept. */
  refused: refusal.nullable(),
  /** Outcome of the last update that was started; null once it was read. */
  outcome: object(() => ({
    landed: z.boolean(),
    version: z.string(),
    from: z.string(),
    notes: releaseNotes,
    /** Path of its package, if it still exists. */
    place: z.string().nullable(),
  })).nullable(),
}));
export type UpdateState = z.output<typeof updateState>;
