import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Problem, problem } from '@contract/errors';
import { UPDATE } from '@contract/limits';
import { type InstallKind, releaseNotes, type UpdateState } from '@contract/update';
import * as z from 'zod';
import { KeptFile } from '../desktop/keptFile';
import { type FeedPorts, openFeed, readFeed } from './feed';
import {
  manifestName,
  type Offer,
  type Package,
  type Release,
  readManifest,
  UpdateRefused,
} from './manifest';
import { checkPackage, notSaved, takePackage } from './take';

/** Fetches a package and installs it. */
export interface Installer {
  /** Lets `into` write the package of an offer, and returns its path. Removes what an earlier download left. */
  fetch(offer: Offer & { file: Package }, into: (place: string) => Promise<void>): Promise<string>;
  /** Does everything that can fail while the app still runs; rejects if it fails. */
  prepare(): Promise<void>;
  /** Starts the new version, or its installer: the last step before the app ends. */
  start(): void;
}

/** Dependencies of updates. */
export interface UpdateOptions extends FeedPorts {
  /** Folder of the app's data, which contains the stored update settings. */
  readonly folder: string;
  /** Folder for packages and the installer's files; deleted once an update has succeeded. */
  readonly packages: string;
  readonly running: string;
  readonly product: string;
  readonly kind: InstallKind;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Public keys that manifests must be signed with. */
  readonly keys: readonly KeyObject[];
  /** Feed from the administrator's file, or from the build; null for none. */
  readonly feed: string | null;
  /** True if the administrator's file fixes the feed. */
  readonly feedLocked?: boolean;
  /** Reason why this copy takes no updates, whatever its keys; null if it does. */
  readonly off: Problem | null;
  /** True to allow a feed without TLS on this computer: in test builds only. */
  readonly loopback: boolean;
  readonly installer: () => Promise<Installer>;
  /** Backs up the data. A rejection stops the update. */
  readonly before: () => Promise<void>;
  /** Ends the app as at any exit; see lifecycle. False if the user stays. */
  readonly leaveFor: (then: { prepare: () => Promise<void>; last: () => void }) => Promise<boolean>;
  readonly announce: (state: UpdateState) => void;
  readonly report: (message: string, error?: unknown) => void;
  readonly now?: () => number;
}

const installedUpdate = z.object({
  version: z.string(),
  from: z.string(),
  notes: releaseNotes,
  place: z.string().nullable(),
});
const release = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/), date: z.iso.datetime() });
interface StoredUpdates {
  /** Feed set by the user; undefined while it is the build's. */
  feed: string | null | undefined;
  daily: boolean;
  lastLook: string | null;
  /** Version being installed, until the user has dismissed the outcome. */
  begun: z.output<typeof installedUpdate> | null;
  /** Random id for staged rollouts; it never leaves this computer. */
  staging: string;
  /** The newest release that was found. */
  newest: Release | null;
}

/** Minimum time (ms) between two events of a download. */
const EVENT_GAP = 150;
type RunningStep = Pick<UpdateState, 'phase' | 'progress' | 'place' | 'refused'>;
const AT_REST: RunningStep = { phase: 'idle', progress: null, place: null, refused: null };

/**
 * Updates of the app. Only the daily check is automatic; download and installation need the user's request. A manifest
 * is verified before anything in it is used, and only the verified manifest is used: the package is checked against it
 * while it is downloaded, and again before it is installed.
 */
export class Updates {
  readonly #options: UpdateOptions;
  readonly #stored: KeptFile<StoredUpdates>;
  #moving: RunningStep = AT_REST;
  #offer: Offer | null = null;
  /** The installer that has fetched the package. */
  #installer: Installer | undefined;
  #cancel = new AbortController();
  #daily: NodeJS.Timeout | undefined;

  constructor(options: UpdateOptions) {
    this.#options = options;
    this.#stored = new KeptFile(
      options.folder,
      'update',
      (from) => ({
        feed: from.value<string | null | undefined>('feed', z.string().nullable(), undefined),
        daily: from.value('daily', z.boolean(), true),
        lastLook: from.value('lastLook', z.string().nullable(), null),
        begun: from.value('begun', installedUpdate.nullable(), null),
        staging: from.value('staging', z.string().min(8).max(64), ''),
        newest: from.value('newest', release.nullable(), null),
      }),
      options.report,
    );
    if (!this.#stored.get('staging')) this.#stored.set({ staging: randomUUID() });
  }

