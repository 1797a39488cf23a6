import type { Draft } from '@contract/desktop';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { desktop, failureOf, listen } from '../api/bridge';
import { forgetSave, saveSoon } from './saveSoon';
import { useTabPath } from './TabFrame';
import { reloadTab, tabTitle } from './tabs';

/** Drafts of forms and the state of lists, stored by main per user and server. */
interface StoredDrafts {
  readonly owner: string | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Keys of drafts that existed when the desk was opened, until the user has seen the notice. */
  readonly found: readonly string[];
  /** Latest draft of a form from another window, until this window takes or drops it. */
  readonly elsewhere: Readonly<Record<string, Draft>>;
  /** Error of storing the last draft; null if it succeeded. */
  readonly failed: string | null;
}
const NOTHING: StoredDrafts = { owner: null, drafts: {}, found: [], elsewhere: {}, failed: null };
const useDrafts = create<StoredDrafts>(() => NOTHING);

/** Loads the drafts of an owner; once after signing in, before any screen is shown. */
export async function loadDrafts(owner: string): Promise<void> {
  const drafts = await desktop.drafts.list().catch(() => ({}));
  useDrafts.setState({
    owner,
    drafts,
    found: Object.keys(drafts).filter(isTyped),
    elsewhere: {},
    failed: null,
  });
}

/**
 * Follows the drafts of other windows: a screen opened here starts with the input typed there, and a form open in both
 * is notified.
 */
export function followDrafts(): void {
  listen('draft', ({ key, draft }) =>
    useDrafts.setState(({ drafts, elsewhere }) => {
      const others = without(drafts, key);
      const untold = without(elsewhere, key);
      return {
        drafts: draft ? { ...others, [key]: draft } : others,
        elsewhere: draft && key.startsWith('form:') ? { ...untold, [key]: draft } : untold,
      };
    }),
  );
}

const without = (drafts: StoredDrafts['drafts'], key: string): StoredDrafts['drafts'] => {
  const { [key]: _, ...others } = drafts;
  return others;
};

/** Latest draft that another window stored under a key; undefined if only this window did. */
export const useTypedElsewhere = (key: string): Draft | undefined =>
  useDrafts(({ elsewhere }) => elsewhere[key]);

/** True once {@link loadDrafts} is done for this owner, so that nobody gets another user's drafts. */
export const useDraftsReady = (owner: string): boolean => useDrafts((kept) => kept.owner === owner);

/** True if a draft holds typed values, not the state of a screen. */
const isTyped = (key: string): boolean => key.startsWith('form:') || key.startsWith('note:');

/** Draft stored under a key. */
export const draftOf = (key: string): Draft | undefined => useDrafts.getState().drafts[key];

/** Draft of a form: its values, its initial values, and how its screen reopens it. */
export interface HalfFilled {
  readonly values: Readonly<Record<string, unknown>>;
  readonly initial: Readonly<Record<string, unknown>>;
  readonly reopen?: { readonly name: string; readonly value: unknown } | undefined;
}

/** Typed values that are not saved. */
export interface KeptForm {
  readonly key: string;
  readonly at: string;
  readonly value: unknown;
  /** Path of the screen on which it was typed; empty for drafts of an earlier version. */
  readonly path: string;
  readonly title: string | null;
}

/** Returns the unsaved drafts, newest first. */
export function useKeptForms(): readonly KeptForm[] {
  const drafts = useDrafts((kept) => kept.drafts);
  return useMemo(
    () =>
      Object.entries(drafts)
        .filter(([key]) => isTyped(key))
        .map(([key, { at, value, path = '', title = null }]) => ({ key, at, value, path, title }))
        .toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    [drafts],
  );
}

/** Returns the paths of the screens with unsaved drafts. */
export function useUnsavedPaths(): ReadonlySet<string> {
  const paths = useDrafts(({ drafts }) => pathsOf(drafts).join('\n'));
  return useMemo(() => new Set(paths ? paths.split('\n') : []), [paths]);
}

/** The same, read once. */
export const unsavedPaths = (): ReadonlySet<string> => new Set(pathsOf(useDrafts.getState().drafts));

const pathsOf = (drafts: StoredDrafts['drafts']): string[] =>
  [
    ...new Set(Object.entries(drafts).flatMap(([key, { path }]) => (isTyped(key) && path ? [path] : []))),
  ].sort();

/** Returns the drafts found when the desk was opened that the notice still has to announce. */
export function useFoundForms(): readonly KeptForm[] {
  const found = useDrafts((kept) => kept.found);
  const forms = useKeptForms();
  return useMemo(() => forms.filter(({ key }) => found.includes(key)), [forms, found]);
}

