import type { BackendState, Boot } from '@contract/desktop';
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

/** The embedded API as the desktop needs it. */
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

/** What the procedures of the desktop work with. */
export interface DesktopServices {
  readonly version: string;
  readonly electron: string;
  readonly memory: Memory;
  readonly links: Links;
  readonly session: Session;
  readonly backend: EmbeddedApi;
  readonly transport: Transport;
  /** Which calls servers lack. */
  readonly offered: Offered;
  /** Sign-in to servers of another make. */
  readonly foreign: ForeignServer;
  readonly calls: Calls;
  readonly picks: Picks;
  readonly notices: Notices;
  readonly outbox: Outbox;
  readonly diagnostics: Diagnostics;
  /** How the window is drawn. */
  readonly graphics: Boot['graphics'];
  /** The start was told to begin with empty data. */
  readonly beginsEmpty: boolean;
  /** Made when they are first asked for. */
  readonly updates: () => Promise<Updates>;
  /** The bundled worker that reads tabular files. */
  readonly tabularWorker: string;
  /** Folder for files that live as long as an import is open. */
  readonly scratch: string;
  /** The first look into the keychain. */
  readonly sessionOpened: Promise<unknown>;
  language(): Language;
  /** The proxy that the system prescribes for an address. */
  proxyFor(address: string): Promise<Target['proxy']>;
  announce<E extends EventName>(name: E, payload: Events[E]): void;
  report(message: string, error?: unknown): void;
  /** Says how the window failed, as it told. */
  reportWindow(told: { readonly message: string; readonly stack: string | null }): void;
  /** Shows the folder of the logs; answers what kept it from that. */
  showLogs(): Promise<Problem | null>;
  /** Starts the app anew; `gpu`: with another try of the graphics processor. */
  startAnew(gpu: boolean): void;
  openLink(url: string): void;
  /** Brings the main window before the user. */
  bringToFront(): void;
  /** Applies language and theme to what main draws itself. */
  applySettings(): void;
}

/** What belongs to the window that asked. */
export interface CallerWindow {
  readonly dialogs: Dialogs;
  readonly printing: Printing;
  /** Says which screens of the window hold what was typed and not saved. */
  holdsUnsaved(titles: readonly string[]): void;
  /** The path for which the window was opened, if it shows that screen alone. */
  readonly alone: string | null;
  /** Shows a path in a window of its own; false when there are too many. */
  openOwn(path: string): boolean;
  /** Closes the window, as its button does, if it shows a single screen: what is unsaved is asked about. */
  closeOwn(): void;
  /** Tells the other windows what this one has changed. */
  tellOthers<E extends EventName>(name: E, payload: Events[E]): void;
}

/** Under which name things are kept for the one who is, or was last, signed in on the chosen server. */
export const ownerOf = ({ memory, session }: Pick<DesktopServices, 'memory' | 'session'>): string =>
  `${memory.environment ?? ''}:${session.state.profile?.username ?? memory.settings.lastUsername}`;
