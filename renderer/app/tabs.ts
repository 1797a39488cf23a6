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

interface TabsState {
  readonly tabs: readonly Tab[];
  readonly active: string | null;
  /** Paths closed last, to be opened again. */
  readonly closed: readonly string[];
}

export const useTabs = create<TabsState>(() => ({ tabs: [], active: null, closed: [] }));
const set = useTabs.setState;

/** Opens a path, or brings its tab to the front. */
export function openTab(path: string): void {
  keepOrigin(path, !useTabs.getState().tabs.some((tab) => tab.path === path));
  set(({ tabs }) => ({
    active: path,
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
  set({ tabs: tabs.flatMap(inPlace), active: to });
  keepTabs();
}

/** The path closed last, taken off the list. */
export function lastClosed(): string | undefined {
  const { closed } = useTabs.getState();
  set({ closed: closed.slice(0, -1) });
  return closed.at(-1);
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

/** Brings back the tabs of the person who signed in; answers the one that was in front. */
export function restoreTabs(): string | null {
  const desk = useDesk.getState();
  const kept = desk.settings.tabs[ownerKey(desk)];
  restoreOrigins(Object.fromEntries((kept?.open ?? []).map(({ path, from }) => [path, from])));
  set({
    tabs: (kept?.open ?? []).map(({ path, title }) => ({
      path,
      title: title || null,
      unsaved: false,
      version: 0,
    })),
    active: kept?.active ?? null,
    closed: [],
  });
  return kept?.active ?? null;
}

/** Empties the tag view, as when someone else signs in. What was kept for the one before stays kept. */
export function clearTabs(): void {
  set({ tabs: [], active: null, closed: [] });
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
