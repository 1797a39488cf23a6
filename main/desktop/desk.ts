import type { BackendState, Boot } from '@contract/desktop/boot';
import type { Problem } from '@contract/errors';
import type { EventName, Events } from '@contract/events';
import type { Language } from '@contract/limits';
import type { Dialogs } from '../electron/dialogs';
import type { Printing } from '../electron/printing';
import type { Picks } from '../files/picks';
import type { FirstAdministrator } from '../server/host/server';
import type { Session } from '../session/session';
import type { Calls } from '../transport/calls';
import type { Offered } from '../transport/offered';
import type { Target } from '../transport/target';
import type { Transport } from '../transport/transport';
import type { Updates } from '../update/updates';
import type { Diagnostics } from './diagnostics';
import type { ForeignServer } from './foreign';
import type { Links } from './links';
import type { Memory } from './memory';
import type { Notices } from './notices';
import type { Outbox } from './outbox';

/** The embedded API as the desktop uses it. */
export interface EmbeddedApi {
  readonly state: BackendState;
  readonly seed: 'demo' | 'empty' | null;
  readonly settled: Promise<BackendState>;
  readonly target: Target;
  start(seed: 'demo' | 'empty', administrator?: FirstAdministrator): Promise<BackendState>;
  resume(seed: 'demo' | 'empty'): Promise<BackendState>;
  during<T>(work: () => Promise<T>): Promise<T>;
  giveUp(): Promise<void>;
}

/** Dependencies of the desktop procedures. */
export interface DesktopServices {
  readonly version: string;
  readonly electron: string;
  readonly memory: Memory;
  readonly links: Links;
  readonly session: Session;
  readonly backend: EmbeddedApi;
  readonly transport: Transport;
  /** Calls that each server lacks. */
  readonly offered: Offered;
  /** Sign-in to servers of another make. */
  readonly foreign: ForeignServer;
  readonly calls: Calls;
  readonly picks: Picks;
  readonly notices: Notices;
  readonly outbox: Outbox;
  readonly diagnostics: Diagnostics;
  /** Rendering mode of the window. */
  readonly graphics: Boot['graphics'];
  /** True if the command line asked for empty data. */
  readonly beginsEmpty: boolean;
  /** Loads the updates at the first request. */
  readonly updates: () => Promise<Updates>;
  /** The bundled worker that reads tabular files. */
  readonly tabularWorker: string;
  /** Folder for files that exist as long as an import is open. */
  readonly scratch: string;
  /** Resolves after the first read of the keychain. */
  readonly sessionOpened: Promise<unknown>;
  language(): Language;
  /** The proxy that the system prescribes for an address. */
  proxyFor(address: string): Promise<Target['proxy']>;
  announce<E extends EventName>(name: E, payload: Events[E]): void;
  report(message: string, error?: unknown): void;
  /** Logs a failure that the window reported. */
  reportWindow(failure: { readonly message: string; readonly stack: string | null }): void;
  /** Opens the log folder; returns the problem that prevented opening, or null. */
  showLogs(): Promise<Problem | null>;
  /** Restarts the app; `gpu`: tries the graphics processor again. */
  startAnew(gpu: boolean): void;
  openLink(url: string): void;
  /** Brings the main window before the user. */
  bringToFront(): void;
  /** Applies language and theme to what main draws itself. */
  applySettings(): void;
}

/** Services of the calling window. */
export interface CallerWindow {
  readonly dialogs: Dialogs;
  readonly printing: Printing;
  /** Receives the titles of the window's screens that have unsaved input. */
  holdsUnsaved(titles: readonly string[]): void;
  /** The path for which the window was opened, if it shows a single screen. */
  readonly alone: string | null;
  /** Opens a path in a new window; false when too many are open. */
  openOwn(path: string): boolean;
  /** Closes a single-screen window as its close button does, asking about unsaved input. */
  closeOwn(): void;
  /** Sends this window's change to the other windows. */
  announceToOthers<E extends EventName>(name: E, payload: Events[E]): void;
}

/** Key under which values of the current, or last, user on the chosen server are stored. */
export const ownerOf = ({ memory, session }: Pick<DesktopServices, 'memory' | 'session'>): string =>
  `${memory.environment ?? ''}:${session.state.profile?.username ?? memory.settings.lastUsername}`;
