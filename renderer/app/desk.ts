import type { BackendState, Boot, SessionState, Settings } from '@contract/desktop';
import { create } from 'zustand';
import { desktop, listen } from '../api/bridge';
import { queryClient } from '../api/queries';
import { switchWords } from '../i18n';
import { saveAllNow } from './saveSoon';

/** State of the whole window: session, server and appearance. */
interface DeskState extends Boot {
  /** Why the sign-in screen stands before the user; null where they have just started. Their own doing needs no word. */
  readonly notice: 'ended' | 'loginFirst' | 'signedOut' | 'refused' | null;
  /** With `refused`: what of the server could not be understood. */
  readonly refusal?: string | undefined;
  /** The address that was asked for before the sign-in, to which it leads. */
  readonly wanted: string | null;
}

/** Nothing is drawn of it before main has answered what there is to begin with; what main tells meanwhile is kept. */
export const useDesk = create<DeskState>(() => ({}) as DeskState);

/** Of a state that is known and one that came, the one which main looked at later. */
const later = <T extends { readonly order: number }>(known: T | undefined, came: T): T =>
  known && known.order > came.order ? known : came;

/** Puts a boot answer in place: at the start, and after another server was chosen. */
export function setBoot(boot: Boot): void {
  useDesk.setState((known) => ({
    ...boot,
    backend: later(known.backend, boot.backend),
    session: later(known.session, boot.session),
    notice: null,
    wanted: null,
  }));
}

/** Changes settings: at once here, and kept by main. */
export async function changeSettings(patch: Partial<Settings>): Promise<void> {
  if (patch.language) await switchWords(patch.language);
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...patch } }));
  await desktop.settings.change(patch);
}

/** Keeps the address that was asked for without a session: the sign-in says so and leads there. */
export function askFirst(path: string): void {
  useDesk.setState({ notice: 'loginFirst', wanted: path });
}

/** The address that was asked for before the sign-in; once. */
export function takeWanted(): string | null {
  const { wanted } = useDesk.getState();
  useDesk.setState({ wanted: null });
  return wanted;
}

/** Follows main: sessions that begin and end, and the embedded API coming and going. */
export function followMain(): void {
  listen('session', ({ reason, message, ...session }) => {
    saveAllNow();
    // Nothing of one person's data may be shown to the next.
    if (session.status !== 'signedIn') queryClient.clear();
    useDesk.setState(({ settings, session: known }) => ({
      session: later(known, session as SessionState),
      notice: reason === 'ended' || reason === 'signedOut' || reason === 'refused' ? reason : null,
      refusal: message,
      // Remember the user name for the next sign-in.
      ...(session.profile ? { settings: { ...settings, lastUsername: session.profile.username } } : {}),
    }));
  });
  // Apply changes made in another window.
  listen('settings', (settings) => {
    const language = useDesk.getState().settings?.language;
    // Before there is an answer to begin with, that one has them.
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

/** Under which name things are kept for the signed-in person on the chosen server. */
export function ownerKey({ environment, session, settings }: DeskState): string {
  return `${environment ?? ''}:${session.profile?.username ?? settings.lastUsername}`;
}
