import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Problem, problem } from '@contract/errors';
import { UPDATE } from '@contract/limits';
import { type InstallKind, releaseNotes, type UpdateState } from '@contract/update';
import * as z from 'zod';
import { KeptFile } from '../desktop/keptFile';
import { type FeedPorts, openFeed, readFeed } from './feed';
import { manifestName, type Offer, type Package, readManifest, UpdateRefused } from './manifest';
import { checkPackage, notSaved, takePackage } from './take';

/** What fetches a package into its place and installs it. */
export interface Installer {
  /** Has the package of an offer written by `into`; answers where it lies. What is left of an earlier one goes. */
  fetch(offer: Offer & { file: Package }, into: (place: string) => Promise<void>): Promise<string>;
  /** Whatever can fail is done while the app still runs; rejects when it cannot be done. */
  prepare(): Promise<void>;
  /** The last thing before the app ends: the new version is started, or its installer. */
  start(): void;
}

/** What updates need of the rest of main. */
export interface UpdateOptions extends FeedPorts {
  /** Of the app's data, where what is kept about updates lies. */
  readonly folder: string;
  /** Folder for packages, and for what an installer keeps; it goes once an update has landed. */
  readonly packages: string;
  readonly running: string;
  readonly product: string;
  readonly kind: InstallKind;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Keys that manifests are trusted by. */
  readonly keys: readonly KeyObject[];
  /** The feed that the administrator's file names, or the build was given; null for none. */
  readonly feed: string | null;
  /** The administrator's file says the feed for good. */
  readonly feedLocked?: boolean;
  /** Why this copy takes no updates, whatever its keys. */
  readonly off: Problem | null;
  /** Whether a feed without TLS on this very computer is taken: in builds for tests alone. */
  readonly loopback: boolean;
  readonly installer: () => Promise<Installer>;
  /** Backs up the data. Its failure stops the update. */
  readonly before: () => Promise<void>;
  /** Ends the app as at any end; see lifecycle. False when the user stays. */
  readonly leaveFor: (then: { prepare: () => Promise<void>; last: () => void }) => Promise<boolean>;
  readonly announce: (state: UpdateState) => void;
  readonly report: (message: string, error?: unknown) => void;
  readonly now?: () => number;
}

const begun = z.object({
  version: z.string(),
  from: z.string(),
  notes: releaseNotes,
  place: z.string().nullable(),
});
interface Kept {
  /** What was set; undefined while it is the build's. */
  feed: string | null | undefined;
  daily: boolean;
  lastLook: string | null;
  /** The version that was to be installed, until it was said what came of it. */
  begun: z.output<typeof begun> | null;
  /** By which computers are told apart where a version is given out step by step; it never leaves this one. */
  staging: string;
}

/** Milliseconds between two events of one download. */
const TELL = 150;
type Moving = Pick<UpdateState, 'phase' | 'progress' | 'place' | 'refused'>;
const AT_REST: Moving = { phase: 'idle', progress: null, place: null, refused: null };

/**
 * Updates of the app. Nothing happens by itself but a look a day; what is found is fetched and installed on the user's
 * word alone. A manifest is verified before anything of it is used, and it is what was verified that is used: the
 * package is held against it while it is fetched, and once more before it is installed.
 */
export class Updates {
  readonly #options: UpdateOptions;
  readonly #kept: KeptFile<Kept>;
  #moving: Moving = AT_REST;
  #offer: Offer | null = null;
  /** The one that has fetched the package. */
  #installer: Installer | undefined;
  #cancel = new AbortController();
  #daily: NodeJS.Timeout | undefined;

  constructor(options: UpdateOptions) {
    this.#options = options;
    this.#kept = new KeptFile(
      options.folder,
      'update',
      (from) => ({
        feed: from.value<string | null | undefined>('feed', z.string().nullable(), undefined),
        daily: from.value('daily', z.boolean(), true),
        lastLook: from.value('lastLook', z.string().nullable(), null),
        begun: from.value('begun', begun.nullable(), null),
        staging: from.value('staging', z.string().min(8).max(64), ''),
      }),
      options.report,
    );
    if (!this.#kept.get('staging')) this.#kept.set({ staging: randomUUID() });
  }

