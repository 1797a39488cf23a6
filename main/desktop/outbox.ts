import { randomUUID } from 'node:crypto';
import { problem } from '@contract/errors';
import type { Events } from '@contract/events';
import { IDEMPOTENCY_LIFE, type Language } from '@contract/limits';
import { isKeepable, isUnreached, MAX_UNSENT, recordOf, type Unsent, unsent } from '@contract/unsent';
import * as z from 'zod';
import type { Call } from '../transport/call';
import { CallError, callError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import { KeptFile } from './keptFile';

/** A stored call with its owner (user and server) and the idempotency key of its first attempt. */
const keptCall = unsent.extend({ owner: z.string(), key: z.string() });
type KeptCall = z.output<typeof keptCall>;

/** The signed-in user and the server. */
export interface Holder {
  /** User and server, in the form that drafts are stored under. */
  readonly owner: string;
  readonly environment: string;
  readonly token: string;
  /** True if the server carries out a write with a key only once, as the embedded API does. */
  readonly settles: boolean;
}

/** Dependencies of the outbox. */
export interface OutboxOptions {
  readonly folder: string;
  /** Returns the signed-in user and server; null while nobody is signed in. */
  readonly holder: () => Holder | null;
  readonly send: (call: Call) => Promise<string>;
  readonly language: () => Language;
  readonly announce: (event: Events['outbox']) => void;
  readonly report: (message: string, error?: unknown) => void;
  readonly now?: () => number;
}

/**
 * Writes that could not be sent. Each is stored on the disk until its outcome is known, with the key of its first
 * attempt: a server that honours keys carries it out once, however often it is sent. On other servers, a write that may
 * already have been carried out is never resent automatically.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #file: KeptFile<{ entries: KeptCall[] }>;
  /** The user who has opened the outbox since the start; nothing is sent for others, who would not see the outcome. */
  #watcher: string | null = null;
  #passing: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#file = new KeptFile(
      options.folder,
      'outbox',
      (from) => ({ entries: from.list('entries', keptCall) }),
      options.report,
    );
  }

  get damaged(): boolean {
    return this.#file.damaged;
  }

  /** Lists the signed-in user's stored writes on this server, oldest first; waiting ones are sent from now on. */
  list(): Unsent[] {
    const holder = this.#options.holder();
    if (!holder) return [];
    this.#watcher = holder.owner;
    this.sendWaiting();
    return this.#of(holder.owner).map(shown);
  }

  /** Stores a failed call. Rejects with {@link CallError} if it may not be stored or cannot be written. */
  async keep(
    failed: Pick<KeptCall, 'call' | 'input' | 'key' | 'path' | 'title' | 'message'> & { unknown: boolean },
  ): Promise<Unsent> {
    const { language } = this.#options;
    const { unknown, ...rest } = failed;
    const holder = this.#options.holder();
    const { found } = await checkCall(failed.call, failed.input, ['json'], language());
    if (!holder || !isKeepable(failed.call, found))
      throw callError(language(), problem('CALL_INVALID', { call: failed.call, detail: 'outbox' }));
    const own = this.#of(holder.owner);
    const earlier = own.find(({ key, call }) => key === failed.key && call === failed.call);
    if (earlier) return shown(earlier);
    if (own.length >= MAX_UNSENT) throw callError(language(), problem('OUTBOX_FULL', { max: MAX_UNSENT }));
    const entry: KeptCall = {
      ...rest,
      id: randomUUID(),
      owner: holder.owner,
      at: new Date(this.#now()).toISOString(),
      form: null,
      status: unknown && !holder.settles ? 'unknown' : 'waiting',
    };
    if (!this.#write([...this.#all, entry])) throw callError(language(), problem('NOT_STORED'));
    this.#announce(holder.owner);
    return shown(entry);
  }

  /** True if any user's writes wait to be sent to a server. */
  holdsFor(environment: string): boolean {
    return this.#all.some(({ owner }) => owner.startsWith(`${environment}:`));
  }

  /** Stores the form that a call came from. */
  attach(id: string, form: NonNullable<Unsent['form']>): void {
    this.#change(id, { form });
  }

  discard(id: string): void {
    const entry = this.#own(id);
    if (!entry) return;
    this.#write(this.#all.filter((one) => one !== entry));
    this.#announce(entry.owner);
  }

  /** Sends waiting writes once the server responds or a user signs in. */
  sendWaiting(): void {
    const holder = this.#options.holder();
    if (!holder || holder.owner !== this.#watcher) return;
    if (this.#of(holder.owner).some(({ status }) => status === 'waiting')) void this.send(null);
  }

  /** Sends stored calls one after the other: those in `ids`, or all that wait. */
  send(ids: readonly string[] | null): Promise<void> {
    this.#passing = this.#passing
      .then(() => this.#pass(ids))
      .catch((error) => this.#options.report('the outbox failed', error));
    return this.#passing;
  }

  async #pass(ids: readonly string[] | null): Promise<void> {
    const owner = this.#options.holder()?.owner;
    if (owner === undefined) return;
    const held = new Set<string>();
    for (const entry of this.#of(owner)) {
      // A write of one user is never sent as another.
      const holder = this.#options.holder();
      if (holder?.owner !== owner) return;
      const record = recordOf(entry);
      const isSelected = ids ? ids.includes(entry.id) : entry.status === 'waiting';
      const outcome =
        isSelected && !(record && held.has(record)) ? await this.#sendOne(entry, holder) : 'stays';
      if (outcome === 'unreached') return;
      if (outcome === 'stays' && record) held.add(record);
    }
  }

  async #sendOne(entry: KeptCall, holder: Holder): Promise<'sent' | 'stays' | 'unreached'> {
    const { language, send } = this.#options;
    // An entry dated in the future has an unknown age: the clock was set back since.
    const age = Math.abs(this.#now() - Date.parse(entry.at));
    const settled = holder.settles && age < IDEMPOTENCY_LIFE;
    // Mark the outcome as unknown before sending: an interruption from here on leaves it so.
    if (!settled && !this.#change(entry.id, { status: 'unknown' })) return 'stays';
    try {
      const { file: _, ...call } = await checkCall(entry.call, entry.input, ['json'], language());
      await send({ ...call, key: entry.key, as: holder });
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown;
      const { error } = thrown;
      const { message } = error;
      // On 401 keep the entry unchanged; it is retried after sign-in.
      const later = isUnreached(error) || error.code === 'CANCELLED';
      if (later || error.status === 401) {
        const unknown = mayHaveSucceeded(error) && !settled;
        this.#change(entry.id, { status: unknown ? 'unknown' : 'waiting', message });
        return 'unreached';
      }
      this.#change(entry.id, { status: error.code === 'STALE_DATA' ? 'conflict' : 'refused', message });
      this.#announce(entry.owner, { entry: shown(this.#own(entry.id) ?? entry), sent: false });
      return 'stays';
    }
    this.#write(this.#all.filter(({ id }) => id !== entry.id));
    this.#announce(entry.owner, { entry: shown(entry), sent: true });
    return 'sent';
  }

  get #all(): readonly KeptCall[] {
    return this.#file.get('entries');
  }

  #of(owner: string): KeptCall[] {
    return this.#all.filter((entry) => entry.owner === owner);
  }

  /** Finds a stored call of the signed-in user by its id. */
  #own(id: string): KeptCall | undefined {
    const owner = this.#options.holder()?.owner;
    return this.#all.find((entry) => entry.id === id && entry.owner === owner);
  }

  #change(id: string, patch: Partial<KeptCall>): boolean {
    const before = this.#all.find((entry) => entry.id === id);
    if (!before) return false;
    const after = { ...before, ...patch };
    const written = this.#write(this.#all.map((entry) => (entry.id === id ? after : entry)));
    this.#announce(before.owner);
    return written;
  }

  #write(entries: readonly KeptCall[]): boolean {
    return this.#file.set({ entries: [...entries] });
  }

  #announce(owner: string, ended: Events['outbox']['ended'] = null): void {
    this.#options.announce({ owner, entries: this.#of(owner).map(shown), ended });
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** True if a call that failed before its response arrived may nevertheless have been carried out. */
export const mayHaveSucceeded = ({ unknownResult, status }: CallError['error']): boolean =>
  unknownResult === true || status === 502 || status === 504;

const shown = ({ owner: _, key: _key, ...entry }: KeptCall): Unsent => entry;
