import type { BackendState, Boot, Settings } from '@contract/desktop/boot';
import { create } from 'zustand';
import { desktop, listen } from '../api/bridge';
import { queryClient } from '../api/queries';
import { switchWords } from '../i18n';
import { saveAllNow } from './saveSoon';

/** State of the whole window: session, server and appearance. */
interface DeskState extends Boot {
  /** Reason why the sign-in screen is shown; null after a start. */
  readonly notice: 'ended' | 'loginFirst' | 'signedOut' | 'refused' | null;
  /** With `refused`: the part of the server's response that could not be parsed. */
  readonly refusal?: string | undefined;
  /** Address that was requested before the sign-in, and is opened after it. */
  readonly wanted: string | null;
}

/** Global state; empty until main has sent the initial one, before which nothing is drawn. Earlier events are kept. */
export const useDesk = create<DeskState>(() => ({}) as DeskState);

/** Returns the newer of two states by main's order number. */
const later = <T extends { readonly order: number }>(known: T | undefined, came: T): T =>
  known && known.order > came.order ? known : came;

/** Applies a boot state: at the start, and after switching servers. */
export function setBoot(boot: Boot): void {
  useDesk.setState((known) => ({
    ...boot,
    backend: later(known.backend, boot.backend),
    session: later(known.session, boot.session),
    notice: null,
    wanted: null,
  }));
}

/** Changes settings at once here, and stores them in main. */
export async function changeSettings(patch: Partial<Settings>): Promise<void> {
  if (patch.language) await switchWords(patch.language);
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...patch } }));
  await desktop.settings.change(patch);
}

/** Stores the address that was requested without a session: the sign-in announces it and leads there. */
export function requireSignIn(path: string): void {
  useDesk.setState({ notice: 'loginFirst', wanted: path });
}

/** Returns and clears the address that was requested before the sign-in. */
export function takeWanted(): string | null {
  const { wanted } = useDesk.getState();
  useDesk.setState({ wanted: null });
  return wanted;
}

/** Follows main's events: start and end of sessions, and state of the embedded API. */
export function followMain(): void {
  listen('session', ({ reason, message, ...session }) => {
    saveAllNow();
    // Data of one user must not be shown to the next.
    if (session.status !== 'signedIn') queryClient.clear();
    useDesk.setState(({ settings, session: known }) => ({
      session: later(known, session),
      notice: reason === 'ended' || reason === 'signedOut' || reason === 'refused' ? reason : null,
      refusal: message,
      // Remember the user name for the next sign-in.
      ...(session.profile ? { settings: { ...settings, lastUsername: session.profile.username } } : {}),
    }));
  });
  // Apply changes made in another window.
  listen('settings', (settings) => {
    const language = useDesk.getState().settings?.language;
    // Until the boot state has arrived, which contains them, ignore.
    if (language === undefined) return;
    const apply = () => useDesk.setState({ settings });
    if (settings.language === language) apply();
    else void switchWords(settings.language).then(apply);
  });
  listen('offered', ({ environment, missing }) =>
    useDesk.setState((known) => (known.environment === environment ? { missing: [...missing] } : {})),
  );
  listen('backend', (came: BackendState) =>
    useDesk.setState(({ backend }) => ({ backend: later(backend, came) })),
  );
}

/** Returns the key under which data is stored for the signed-in user on the selected server. */
export function ownerKey({ environment, session, settings }: DeskState): string {
  return `${environment ?? ''}:${session.profile?.username ?? settings.lastUsername}`;
}
