import type { Settings } from '@contract/desktop/boot';
import { create } from 'zustand';
import { desktop } from '../api/bridge';
import { keepOrigin, originOf, restoreOrigins } from './cameFrom';
import { ownerKey, useDesk } from './desk';
import { withRecent } from './recent';

/** A screen opened in a tab, identified by its path: two records never share one. */
export interface Tab {
  readonly path: string;
  /** Title set by the screen, for example a bill's number; null until then. */
  readonly title: string | null;
  readonly unsaved: boolean;
  /** Increases when the tab is reloaded. */
  readonly version: number;
}

/** A screen that was closed because it is no longer permitted. */
type LeftOut = Pick<Tab, 'path' | 'title'>;

interface TabsState {
  readonly tabs: readonly Tab[];
  readonly active: string | null;
  /** Recently closed paths, for reopening. */
  readonly closed: readonly string[];
  /** Menu node that is not permitted, shown in place of a front tab; empty if unknown. */
  readonly refused: string | null;
  /** Screens that were closed because they are no longer permitted, until the user has seen the notice. */
  readonly leftOut: readonly LeftOut[];
}

const NONE: TabsState = { tabs: [], active: null, closed: [], refused: null, leftOut: [] };
export const useTabs = create<TabsState>(() => NONE);
const set = useTabs.setState;

/** Opens a path, or brings its tab to the front. */
export function openTab(path: string): void {
  keepOrigin(path, !useTabs.getState().tabs.some((tab) => tab.path === path));
  set(({ tabs }) => ({
    active: path,
    refused: null,
    tabs: tabs.some((tab) => tab.path === path)
      ? tabs
      : [...tabs, { path, title: null, unsaved: false, version: 0 }],
  }));
  keepTabs();
}

/** Opens a path in a background tab. */
export function openTabBehind(path: string): void {
  keepOrigin(path, !useTabs.getState().tabs.some((tab) => tab.path === path));
  set(({ tabs }) =>
    tabs.some((tab) => tab.path === path)
      ? {}
      : { tabs: [...tabs, { path, title: null, unsaved: false, version: 0 }] },
  );
  keepTabs();
}

/**
 * Closes a tab; returns the path to go to if it was the active one. `to` becomes active instead: otherwise a neighbour
 * would be drawn in front until the navigation to `to` is done.
 */
export function closeTab(path: string, to?: string): string | null {
  const { tabs, active, closed } = useTabs.getState();
  const index = tabs.findIndex((tab) => tab.path === path);
  if (index < 0) return active;
  const rest = tabs.filter((tab) => tab.path !== path);
  if (to !== undefined && !rest.some((tab) => tab.path === to))
    rest.splice(index, 0, { path: to, title: null, unsaved: false, version: 0 });
  const next = active === path ? (to ?? rest[Math.min(index, rest.length - 1)]?.path ?? null) : active;
  set({ tabs: rest, active: next, closed: [...closed.slice(-19), path] });
  keepTabs();
  return next;
}

/** Replaces a tab by another path. A tab with unsaved work stays, and an existing tab of the new path is reused. */
export function replaceTab(path: string, to: string): void {
  const { tabs } = useTabs.getState();
  const there = tabs.some((tab) => tab.path === to);
  const placed = there ? [] : [{ path: to, title: null, unsaved: false, version: 0 }];
  const inPlace = (tab: Tab) => (tab.path === path ? [...(tab.unsaved ? [tab] : []), ...placed] : [tab]);
  set({ tabs: tabs.flatMap(inPlace), active: to, refused: null });
  keepTabs();
}

/** Removes and returns the last closed path that may still be opened, with the later ones that may not. */
export function lastClosed(mayOpen: (path: string) => boolean): string | undefined {
  const { closed } = useTabs.getState();
  const index = closed.findLastIndex(mayOpen);
  set({ closed: closed.slice(0, Math.max(index, 0)) });
  return closed[index];
}

/** Reloads a tab's screen. */
export function reloadTab(path: string): void {
  change(path, (tab) => ({ ...tab, version: tab.version + 1, unsaved: false }));
}

