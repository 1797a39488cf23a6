import type { BackendState, Draft, SessionState, Settings } from './desktop';
import type { Unsent } from './unsent';
import type { UpdateState } from './update';

/** What main tells the renderer unasked. */
export interface Events {
  /** How far a call with an id has come; `total` is 0 while it is not known. */
  progress: {
    readonly id: string;
    readonly done: number;
    readonly total: number;
    readonly unit: 'bytes' | 'rows';
  };
  /** The session ended or began: a 401, a sign-out, a keychain that was unlocked. */
  session: SessionState & {
    readonly reason: 'signedIn' | 'signedOut' | 'ended' | 'unlocked' | 'refused';
    /** With `refused`: what of the server could not be understood, in words. */
    readonly message?: string;
  };
  /** The chosen server lacks other calls than was known. */
  offered: { readonly environment: string; readonly missing: readonly string[] };
  /** The embedded API came up, went down or gave up. */
  backend: BackendState;
  /** A backup was made, failed or was set otherwise: what was shown of them is asked for anew. */
  backups: Readonly<Record<string, never>>;
  /** What could not be sent is another than before; `ended`: what came of one of them. */
  outbox: {
    readonly owner: string;
    readonly entries: readonly Unsent[];
    readonly ended: { readonly entry: Unsent; readonly sent: boolean } | null;
  };
  /** The user clicked a notice of the system: the screen that it leads to. */
  open: { readonly path: string };
  /** Another window has changed the settings. */
  settings: Settings;
  /** Another window has kept a draft, or forgotten one. */
  draft: { readonly key: string; readonly draft: Draft | null };
  /** A link to the app was handed over, and waits to be taken. */
  link: Readonly<Record<string, never>>;
  /** Something of the update to a new version is another than before. */
  update: UpdateState;
  /** The user chose an item of the native menu. */
  command: { readonly name: 'palette' | 'shortcuts' | 'settings' | 'diagnostics' };
}
export type EventName = keyof Events;
