import { loadScreen } from '../screens/load';
import { later } from '../ui/later';

const readShell = () => import('./Shell').then((found) => found.Shell);

/** True if a path is that of a screen; loads the desk, which has the list of them. */
export const isScreen = async (path: string): Promise<boolean> =>
  import('./Shell').then((found) => found.isScreen(path));

/** Parts loaded when they are first shown, so that the start does not load them. */
export const Administrator = later(() => import('./Administrator').then((found) => found.Administrator));
export const RestoreFirst = later(() => import('./backups/RestoreFirst').then((found) => found.RestoreFirst));
export const SettingsBefore = later(() => import('./SettingsBefore').then((found) => found.SettingsBefore));
export const Shell = later(readShell);
export const StartFailure = later(() => import('./backups/StartFailure').then((found) => found.StartFailure));

/** Preloads the code needed after the sign-in, while idle. */
export const readDesk = () => void Promise.allSettled([readShell(), loadScreen('home/Home')]);
