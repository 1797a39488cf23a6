import { createHash } from 'node:crypto';
import type { Profile } from '@contract/access/session';
import type { SessionState } from '@contract/desktop/boot';
import type { Events } from '@contract/events';
import type { Keychain } from './keychain';

/** Stored facts of a session besides the token: the user's profile, and a token that must never be used again. */
export interface SessionMemory {
  profile(environment: string): Profile | null;
  remember(environment: string, profile: Profile | null): void;
  /** SHA-256 of a token signed out while the keychain refused to delete it; null if there is none. */
  revoked(environment: string): string | null;
  revoke(environment: string, hash: string | null): void;
}

type Reason = Events['session']['reason'];

/** The signed-in user and server. The token exists only in the keychain and in this object. */
export class Session {
  readonly #keychain: Keychain;
  readonly #memory: SessionMemory;
  readonly #announce: (state: Events['session']) => void;
  #environment = '';
  #token: string | null = null;
  #profile: Profile | null = null;
  #status: SessionState['status'] = 'signedOut';
  #kept = true;
  #looks = 0;

  constructor(keychain: Keychain, memory: SessionMemory, announce: (state: Events['session']) => void) {
    this.#keychain = keychain;
    this.#memory = memory;
    this.#announce = announce;
  }

  get environment(): string {
    return this.#environment;
  }

  /** Returns the token of an environment; null unless it is the one signed in to. */
  tokenOf(environment: string): string | null {
    return environment === this.#environment ? this.#token : null;
  }

  get state(): SessionState {
    this.#looks += 1;
    return { status: this.#status, profile: this.#profile, kept: this.#kept, order: this.#looks };
  }

  /**
   * Restores the session of an environment from the keychain with one read. Without a stored profile no token could be
   * used, so the keychain is not read: its helper would delay the sign-in screen.
   */
  async open(environment: string): Promise<SessionState> {
    this.#environment = environment;
    this.#set('signedOut', null, null);
    this.#kept = true;
    if (!this.#memory.profile(environment)) return this.state;
    const answer = await this.#keychain.read(environment);
    if (this.#environment !== environment) return this.state;
    this.#kept = answer.kind !== 'missing';
    if (answer.kind === 'locked') this.#status = 'locked';
    if (answer.kind !== 'found') return this.state;
    const profile = this.#memory.profile(environment);
    const usable =
      isToken(answer.secret) && hashOf(answer.secret) !== this.#memory.revoked(environment) && profile;
    if (usable) this.#set('signedIn', answer.secret, profile);
    return this.state;
  }

  /** Reads a locked keychain again. */
  async retry(): Promise<SessionState> {
    const state = await this.open(this.#environment);
    if (state.status !== 'locked') this.#announceState('unlocked');
    return state;
  }

  /**
   * Starts a session. Without a keychain it ends with the app, and the state says so. Does nothing if another server
   * has been chosen since the sign-in began.
   */
  async start(environment: string, token: string, profile: Profile): Promise<SessionState> {
    if (environment !== this.#environment) return this.state;
    this.#set('signedIn', token, profile);
    // The stored profile must match the token in the keychain: if that refuses, another user's token may stay there.
    this.#memory.remember(environment, null);
    this.#kept = false;
    this.#kept = (await this.#keychain.write(environment, token)) === 'kept';
    if (this.#kept && this.#token === token) {
      this.#memory.remember(environment, this.#profile);
      this.#memory.revoke(environment, null);
    }
    this.#announceState('signedIn');
    return this.state;
  }

  /** Stores a changed profile. */
  update(profile: Profile): void {
    if (this.#status !== 'signedIn') return;
    this.#profile = profile;
    if (this.#kept) this.#memory.remember(this.#environment, profile);
  }

  /**
   * Ends the session locally: the user signed out, the server no longer knows the token, or its permissions are invalid
   * (see `message`). Does nothing if `refused` is no longer the current token: that refusal came too late.
   */
  async end(
    reason: Extract<Reason, 'signedOut' | 'ended' | 'refused'>,
    refused = this.#token,
    message?: string,
  ): Promise<SessionState> {
    const token = this.#token;
    if (!token || token !== refused) return this.state;
    const environment = this.#environment;
    this.#set('signedOut', null, null);
    this.#memory.remember(environment, null);
    // Announce the end first: twenty calls that fail together end one session, and a slow keyring delays nobody.
    this.#announceState(reason, message);
    if ((await this.#keychain.remove(environment)) === 'locked')
      this.#memory.revoke(environment, hashOf(token));
    return this.state;
  }

  /** Deletes the stored session of a removed environment. */
  async forget(environment: string): Promise<void> {
    this.#memory.remember(environment, null);
    await this.#keychain.remove(environment);
  }

  #set(status: SessionState['status'], token: string | null, profile: Profile | null): void {
    this.#status = status;
    this.#token = token;
    this.#profile = profile;
  }

  #announceState(reason: Reason, message?: string): void {
    this.#announce({ ...this.state, reason, ...(message ? { message } : {}) });
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
/** Rejects damaged tokens, those not stored by this product, and any that no header could contain. */
export const isToken = (text: string) => /^[\x21-\x7e]{16,2400}$/.test(text);
