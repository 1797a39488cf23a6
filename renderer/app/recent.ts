import type { Settings } from '@contract/desktop/boot';
import { ownerKey, useDesk } from './desk';

/** Number of recent screens and records stored per user. */
const KEPT = 24;

type Recent = Settings['recent'][string];

/** Returns the signed-in user's recent screens and records, latest first. */
export function recentOf(): Recent {
  const desk = useDesk.getState();
  return desk.settings.recent[ownerKey(desk)] ?? [];
}

/** Returns the recent screens with one added, when it comes to the front or sets its title. */
export function withRecent(path: string, title: string): Settings['recent'] {
  const desk = useDesk.getState();
  const others = recentOf().filter((one) => one.path !== path);
  return { ...desk.settings.recent, [ownerKey(desk)]: [{ path, title }, ...others].slice(0, KEPT) };
}