/** Sets a tab's title. */
export function nameTab(path: string, title: string): void {
  if (useTabs.getState().tabs.find((tab) => tab.path === path)?.title === title) return;
  change(path, (tab) => ({ ...tab, title }));
  keepTabs();
}

/** Returns the title of a path's tab; null if there is no tab or no title yet. */
export const tabTitle = (path: string): string | null =>
  useTabs.getState().tabs.find((tab) => tab.path === path)?.title ?? null;

/** Sets whether a tab contains work that is no draft and would be lost with it, for example a file being checked. */
export function markUnsaved(path: string, unsaved: boolean): void {
  if (useTabs.getState().tabs.find((tab) => tab.path === path)?.unsaved === unsaved) return;
  change(path, (tab) => ({ ...tab, unsaved }));
}

/** Moves a tab before another. */
export function moveTab(from: number, to: number): void {
  set(({ tabs }) => {
    const moved = [...tabs];
    const [tab] = moved.splice(from, 1);
    if (tab) moved.splice(to, 0, tab);
    return { tabs: moved };
  });
  keepTabs();
}

/**
 * Restores the tabs of the signed-in user, as far as still permitted; returns the path of the front one, null if it is
 * not among them.
 */
export function restoreTabs(mayOpen: (path: string) => boolean): string | null {
  const desk = useDesk.getState();
  const { open = [], active = null } = desk.settings.tabs[ownerKey(desk)] ?? {};
  const permitted = open.filter(({ path }) => mayOpen(path));
  const front = permitted.some(({ path }) => path === active) ? active : null;
  restoreOrigins(Object.fromEntries(permitted.map(({ path, from }) => [path, from])));
  set({
    ...NONE,
    tabs: permitted.map(({ path, title }) => ({ path, title: title || null, unsaved: false, version: 0 })),
    active: front,
    leftOut: open
      .filter(({ path }) => !mayOpen(path))
      .map(({ path, title }) => ({ path, title: title || null })),
  });
  return front;
}

/**
 * Closes the tabs of screens that are no longer permitted; true if the front one was among them. Unsaved input stays as
 * drafts.
 */
export function closeRefused(mayOpen: (path: string) => boolean): boolean {
  const { tabs, active, leftOut } = useTabs.getState();
  const refused = tabs.filter(({ path }) => !mayOpen(path));
  if (refused.length === 0) return false;
  const wasInFront = refused.some(({ path }) => path === active);
  set({
    tabs: tabs.filter((tab) => !refused.includes(tab)),
    active: wasInFront ? null : active,
    leftOut: [...leftOut, ...refused.map(({ path, title }) => ({ path, title }))],
  });
  keepTabs();
  return wasInFront;
}

/** Clears the closed screens once the user has seen the notice. */
export const forgetLeftOut = (): void => set({ leftOut: [] });

/** Shows the page that names a missing permission; the tabs stay unchanged. */
export function showRefused(menu: string): void {
  set({ active: null, refused: menu });
}

/** Removes all tabs, for example when another user signs in. The stored tabs of the previous user stay. */
export function clearTabs(): void {
  set(NONE);
}

function change(path: string, to: (tab: Tab) => Tab): void {
  set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? to(tab) : tab)) }));
}

/** Stores the tabs for the next start, at once: they change rarely, and a session may end at any moment. */
function keepTabs(): void {
  const desk = useDesk.getState();
  const { tabs, active } = useTabs.getState();
  // A single-screen window stores none: the stored tabs are those of the main window.
  if (desk.session.status !== 'signedIn' || desk.alone !== null) return;
  const kept: Settings['tabs'] = {
    ...desk.settings.tabs,
    [ownerKey(desk)]: {
      open: tabs.map(({ path, title }) => {
        const from = originOf(path);
        return { path, title: title ?? '', ...(from ? { from } : {}) };
      }),
      active,
    },
  };
  const front = tabs.find((tab) => tab.path === active);
  const recent = front ? withRecent(front.path, front.title ?? '') : desk.settings.recent;
  useDesk.setState({ settings: { ...desk.settings, tabs: kept, recent } });
  void desktop.settings.change({ tabs: kept, recent });
}