  get state(): UpdateState {
    const { running, kind, off, keys } = this.#options;
    const version = this.#kept.get('begun');
    return {
      off: said(off ?? (keys.length === 0 ? problem('UPDATE_OFF_KEY') : null)),
      running,
      kind,
      feed: this.feed,
      daily: this.#kept.get('daily'),
      lastLook: this.#kept.get('lastLook'),
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
    const set = this.#options.feedLocked ? undefined : this.#kept.get('feed');
    return set === undefined ? this.#options.feed : set;
  }

  /** Looks by itself from now on, once a day, where that is wanted. */
  start(): void {
    if (this.state.outcome?.landed)
      void rm(this.#options.packages, { recursive: true, force: true }).catch(() => undefined);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#daily);
    const last = Date.parse(this.#kept.get('lastLook') ?? '');
    const due = Number.isNaN(last) ? 0 : Math.max(0, last + UPDATE.every - this.#now());
    // A clock that was set back must not mean never.
    this.#daily = setTimeout(() => void this.#lookByItself(), Math.min(due, UPDATE.every)).unref();
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
    this.#kept.set({ feed: read.feed, lastLook: null });
    this.#tell();
    this.#wait();
  }

  setDaily(daily: boolean): void {
    this.#kept.set({ daily });
    this.#tell();
    this.#wait();
  }

  /** What came of the last update was read. */
  dismiss(): void {
    this.#kept.set({ begun: null });
    this.#tell();
  }

  /** Looks at the feed. A failure is in the state afterwards. */
  async look(): Promise<void> {
    if (this.#busy || this.state.off) return;
    this.#offer = null;
    this.#move({ ...AT_REST, phase: 'looking' });
    const ended = await this.#found().catch((error: unknown) => this.#refused('idle', error));
    this.#kept.set({ lastLook: new Date(this.#now()).toISOString() });
    this.#move(ended);
    this.#wait();
  }

  async #found(): Promise<Moving> {
    const { keys, product, running, kind, arch, platform } = this.#options;
    const feed = this.#feed();
    const name = manifestName(platform);
    const bytes = await feed.small(name, UPDATE.maxManifest);
    if (!bytes) throw new UpdateRefused('UPDATE_FEED_EMPTY', { name });
    const signature = await feed.small(`${name}.sig`, UPDATE.maxSignature);
    const expected = { keys, product, running, kind, arch, now: this.#now() };
    const offer = readManifest(name, bytes, signature, expected);
    if (!offer) return { ...AT_REST, phase: 'current' };
    if (!isAmong(this.#kept.get('staging'), offer)) return { ...AT_REST, phase: 'held' };
    this.#offer = offer;
    return { ...AT_REST, phase: 'found' };
  }

  /** Fetches the package of what was found; it is verified by the time this ends. */
  async download(): Promise<void> {
    const { file } = this.#offer ?? {};
    if (this.#busy || !this.#offer || !file || this.#moving.phase === 'ready') return;
    const offer = { ...this.#offer, file };
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    const total = file.size;
    this.#move({ ...AT_REST, phase: 'downloading', progress: { done: 0, total } });
    let told = 0;
    const onProgress = (done: number) => {
      this.#moving = { ...this.#moving, progress: { done, total } };
      if (this.#now() - told < TELL) return;
      told = this.#now();
      this.#tell();
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

  /** Ends the app to install what was fetched. Comes back when the user stays, or when it cannot be done. */
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
          // On the disk first: whoever starts next knows what was meant to be there.
          if (!this.#kept.set({ begun: { version, from: running, notes, place } }))
            throw new UpdateRefused('UPDATE_INSTALL', { detail: 'update.json' });
          await installer.prepare().catch((error) => {
            this.#kept.set({ begun: null });
            throw notSaved(error);
          });
        },
        last: () => installer.start(),
      });
      if (!left) this.#move({ ...AT_REST, phase: 'ready', place });
    } catch (error) {
      const gone = error instanceof UpdateRefused && error.problem.code.startsWith('UPDATE_FILE_');
      const refused = this.#refused(gone ? 'found' : 'ready', error);
      this.#move(gone ? refused : { ...refused, place });
    }
  }

  get #busy(): boolean {
    return ['looking', 'downloading', 'installing'].includes(this.#moving.phase);
  }

  #feed() {
    const { feed } = this;
    if (!feed) throw new UpdateRefused('UPDATE_NO_FEED');
    // What stands on the disk may have been written by anyone.
    const read = readFeed(feed, this.#options.loopback);
    if ('problem' in read) throw new UpdateRefused(read.problem.code, read.problem.params);
    return openFeed(read.feed, this.#options);
  }

  async #lookByItself(): Promise<void> {
    const wanted = this.#kept.get('daily') && this.feed !== null && !this.state.off;
    if (wanted && this.#moving.phase !== 'ready') await this.look();
  }

  #refused(phase: 'idle' | 'found' | 'ready', error: unknown): Moving {
    const found = error instanceof UpdateRefused ? error.problem : problem('INTERNAL');
    this.#options.report(`an update was refused: ${found.code}`, error);
    return { ...AT_REST, phase, refused: said(found) };
  }

  #move(moving: Moving): void {
    this.#moving = moving;
    this.#tell();
  }

  #tell(): void {
    this.#options.announce(this.state);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** A problem as it crosses the bridge; those of updates are filled with plain values alone. */
const said = (found: Problem | null): UpdateState['refused'] =>
  found && { code: found.code, ...(found.params ? { params: found.params as Record<string, string> } : {}) };

const notBackedUp = (error: unknown) =>
  new UpdateRefused('UPDATE_BACKUP', { detail: error instanceof Error ? error.message : String(error) });

/** Whether a computer is among those that a version is given to so far; of a higher share it stays one. */
export function isAmong(id: string, { version, staging }: Pick<Offer, 'version' | 'staging'>): boolean {
  const drawn = createHash('sha256').update(`${id} ${version}`).digest().readUInt32BE(0);
  return (drawn / 2 ** 32) * 100 < staging;
}
