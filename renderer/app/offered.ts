import type { ApiName } from '@contract/index';
import { useCallback } from 'react';
import { screenOf } from '../screens';
import { useDesk } from './desk';

/** True if the selected server has all of some calls, as far as known. */
export type Serves = (...calls: readonly ApiName[]) => boolean;

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
function setOf(missing: readonly string[]): ReadonlySet<string> {
  let set = sets.get(missing);
  if (!set) {
    set = new Set(missing);
    sets.set(missing, set);
  }
  return set;
}

/** True if none of some calls is among those that a server lacks. */
export const servesAll = (missing: readonly string[], calls: readonly string[]): boolean => {
  const set = setOf(missing);
  return calls.every((call) => !set.has(call));
};

/** Returns a check of which calls the selected server has; parts that need a missing one are not offered. */
export function useServes(): Serves {
  const missing = useDesk((desk) => desk.missing);
  return useCallback((...calls) => servesAll(missing, calls), [missing]);
}

/** True if the chosen server has all of some calls. */
export const useServed = (...calls: readonly ApiName[]): boolean =>
  useDesk(({ missing }) => servesAll(missing, calls));

/** The same outside React. */
export const serves: Serves = (...calls) => servesAll(useDesk.getState().missing, calls);

/** Calls that a part of a screen needs. */
export const requireCalls = (...calls: readonly ApiName[]): readonly ApiName[] => calls;

/** True if the server has the call of an action; an action without a call is on every server. */
export const servesAction = <A extends string>(
  served: Serves,
  { calls }: { readonly calls?: Readonly<Partial<Record<A, string>>> },
  action: A,
): boolean => {
  const call = calls?.[action];
  return call === undefined || served(call as ApiName);
};

/** True if a path leads to a screen that the chosen server offers. */
export const useOffersPath = (path: string): boolean =>
  useDesk(({ missing }) => servesAll(missing, screenOf(path)?.requiredCalls ?? []));
