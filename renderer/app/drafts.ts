import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { desktop } from '../api/bridge';
import { forgetSave, saveSoon } from './saveSoon';
import { useTabPath } from './TabFrame';
import { reloadTab } from './tabs';

interface Draft {
  readonly at: string;
  readonly value: unknown;
}

/** Half-filled forms and the state of lists, as main keeps them for this person on this server. */
const useDrafts = create<{ owner: string | null; drafts: Record<string, Draft> }>(() => ({
  owner: null,
  drafts: {},
}));

/** Loads what was kept for an owner; once after signing in, before any screen is shown. */
export async function loadDrafts(owner: string): Promise<void> {
  useDrafts.setState({ owner, drafts: await desktop.drafts.list().catch(() => ({})) });
}

/** True once {@link loadDrafts} is done for this owner: nobody begins with what another has typed. */
export const useDraftsReady = (owner: string): boolean => useDrafts((kept) => kept.owner === owner);

/** What was kept under a key. */
export const draftOf = (key: string): Draft | undefined => useDrafts.getState().drafts[key];

/** Half-filled forms as they are kept, by their keys; the state of screens is not among them. */
export function useKeptForms(): Readonly<Record<string, Draft>> {
  const drafts = useDrafts((kept) => kept.drafts);
  return useMemo(
    () => Object.fromEntries(Object.entries(drafts).filter(([key]) => !key.includes('#'))),
    [drafts],
  );
}

/** Keeps a value a moment after its last change; undefined forgets it. */
export function keepDraft(key: string, value: unknown): void {
  const { [key]: _, ...others } = useDrafts.getState().drafts;
  useDrafts.setState({
    drafts: value === undefined ? others : { ...others, [key]: { at: new Date().toISOString(), value } },
  });
  const name = `draft:${key}`;
  if (value === undefined) {
    forgetSave(name);
    void desktop.drafts.remove({ key });
  } else saveSoon(name, () => void desktop.drafts.save({ key, value }));
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

/** State of a screen that outlives its tab being left and the app being closed, as the filters of a list. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((before: T) => T)) => void] {
  const path = useTabPath();
  const key = `${path}#${name}`;
  const [value, setValue] = useState<T>(() => (draftOf(key)?.value as T | undefined) ?? initial);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else keepDraft(key, value);
  }, [key, value]);
  return [value, useCallback((next) => setValue(next), [])];
}