/** Marks found drafts as announced: all of them, or those with the given keys. */
export const forgetFound = (keys?: readonly string[]): void =>
  useDrafts.setState(({ found }) => ({ found: keys ? found.filter((key) => !keys.includes(key)) : [] }));

/** True if the form is a whole screen, which announces its draft itself; a form in a panel or dialog must be opened. */
export const isOwnScreen = ({ key, value }: KeptForm): boolean =>
  key.startsWith('form:') && (value as Partial<HalfFilled> | null)?.reopen === undefined;

/** Returns the reason why drafts cannot be stored; null while they can. */
export const useNotKept = (): string | null => useDrafts(({ failed }) => failed);

/** True while drafts cannot be stored. */
export const draftsFailed = (): boolean => useDrafts.getState().failed !== null;

/** Stores a draft shortly after its change; undefined deletes it. `path` is the screen on which it was typed. */
export function keepDraft(key: string, value: unknown, path?: string): void {
  const others = without(useDrafts.getState().drafts, key);
  useDrafts.setState(({ elsewhere }) => (key in elsewhere ? { elsewhere: without(elsewhere, key) } : {}));
  if (value === undefined) {
    useDrafts.setState({ drafts: others });
    forgetSave(`draft:${key}`);
    void desktop.drafts.remove({ key });
    return;
  }
  const where = path === undefined ? {} : { path, title: tabTitle(path) };
  useDrafts.setState({ drafts: { ...others, [key]: { at: new Date().toISOString(), value, ...where } } });
  saveSoon(`draft:${key}`, () => {
    desktop.drafts.save({ key, value, ...where }).then(
      () => useDrafts.getState().failed && useDrafts.setState({ failed: null }),
      (error) => useDrafts.setState({ failed: failureOf(error).message }),
    );
  });
}

/** Stores a draft for a screen to find. The former draft under the key is kept under another one. */
export function giveForm(key: string, value: unknown, path: string): void {
  const before = draftOf(key);
  if (before) keepDraft(`${key} ${before.at}`, before.value, before.path ?? path);
  keepDraft(key, value, path);
  openForm(value, path);
}

/** Reloads the screen of a draft with its form open. */
export function openForm(value: unknown, path: string): void {
  const reopen = (value as Partial<HalfFilled> | null)?.reopen;
  if (reopen) keepDraft(`${path}#${reopen.name}`, reopen.value);
  reloadTab(path);
}

/** Deletes the state that {@link useKept} stores of a screen, which then starts afresh. Drafts of forms stay. */
export function forgetKept(path: string): void {
  for (const key of Object.keys(useDrafts.getState().drafts))
    if (key.startsWith(`${path}#`)) keepDraft(key, undefined);
}

/** Passes a value to the only tab of a screen, as its stored state under a name, and reloads the tab. */
export function handOver(path: string, name: string, value: unknown): void {
  keepDraft(`${path}#${name}`, value);
  reloadTab(path);
}

/** Draft of a dialog: the input so far, and its question. */
export interface KeptNote {
  readonly typed: unknown;
  readonly asks: string;
}

/**
 * Input of a dialog, stored as a draft like that of forms: it is restored when the same dialog opens again. `name`
 * distinguishes the dialogs of a screen, and is the title of the draft where drafts are listed.
 */
export function useTyped<T>(name: string, initial: T) {
  const path = useTabPath();
  const key = `note:${name}:${path}`.slice(0, 200);
  const [restored, setRestored] = useState(() => draftOf(key));
  const [typed, setTyped] = useState<T>(
    () => ((restored?.value as KeptNote | undefined)?.typed as T) ?? initial,
  );
  return {
    typed,
    change: (next: T) => {
      setTyped(next);
      const isChanged = JSON.stringify(next) !== JSON.stringify(initial);
      keepDraft(key, isChanged ? ({ typed: next, asks: name } satisfies KeptNote) : undefined, path);
    },
    /** Deletes the draft: the action was done, or the input is not wanted again. */
    forget: () => {
      setRestored(undefined);
      keepDraft(key, undefined);
    },
    /** When the restored draft was stored; undefined if there was none. */
    restoredAt: restored?.at,
    discard: () => {
      setTyped(initial);
      setRestored(undefined);
      keepDraft(key, undefined);
    },
  };
}

/** State of a screen that survives leaving its tab and closing the app, for example the filters of a list. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((before: T) => T)) => void] {
  const path = useTabPath();
  const key = `${path}#${name}`;
  const [value, setValue] = useState<T>(() => (draftOf(key)?.value as T | undefined) ?? initial);
  const kept = useRef({ key, value });
  useEffect(() => {
    // The effect also runs when a screen returns to the front; an unchanged value is not written again.
    if (kept.current.key === key && kept.current.value === value) return;
    kept.current = { key, value };
    keepDraft(key, value);
  }, [key, value]);
  return [value, useCallback((next) => setValue(next), [])];
}
