import type { Settings } from '@contract/desktop';
import { ownerKey, useDesk } from './desk';

/** How many screens and records are remembered for each person. */
const KEPT = 24;

type Recent = Settings['recent'][string];

/** Screens and records that the signed-in person had open, the last one first. */
export function recentOf(): Recent {
  const desk = useDesk.getState();
  return desk.settings.recent[ownerKey(desk)] ?? [];
}

/** Recent screens, updated when a screen comes to the front or names itself. */
export function withRecent(path: string, title: string): Settings['recent'] {
  const desk = useDesk.getState();
  const others = recentOf().filter((one) => one.path !== path);
  return { ...desk.settings.recent, [ownerKey(desk)]: [{ path, title }, ...others].slice(0, KEPT) };
}
