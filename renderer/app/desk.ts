import type { BackendState, Boot, SessionState, Settings } from '@contract/desktop';
import { create } from 'zustand';
import { desktop, listen } from '../api/bridge';
import { queryClient } from '../api/queries';
import { switchWords } from '../i18n';
import { saveAllNow } from './saveSoon';

/** What the whole window knows: who is signed in where, and how things shall look. */
interface DeskState extends Boot {
  /** Why the sign-in screen stands before the user, when it was not their own doing. */
  readonly notice: 'ended' | 'loginFirst' | null;
}

export const useDesk = create<DeskState>(() => undefined as unknown as DeskState);

/** Puts a boot answer in place: at the start, and after another server was chosen. */
export function setBoot(boot: Boot): void {
  useDesk.setState({ ...boot, notice: null });
}

/** Changes settings: at once here, and kept by main. */
export async function changeSettings(patch: Partial<Settings>): Promise<void> {
  if (patch.language) await switchWords(patch.language);
  useDesk.setState(({ settings }) => ({ settings: { ...settings, ...patch } }));
  await desktop.settings.change(patch);
}

/** Says why the sign-in screen comes. */
export function setNotice(notice: DeskState['notice']): void {
  useDesk.setState({ notice });
}

/** Follows main: sessions that begin and end, and the embedded API coming and going. */
export function followMain(): void {
  listen('session', ({ reason, ...session }) => {
    saveAllNow();
    // Nothing of one person's data may be shown to the next.
    if (session.status !== 'signedIn') queryClient.clear();
    useDesk.setState(({ settings }) => ({
      session: session as SessionState,
      notice: reason === 'ended' ? 'ended' : null,
      // Who was here last is asked for by name next time.
      ...(session.profile ? { settings: { ...settings, lastUsername: session.profile.username } } : {}),
    }));
  });
  // What another window has changed counts here as well.
  listen('settings', (settings) => {
    const { language } = useDesk.getState().settings;
    const apply = () => useDesk.setState({ settings });
    if (settings.language === language) apply();
    else void switchWords(settings.language).then(apply);
  });
  listen('backend', (backend: BackendState) => useDesk.setState({ backend }));
}

/** Under which name things are kept for the signed-in person on the chosen server. */
export function ownerKey({ environment, session, settings }: DeskState): string {
  return `${environment ?? ''}:${session.profile?.username ?? settings.lastUsername}`;
}