  get state(): UpdateState {
    const { running, kind, off, keys } = this.#options;
    const version = this.#stored.get('begun');
    return {
      off: refusalOf(off ?? (keys.length === 0 ? problem('UPDATE_OFF_KEY') : null)),
      running,
      kind,
      feed: this.feed,
      daily: this.#stored.get('daily'),
      lastLook: this.#stored.get('lastLook'),
      ...this.#moving,
      offer: this.#offer && {
        version: this.#offer.version,
        notes: this.#offer.notes,
        date: this.#offer.date,
        file: this.#offer.file && { name: this.#offer.file.name, size: this.#offer.file.size },
      },
      outcome: version && {
        ...version,
        landed: version.version === running,
        place: version.place && existsSync(version.place) ? version.place : null,
      },
    };
  }

  get feed(): string | null {
    const set = this.#options.feedLocked ? undefined : this.#stored.get('feed');
    return set === undefined ? this.#options.feed : set;
  }

  /** Starts the daily check, if enabled. */
  start(): void {
    if (this.state.outcome?.landed)
      void rm(this.#options.packages, { recursive: true, force: true }).catch(() => undefined);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#daily);
    const last = Date.parse(this.#stored.get('lastLook') ?? '');
    const due = Number.isNaN(last) ? 0 : Math.max(0, last + UPDATE.every - this.#now());
    // A clock that was set back must not postpone the check for ever.
    this.#daily = setTimeout(() => void this.#checkDaily(), Math.min(due, UPDATE.every)).unref();
  }

  stop(): void {
    clearTimeout(this.#daily);
    this.#cancel.abort();
  }

  setFeed(typed: string | null): void {
    if (this.#options.feedLocked) throw new UpdateRefused('MANAGED');
    const read = typed === null ? { feed: null } : readFeed(typed, this.#options.loopback);
    if ('problem' in read) throw new UpdateRefused(read.problem.code, read.problem.params);
    if (this.#busy) return;
    this.#offer = null;
    this.#moving = AT_REST;
    this.#stored.set({ feed: read.feed, lastLook: null });
    this.#announce();
    this.#wait();
  }

  setDaily(daily: boolean): void {
    this.#stored.set({ daily });
    this.#announce();
    this.#wait();
  }

  /** Forgets the outcome of the last update once the user has read it. */
  dismiss(): void {
    this.#stored.set({ begun: null });
    this.#announce();
  }

  /** Checks the feed. A failure becomes part of the state. */
  async look(): Promise<void> {
    if (this.#busy || this.state.off) return;
    this.#offer = null;
    this.#move({ ...AT_REST, phase: 'looking' });
    const ended = await this.#found().catch((error: unknown) => this.#refused('idle', error));
    this.#stored.set({ lastLook: new Date(this.#now()).toISOString() });
    this.#move(ended);
    this.#wait();
  }

  async #found(): Promise<RunningStep> {
    const { keys, product, running, kind, arch, platform } = this.#options;
    const feed = this.#feed();
    const name = manifestName(platform);
    const bytes = await feed.small(name, UPDATE.maxManifest);
    if (!bytes) throw new UpdateRefused('UPDATE_FEED_EMPTY', { name });
    const signature = await feed.small(`${name}.sig`, UPDATE.maxSignature);
    const expected = {
      keys,
      product,
      running,
      kind,
      arch,
      now: this.#now(),
      newest: this.#stored.get('newest'),
    };
    const offer = readManifest(name, bytes, signature, expected);
    if (!offer) return { ...AT_REST, phase: 'current' };
    this.#stored.set({ newest: { version: offer.version, date: offer.date } });
    if (!isAmong(this.#stored.get('staging'), offer)) return { ...AT_REST, phase: 'held' };
    this.#offer = offer;
    return { ...AT_REST, phase: 'found' };
  }

  /** Downloads and verifies the package of the found version. */
  async download(): Promise<void> {
    const { file } = this.#offer ?? {};
    if (this.#busy || !this.#offer || !file || this.#moving.phase === 'ready') return;
    const offer = { ...this.#offer, file };
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    const total = file.size;
    this.#move({ ...AT_REST, phase: 'downloading', progress: { done: 0, total } });
    let announcedAt = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number) => {
      this.#moving = { ...this.#moving, progress: { done, total } };
      const at = performance.now();
      if (at - announcedAt < EVENT_GAP) return;
      announcedAt = at;
      this.#announce();
    };
    try {
      const feed = this.#feed();
      const installer = await this.#options.installer();
      this.#installer = installer;
      const into = (place: string) => takePackage(feed, file, place, { signal, onProgress });
      const place = await installer.fetch(offer, into);
      this.#move({ ...AT_REST, phase: 'ready', place });
    } catch (error) {
      this.#move(signal.aborted ? { ...AT_REST, phase: 'found' } : this.#refused('found', error));
    }
  }

  cancel(): void {
    if (this.#moving.phase === 'downloading') this.#cancel.abort();
  }

  /** Ends the app to install the package. Returns if the user stays or the installation fails. */
  async install(): Promise<void> {
    const { place, phase } = this.#moving;
    const offer = this.#offer;
    const installer = this.#installer;
    if (phase !== 'ready' || !place || !offer?.file || !installer) return;
    const { file, version, notes } = offer;
    const { leaveFor, before, running } = this.#options;
    this.#move({ ...AT_REST, phase: 'installing', place });
    try {
      const left = await leaveFor({
        prepare: async () => {
          await checkPackage(file, place);
          await before().catch((error) => Promise.reject(notBackedUp(error)));
          // Store the version first: the next start must know which one was meant to be installed.
          if (!this.#stored.set({ begun: { version, from: running, notes, place } }))
            throw new UpdateRefused('UPDATE_INSTALL', { detail: 'update.json' });
          await installer.prepare().catch((error) => {
            this.#stored.set({ begun: null });
            throw notSaved(error);
          });
        },
        last: () => installer.start(),
      });
      if (!left) this.#move({ ...AT_REST, phase: 'ready', place });
    } catch (error) {
      const isFileGone = error instanceof UpdateRefused && error.problem.code.startsWith('UPDATE_FILE_');
      const refused = this.#refused(isFileGone ? 'found' : 'ready', error);
      this.#move(isFileGone ? refused : { ...refused, place });
    }
  }

  get #busy(): boolean {
    return ['looking', 'downloading', 'installing'].includes(this.#moving.phase);
  }

  #feed() {
    const { feed } = this;
    if (!feed) throw new UpdateRefused('UPDATE_NO_FEED');
    // The stored feed is validated again: other programs may have changed the file.
    const read = readFeed(feed, this.#options.loopback);
    if ('problem' in read) throw new UpdateRefused(read.problem.code, read.problem.params);
    return openFeed(read.feed, this.#options);
  }

  async #checkDaily(): Promise<void> {
    const isEnabled = this.#stored.get('daily') && this.feed !== null && !this.state.off;
    if (isEnabled && this.#moving.phase !== 'ready') await this.look();
  }

  #refused(phase: 'idle' | 'found' | 'ready', error: unknown): RunningStep {
    const found = error instanceof UpdateRefused ? error.problem : problem('INTERNAL');
    this.#options.report(`an update was refused: ${found.code}`, error);
    return { ...AT_REST, phase, refused: refusalOf(found) };
  }

  #move(moving: RunningStep): void {
    this.#moving = moving;
    this.#announce();
  }

  #announce(): void {
    this.#options.announce(this.state);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** Converts a problem for the bridge; problems of updates have plain values only. */
const refusalOf = (found: Problem | null): UpdateState['refused'] =>
  found && { code: found.code, ...(found.params ? { params: found.params as Record<string, string> } : {}) };

const notBackedUp = (error: unknown) =>
  new UpdateRefused('UPDATE_BACKUP', { detail: error instanceof Error ? error.message : String(error) });

/** True if a computer receives a version at its current staging percentage; it still does at any higher one. */
export function isAmong(id: string, { version, staging }: Pick<Offer, 'version' | 'staging'>): boolean {
  const drawn = createHash('sha256').update(`${id} ${version}`).digest().readUInt32BE(0);
  return (drawn / 2 ** 32) * 100 < staging;
}
