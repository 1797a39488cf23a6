import type { Settings } from '@contract/desktop/boot';
import i18next from 'i18next';
import { notify } from '../ui/toaster';
import { changeSettings, ownerKey, useDesk } from './desk';

export type Favourite = Settings['favourites'][string][number];
const NONE: readonly Favourite[] = [];

/** Returns the signed-in user's favourite screens and records, in the order in which they were added. */
export const useFavourites = (): readonly Favourite[] =>
  useDesk((desk) => desk.settings.favourites[ownerKey(desk)] ?? NONE);

/** Adds a screen to the favourites, or removes it; `title` is that of its record, empty for a screen of the menu. */
export function toggleFavourite(path: string, title = ''): void {
  const desk = useDesk.getState();
  const owner = ownerKey(desk);
  const before = desk.settings.favourites[owner] ?? NONE;
  const others = before.filter((one) => one.path !== path);
  const after = others.length < before.length ? others : [...before, { path, title }];
  void changeSettings({ favourites: { ...desk.settings.favourites, [owner]: after } });
}

/** The same for the front screen, by its shortcut or menu, with a message, since the star may be out of view. */
export function toggleFavouriteOf(tab: { path: string; title: string | null }, name: string): void {
  toggleFavourite(tab.path, tab.title ?? '');
  const desk = useDesk.getState();
  const added = (desk.settings.favourites[ownerKey(desk)] ?? NONE).some(({ path }) => path === tab.path);
  notify({ text: i18next.t(added ? 'app.favouriteAdded' : 'app.favouriteRemoved', { name }) });
}
