import type { Settings } from '@contract/desktop';
import i18next from 'i18next';
import { notify } from '../ui/toaster';
import { changeSettings, ownerKey, useDesk } from './desk';

export type Favourite = Settings['favourites'][string][number];
const NONE: readonly Favourite[] = [];

/** The screens and records that the signed-in person keeps at the top of the menu, in the order in which they were added. */
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

/** The same for the screen in front, by its key or menu, where the star is not seen: a word says what was done. */
export function toggleFavouriteOf(tab: { path: string; title: string | null }, name: string): void {
  toggleFavourite(tab.path, tab.title ?? '');
  const desk = useDesk.getState();
  const added = (desk.settings.favourites[ownerKey(desk)] ?? NONE).some(({ path }) => path === tab.path);
  notify({ text: i18next.t(added ? 'app.favouriteAdded' : 'app.favouriteRemoved', { name }) });
}
