import type { Draft } from '@contract/desktop';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { desktop, failureOf, listen } from '../api/bridge';
import { forgetSave, saveSoon } from './saveSoon';
import { useTabPath } from './TabFrame';
import { reloadTab, tabTitle } from './tabs';

/** Half-filled forms and the state of lists, as main keeps them for this person on this server. */
interface Kept {
  readonly owner: string | null;
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Forms that were there already when the desk was opened, until somebody has read of them. */
  readonly found: readonly string[];
  /** Latest draft of a form from another window, until this window takes or drops it. */
  readonly elsewhere: Readonly<Record<string, Draft>>;
  /** Why the last draft could not be kept; null while all is well. */
  readonly failed: string | null;
}
const NOTHING: Kept = { owner: null, drafts: {}, found: [], elsewhere: {}, failed: null };
const useDrafts = create<Kept>(() => NOTHING);

/** Loads what was kept for an owner; once after signing in, before any screen is shown. */
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
 * Follows what other windows keep and forget: a screen that is opened here begins with what was typed there, and a form
 * that stands open in both is told.
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

const without = (drafts: Kept['drafts'], key: string): Kept['drafts'] => {
  const { [key]: _, ...others } = drafts;
  return others;
};

/** Latest draft that another window stored under a key; undefined if only this window did. */
export const useTypedElsewhere = (key: string): Draft | undefined =>
  useDrafts(({ elsewhere }) => elsewhere[key]);

/** True once {@link loadDrafts} is done for this owner: nobody begins with what another has typed. */
export const useDraftsReady = (owner: string): boolean => useDrafts((kept) => kept.owner === owner);

/** True if a draft holds typed values, not the state of a screen. */
const isTyped = (key: string): boolean => key.startsWith('form:') || key.startsWith('note:');

/** Draft stored under a key. */
export const draftOf = (key: string): Draft | undefined => useDrafts.getState().drafts[key];

/** A half-filled form as it is kept: what stands in it, what it began with, and how its screen opens it. */
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
  /** The screen on which it was typed; empty for what an earlier version kept. */
  readonly path: string;
  readonly title: string | null;
}

/** What was typed and not saved, the newest first. */
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

/** Paths of the screens on which something was typed and not saved. */
export function useUnsavedPaths(): ReadonlySet<string> {
  const paths = useDrafts(({ drafts }) => pathsOf(drafts).join('\n'));
  return useMemo(() => new Set(paths ? paths.split('\n') : []), [paths]);
}

/** The same, asked once. */
export const unsavedPaths = (): ReadonlySet<string> => new Set(pathsOf(useDrafts.getState().drafts));

const pathsOf = (drafts: Kept['drafts']): string[] =>
  [
    ...new Set(Object.entries(drafts).flatMap(([key, { path }]) => (isTyped(key) && path ? [path] : []))),
  ].sort();

/** Forms that were kept when the desk was opened, and of which nobody has read yet. */
export function useFoundForms(): readonly KeptForm[] {
  const found = useDrafts((kept) => kept.found);
  const forms = useKeptForms();
  return useMemo(() => forms.filter(({ key }) => found.includes(key)), [forms, found]);
}

/** The reader has been told of what was found: of all of it, or of some. */
export const forgetFound = (keys?: readonly string[]): void =>
  useDrafts.setState(({ found }) => ({ found: keys ? found.filter((key) => !keys.includes(key)) : [] }));

/** Whether a screen is itself what was typed into, and says so: a form over a list, or a question, is opened first. */
export const isOwnScreen = ({ key, value }: KeptForm): boolean =>
  key.startsWith('form:') && (value as Partial<HalfFilled> | null)?.reopen === undefined;

/** Why what is typed is not kept; null while it is. */
export const useNotKept = (): string | null => useDrafts(({ failed }) => failed);

/** Keeps a value a moment after its change; undefined forgets it. What is typed on a screen says on which. */
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

/** Puts a half-filled form where a screen will find it. What was typed there before stays among what is kept. */
export function giveForm(key: string, value: unknown, path: string): void {
  const before = draftOf(key);
  if (before) keepDraft(`${key} ${before.at}`, before.value, before.path ?? path);
  keepDraft(key, value, path);
  openForm(value, path);
}

/** Has the screen of a half-filled form begin with that form open. */
export function openForm(value: unknown, path: string): void {
  const reopen = (value as Partial<HalfFilled> | null)?.reopen;
  if (reopen) keepDraft(`${path}#${reopen.name}`, reopen.value);
  reloadTab(path);
}

/** Forgets what {@link useKept} keeps of a screen: it begins from its start. Half-filled forms stay. */
export function forgetKept(path: string): void {
  for (const key of Object.keys(useDrafts.getState().drafts))
    if (key.startsWith(`${path}#`)) keepDraft(key, undefined);
}

/** Hands a value to the one tab of a screen, as what the screen has kept under a name: it begins anew with it. */
export function handOver(path: string, name: string, value: unknown): void {
  keepDraft(`${path}#${name}`, value);
  reloadTab(path);
}

/** What is kept of a question over the screen: what was answered so far, and what it asks. */
export interface KeptNote {
  readonly typed: unknown;
  readonly asks: string;
}

/**
 * What is typed into a question over the screen, kept as forms are: it stands there again when the same is asked again.
 * `name` tells the questions of a screen apart, and is how what was typed is called where it is found.
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
      const begun = JSON.stringify(next) !== JSON.stringify(initial);
      keepDraft(key, begun ? ({ typed: next, asks: name } satisfies KeptNote) : undefined, path);
    },
    /** It was done, or shall not be there again. */
    forget: () => {
      setRestored(undefined);
      keepDraft(key, undefined);
    },
    /** When that was kept with which it began. */
    restoredAt: restored?.at,
    discard: () => {
      setTyped(initial);
      setRestored(undefined);
      keepDraft(key, undefined);
    },
  };
}

/** State of a screen that outlives its tab being left and the app being closed, as the filters of a list. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((before: T) => T)) => void] {
  const path = useTabPath();
  const key = `${path}#${name}`;
  const [value, setValue] = useState<T>(() => (draftOf(key)?.value as T | undefined) ?? initial);
  const kept = useRef({ key, value });
  useEffect(() => {
    // Also asked when a screen comes to the front again: what is as it was then is not written anew.
    if (kept.current.key === key && kept.current.value === value) return;
    kept.current = { key, value };
    keepDraft(key, value);
  }, [key, value]);
  return [value, useCallback((next) => setValue(next), [])];
}
