import * as z from 'zod';
import { object } from './shape';

/**
 * How this copy of the app came to the computer: by the Windows installer, as an app of macOS, as an AppImage, as a Debian
 * package, or as a folder that was unpacked.
 */
export const installKinds = ['nsis', 'mac', 'appImage', 'deb', 'folder'] as const;
export type InstallKind = (typeof installKinds)[number];

/** Those that the app replaces by itself; the others are told of a new version and replaced by hand. */
export const IN_PLACE: readonly InstallKind[] = ['nsis', 'mac', 'appImage'];

/** Where new versions lie, as it is typed. */
export const updateFeed = z.string().trim().min(1).max(1000);

/** What is new in a version, as plain text in each language. */
export const releaseNotes = object(() => ({ en: z.string().max(20_000), cn: z.string().max(20_000) }));
export type ReleaseNotes = z.output<typeof releaseNotes>;

/** Why something was refused; each window says it in its own language. */
const said = object(() => ({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
}));

/** A version whose manifest was verified. */
const offered = object(() => ({
  version: z.string(),
  notes: releaseNotes,
  /** When it was made. */
  date: z.string(),
  /** Name and bytes of its package for this computer; null where there is none to be fetched. */
  file: object(() => ({ name: z.string(), size: z.int() })).nullable(),
}));

/** How it stands with updates. */
export const updateState = object(() => ({
  /** Why this build takes no updates at all; null where it does. */
  off: said.nullable(),
  running: z.string(),
  kind: z.enum(installKinds),
  feed: z.string().nullable(),
  /** Whether the feed is looked at once a day without being asked. */
  daily: z.boolean(),
  /** When it was looked at last. */
  lastLook: z.string().nullable(),
  /** `held`: there is a version that is given out step by step, and not to this computer yet. */
  phase: z.enum(['idle', 'looking', 'current', 'held', 'found', 'downloading', 'ready', 'installing']),
  offer: offered.nullable(),
  /** Bytes, while a package is being fetched. */
  progress: object(() => ({ done: z.int(), total: z.int() })).nullable(),
  /** Where the fetched package lies. */
  place: z.string().nullable(),
  /** Why the last thing that was asked for was not done. Nothing of what was refused is kept. */
  refused: said.nullable(),
  /** What came of the last update that was begun; null once it was read. */
  outcome: object(() => ({
    landed: z.boolean(),
    version: z.string(),
    from: z.string(),
    notes: releaseNotes,
    /** Where its package lies, if it still does. */
    place: z.string().nullable(),
  })).nullable(),
}));
export type UpdateState = z.output<typeof updateState>;
