import type { BackendState, SessionState } from './desktop';

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
  session: SessionState & { readonly reason: 'signedIn' | 'signedOut' | 'ended' | 'unlocked' };
  /** The embedded API came up, went down or gave up. */
  backend: BackendState;
  /** The user clicked a notice of the system: the screen that it leads to. */
  open: { readonly path: string };
  /** The user chose an item of the native menu. */
  command: { readonly name: 'palette' | 'shortcuts' };
}
export type EventName = keyof Events;
