import type { Draft } from './desktop';
import type { BackendState, SessionState, Settings } from './desktop/boot';
import type { Unsent } from './unsent';
import type { UpdateState } from './update';

/** Events that main sends to the renderer. */
export interface Events {
  /** Progress of a call with an id; `total` is 0 while it is not known. */
  progress: {
    readonly id: string;
    readonly done: number;
    readonly total: number;
    readonly unit: 'bytes' | 'rows';
  };
  /** The session started or ended: a sign-in, a 401, a sign-out, a keychain that was unlocked. */
  session: SessionState & {
    readonly reason: 'signedIn' | 'signedOut' | 'ended' | 'unlocked' | 'refused';
    /** With `refused`: the part of the server's response that was not understood, as a message. */
    readonly message?: string;
  };
  /** The list of calls that the chosen server lacks has changed. */
  offered: { readonly environment: string; readonly missing: readonly string[] };
  /** The embedded API started, stopped or failed. */
  backend: BackendState;
  /** A backup was made or failed, or their settings changed: screens fetch the list again. */
  backups: Readonly<Record<string, never>>;
  /** The outbox changed; `ended`: an entry that was sent or refused. */
  outbox: {
    readonly owner: string;
    readonly entries: readonly Unsent[];
    readonly ended: { readonly entry: Unsent; readonly sent: boolean } | null;
  };
  /** The user clicked a system notification, which leads to this screen. */
  open: { readonly path: string };
  /** Another window has changed the settings. */
  settings: Settings;
  /** Another window has stored or removed a draft. */
  draft: { readonly key: string; readonly draft: Draft | null };
  /** A link to the app was opened, and waits to be taken. */
  link: Readonly<Record<string, never>>;
  /** The state of updates has changed. */
  update: UpdateState;
  /** The user chose an item of the native menu. */
  command: { readonly name: 'palette' | 'shortcuts' | 'settings' | 'diagnostics' };
}
export type EventName = keyof Events;
