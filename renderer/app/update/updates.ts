import type { Problem } from '@contract/errors';
import type { UpdateState } from '@contract/update';
import { create } from 'zustand';
import { desktop, listen } from '../../api/bridge';
import { notifyFailed } from '../../ui/toaster';
import type { Speech } from '../language';

/** How it stands with updates; null until main has said it. */
const useStore = create<{ state: UpdateState | null; open: boolean }>(() => ({ state: null, open: false }));

export const useUpdate = (): UpdateState | null => useStore(({ state }) => state);
/** True while the update dialog is open. */
export const useUpdateOpen = (): boolean => useStore(({ open }) => open);
export const showUpdate = (open: boolean): void => useStore.setState({ open });

/** Follows main from now on; answers how to stop. Asked for when the desk stands: the start has other things to do. */
export function followUpdates(): () => void {
  const silence = listen('update', (state) => useStore.setState({ state }));
  ask('state');
  return silence;
}

type Asked = 'state' | 'look' | 'download' | 'cancel' | 'install' | 'chooseFolder' | 'dismiss';

/** Asks main for something; what comes of it is in the state. */
export function ask(what: Asked): void {
  desktop.update[what]().then((state) => useStore.setState({ state }), notifyFailed);
}

/** Sets where new versions are looked for. Throws what main says about a place that is none. */
export async function setFeed(feed: string | null): Promise<void> {
  useStore.setState({ state: await desktop.update.setFeed({ feed }) });
}

export function setDaily(daily: boolean): void {
  desktop.update.setDaily({ daily }).then((state) => useStore.setState({ state }), notifyFailed);
}

/** Error of the main process, in the language of the window. */
export const refusalText = (speech: Speech, refused: UpdateState['refused']): string | null =>
  refused && speech.message(refused as Problem);

/** Bytes as megabytes of two digits or more. */
export const megabytes = (bytes: number): string => {
  const mb = bytes / 1024 / 1024;
  return mb < 10 ? mb.toFixed(1) : String(Math.round(mb));
};

/** The command that installs a Debian package; in quotes that nothing of a path can leave. */
export const debCommand = (place: string): string => `sudo apt install '${place.replaceAll("'", "'\\''")}'`;
