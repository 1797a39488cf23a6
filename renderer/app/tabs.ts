import type { Settings } from '@contract/desktop';
import { create } from 'zustand';
import { desktop } from '../api/bridge';
import { keepOrigin, originOf, restoreOrigins } from './cameFrom';
import { ownerKey, useDesk } from './desk';
import { withRecent } from './recent';

/** A screen opened in the tag view, known by its path: two records never share one. */
export interface Tab {
  readonly path: string;
  /** What the screen calls itself, as a bill's number; null until it has said so. */
  readonly title: string | null;
  readonly unsaved: boolean;
  /** Grows when the tab is reloaded. */
  readonly version: number;
}

/** A screen that was open and is so no longer, since it is not permitted any more. */
type LeftOut = Pick<Tab, 'path' | 'title'>;

interface TabsState {
  readonly tabs: readonly Tab[];
  readonly active: string | null;
  /** Paths closed last, to be opened again. */
  readonly closed: readonly string[];
  /** In place of a tab in front: the node of the menu that is not permitted, empty where it is not known. */
  readonly refused: string | null;
  /** Screens that were closed because they are no longer permitted, until the reader has seen which. */
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

/** Opens a path behind the present tab. */
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
 * Closes a tab; answers the path to go to when it was the active one. `to` takes its place: without it, what stands beneath
 * would be drawn, and be in front, until the way there has been gone.
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

/** Puts a path in the place of a tab. One that holds what was not saved stays, and so does one that stood there before. */
export function replaceTab(path: string, to: string): void {
  const { tabs } = useTabs.getState();
  const there = tabs.some((tab) => tab.path === to);
  const placed = there ? [] : [{ path: to, title: null, unsaved: false, version: 0 }];
  const inPlace = (tab: Tab) => (tab.path === path ? [...(tab.unsaved ? [tab] : []), ...placed] : [tab]);
  set({ tabs: tabs.flatMap(inPlace), active: to, refused: null });
  keepTabs();
}

/** The path closed last that may still be opened, taken off the list with those behind it that may not. */
export function lastClosed(mayOpen: (path: string) => boolean): string | undefined {
  const { closed } = useTabs.getState();
  const index = closed.findLastIndex(mayOpen);
  set({ closed: closed.slice(0, Math.max(index, 0)) });
  return closed[index];
}

/** Makes a tab's screen begin anew. */
export function reloadTab(path: string): void {
  change(path, (tab) => ({ ...tab, version: tab.version + 1, unsaved: false }));
}

/** What a screen says of itself to its tab. */
export function nameTab(path: string, title: string): void {
  if (useTabs.getState().tabs.find((tab) => tab.path === path)?.title === title) return;
  change(path, (tab) => ({ ...tab, title }));
  keepTabs();
}

/** What the screen of a path has called itself; null when it has no tab or has not said so. */
export const tabTitle = (path: string): string | null =>
  useTabs.getState().tabs.find((tab) => tab.path === path)?.title ?? null;

/** Whether a tab holds work that is no draft and ends with it, as a file that is being checked. */
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
 * Brings back the tabs of the person who signed in, as far as they may still open them; answers the one that was in front,
 * null where it is none of these.
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
 * Closes the tabs of screens that may no longer be opened; true if the one in front was among them. What was typed there
 * stays among the drafts.
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

/** The reader has seen which screens were left out. */
export const forgetLeftOut = (): void => set({ leftOut: [] });

/** Puts the page that names a missing permission in front; the tabs stay as they are. */
export function showRefused(menu: string): void {
  set({ active: null, refused: menu });
}

/** Empties the tag view, as when someone else signs in. What was kept for the one before stays kept. */
export function clearTabs(): void {
  set(NONE);
}

function change(path: string, to: (tab: Tab) => Tab): void {
  set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? to(tab) : tab)) }));
}

/** Keeps the tabs for the next start, at once: they change seldom, and a session may end at any moment. */
function keepTabs(): void {
  const desk = useDesk.getState();
  const { tabs, active } = useTabs.getState();
  // A window of a single screen keeps none: the tabs are those of the main window.
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
