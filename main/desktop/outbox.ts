import { randomUUID } from 'node:crypto';
import { problem } from '@contract/errors';
import type { Events } from '@contract/events';
import { IDEMPOTENCY_LIFE, type Language } from '@contract/limits';
import { isKeepable, isUnreached, MAX_UNSENT, recordOf, type Unsent, unsent } from '@contract/unsent';
import * as z from 'zod';
import { CallError, callError } from '../transport/callError';
import { checkCall } from '../transport/checkCall';
import type { Call } from '../transport/transport';
import { KeptFile } from './keptFile';

/** What is on the disk of a kept call: whose it is and on which server, and under which key it was tried. */
const keptCall = unsent.extend({ owner: z.string(), key: z.string() });
type KeptCall = z.output<typeof keptCall>;

/** Who is signed in where. */
export interface Holder {
  /** The person and the server, as drafts are kept. */
  readonly owner: string;
  readonly environment: string;
  readonly token: string;
  /** Whether the server carries a keyed write out once, as the embedded API does. */
  readonly settles: boolean;
}

/** What the outbox works with. */
export interface OutboxOptions {
  readonly folder: string;
  /** Null while nobody is signed in. */
  readonly holder: () => Holder | null;
  readonly send: (call: Call) => Promise<string>;
  readonly language: () => Language;
  readonly announce: (told: Events['outbox']) => void;
  readonly report: (message: string, error?: unknown) => void;
  readonly now?: () => number;
}

/**
 * Writes that could not be sent. Each lies on the disk until it is known what became of it, with the key it was first
 * tried with: sent again to a server that settles by keys it happens once, whatever happened before. Elsewhere one that
 * may have been carried out is never sent again by itself.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #file: KeptFile<{ entries: KeptCall[] }>;
  /** Who has looked at the outbox since the start: nothing is sent for someone who would not hear of it. */
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

  /** What the one who is signed in has kept on this server, oldest first; from now on it is sent when that is possible. */
  list(): Unsent[] {
    const holder = this.#options.holder();
    if (!holder) return [];
    this.#watcher = holder.owner;
    this.serverAnswers();
    return this.#of(holder.owner).map(shown);
  }

  /** Keeps a call that failed. Rejects with {@link CallError} for one that is not kept, and when it cannot be written. */
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
    const known = own.find(({ key, call }) => key === failed.key && call === failed.call);
    if (known) return shown(known);
    if (own.length >= MAX_UNSENT) throw callError(language(), problem('OUTBOX_FULL', { max: MAX_UNSENT }));
    const entry: KeptCall = {
      ...rest,
      id: randomUUID(),
      owner: holder.owner,
      at: new Date(this.#now()).toISOString(),
      form: null,
      status: unknown && !holder.settles ? 'unknown' : 'waiting',
    };
    if (!this.#write([...this.#all, entry])) throw callError(language(), problem('NOT_KEPT'));
    this.#tell(holder.owner);
    return shown(entry);
  }

  /** True if writes of anybody wait to be sent to a server. */
  holdsFor(environment: string): boolean {
    return this.#all.some(({ owner }) => owner.startsWith(`${environment}:`));
  }

  /** Notes the form that a kept call came from. */
  attach(id: string, form: NonNullable<Unsent['form']>): void {
    this.#change(id, { form });
  }

  discard(id: string): void {
    const entry = this.#own(id);
    if (!entry) return;
    this.#write(this.#all.filter((one) => one !== entry));
    this.#tell(entry.owner);
  }

  /** The server answers, or someone signed in: what waits is sent. */
  serverAnswers(): void {
    const holder = this.#options.holder();
    if (!holder || holder.owner !== this.#watcher) return;
    if (this.#of(holder.owner).some(({ status }) => status === 'waiting')) void this.send(null);
  }

  /** Sends kept calls one after the other: those named, or all that wait. */
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
      // What was asked of one person is never done as another.
      const holder = this.#options.holder();
      if (holder?.owner !== owner) return;
      const record = recordOf(entry);
      const wanted = ids ? ids.includes(entry.id) : entry.status === 'waiting';
      const outcome = wanted && !(record && held.has(record)) ? await this.#sendOne(entry, holder) : 'stays';
      if (outcome === 'unreached') return;
      if (outcome === 'stays' && record) held.add(record);
    }
  }

  async #sendOne(entry: KeptCall, holder: Holder): Promise<'sent' | 'stays' | 'unreached'> {
    const { language, send } = this.#options;
    const settled = holder.settles && this.#now() - Date.parse(entry.at) < IDEMPOTENCY_LIFE;
    // On the disk first: whoever is interrupted from here on does not know what became of it.
    if (!settled && !this.#change(entry.id, { status: 'unknown' })) return 'stays';
    try {
      const { file: _, ...call } = await checkCall(entry.call, entry.input, ['json'], language());
      await send({ ...call, key: entry.key, as: holder });
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown;
      const { error } = thrown;
      const { message } = error;
      // Who must sign in first finds it as it was.
      const later = isUnreached(error) || error.code === 'CANCELLED';
      if (later || error.status === 401) {
        const unknown = mayHaveSucceeded(error) && !settled;
        this.#change(entry.id, { status: unknown ? 'unknown' : 'waiting', message });
        return 'unreached';
      }
      this.#change(entry.id, { status: error.code === 'STALE_DATA' ? 'conflict' : 'refused', message });
      this.#tell(entry.owner, { entry: shown(this.#own(entry.id) ?? entry), sent: false });
      return 'stays';
    }
    this.#write(this.#all.filter(({ id }) => id !== entry.id));
    this.#tell(entry.owner, { entry: shown(entry), sent: true });
    return 'sent';
  }

  get #all(): readonly KeptCall[] {
    return this.#file.get('entries');
  }

  #of(owner: string): KeptCall[] {
    return this.#all.filter((entry) => entry.owner === owner);
  }

  /** A kept call of the one who is signed in, by its id. */
  #own(id: string): KeptCall | undefined {
    const owner = this.#options.holder()?.owner;
    return this.#all.find((entry) => entry.id === id && entry.owner === owner);
  }

  #change(id: string, patch: Partial<KeptCall>): boolean {
    const before = this.#all.find((entry) => entry.id === id);
    if (!before) return false;
    const after = { ...before, ...patch };
    const written = this.#write(this.#all.map((entry) => (entry.id === id ? after : entry)));
    this.#tell(before.owner);
    return written;
  }

  #write(entries: readonly KeptCall[]): boolean {
    return this.#file.set({ entries: [...entries] });
  }

  #tell(owner: string, ended: Events['outbox']['ended'] = null): void {
    this.#options.announce({ owner, entries: this.#of(owner).map(shown), ended });
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** Whether a call that did not reach its end may have been carried out all the same. */
export const mayHaveSucceeded = ({ unknownResult, status }: CallError['error']): boolean =>
  unknownResult === true || status === 502 || status === 504;

const shown = ({ owner: _, key: _key, ...entry }: KeptCall): Unsent => entry;
