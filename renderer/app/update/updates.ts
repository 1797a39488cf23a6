import type { Problem } from '@contract/errors';
import type { UpdateState } from '@contract/update';
import { create } from 'zustand';
import { desktop, listen } from '../../api/bridge';
import { notifyFailed } from '../../ui/toaster';
import type { Speech } from '../language';

/** State of updates; null until main has sent it. */
const useStore = create<{ state: UpdateState | null; open: boolean }>(() => ({ state: null, open: false }));

export const useUpdate = (): UpdateState | null => useStore(({ state }) => state);
/** True while the update dialog is open. */
export const useUpdateOpen = (): boolean => useStore(({ open }) => open);
export const showUpdate = (open: boolean): void => useStore.setState({ open });

/**
 * Follows main's update events; returns the function that stops it. Called once the desk is shown, to keep the start
 * fast.
 */
export function followUpdates(): () => void {
  const silence = listen('update', (state) => useStore.setState({ state }));
  command('state');
  return silence;
}

type UpdateCommand = 'state' | 'look' | 'download' | 'cancel' | 'install' | 'chooseFolder' | 'dismiss';

/** Sends a command to main; the result is in the state. */
export function command(what: UpdateCommand): void {
  desktop.update[what]().then((state) => useStore.setState({ state }), notifyFailed);
}

/** Sets the update source; null for the default. Throws main's error for an invalid one. */
export async function setFeed(feed: string | null): Promise<void> {
  useStore.setState({ state: await desktop.update.setFeed({ feed }) });
}

export function setDaily(daily: boolean): void {
  desktop.update.setDaily({ daily }).then((state) => useStore.setState({ state }), notifyFailed);
}

/** Error of the main process, in the language of the window. */
export const refusalText = (speech: Speech, refused: UpdateState['refused']): string | null =>
  refused && speech.message(refused as Problem);

/** Formats bytes as megabytes with at least two digits. */
export const megabytes = (bytes: number): string => {
  const mb = bytes / 1024 / 1024;
  return mb < 10 ? mb.toFixed(1) : String(Math.round(mb));
};

/** Returns the command that installs a Debian package, with the path safely quoted. */
export const debCommand = (place: string): string => `sudo apt install '${place.replaceAll("'", "'\\''")}'`;
