import type { MenuNode } from '@contract/access/session';
import type { ApiName } from '@contract/index';
import type { PermissionId } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { onRefused } from '../api/client';
import { queryClient, read } from '../api/queries';
import { type Screen, screenOf } from '../screens';
import { useDesk } from './desk';
import { servesAll, useServed } from './offered';
import { NO_PERMISSION, SIGN_IN, withoutRedirect } from './pages';

/** What the signed-in person may do, from the permission tree that was fetched once after signing in. */
export interface Permits {
  readonly nodes: readonly MenuNode[];
  readonly allows: (id: PermissionId | null) => boolean;
  /** Whether a screen is permitted, and the server has what it lives by. */
  readonly opens: (screen: Screen) => boolean;
}

/** The permissions; undefined until they are known. */
export function usePermits(): { permits: Permits | undefined; error: Error | null; retry: () => void } {
  const signedIn = useDesk(({ session }) => session.status === 'signedIn');
  const { data, error, refetch } = useQuery({
    ...read('session', 'menuTree'),
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const missing = useDesk((desk) => desk.missing);
  const permits = useMemo(() => data && permitsOf(data, missing), [data, missing]);
  return { permits, error, retry: () => void refetch() };
}

function permitsOf(nodes: readonly MenuNode[], missing: readonly string[]): Permits {
  const enabled = new Set(nodes.filter((node) => node.enabled).map(({ tag }) => tag));
  const allows = (id: PermissionId | null) => id === null || enabled.has(id);
  return {
    nodes,
    allows,
    opens: ({ permission, lives }) => allows(permission) && servesAll(missing, lives),
  };
}

/** Whether one thing is permitted, and the server has the calls it needs; false until the permissions are known. */
export function useAllowed(id: PermissionId | null, ...calls: readonly ApiName[]): boolean {
  const { permits } = usePermits();
  const served = useServed(...calls);
  return served && (permits?.allows(id) ?? false);
}

/** The permissions as they are known now, for code that runs outside of React; undefined until they are known. */
export function permitsNow(): Permits | undefined {
  const nodes = queryClient.getQueryData<readonly MenuNode[]>(read('session', 'menuTree').queryKey);
  return nodes && permitsOf(nodes, useDesk.getState().missing);
}

/** Milliseconds between two readings of the permission tree, however many calls are refused. */
const READ_AGAIN = 10_000;
let lastRead = Number.NEGATIVE_INFINITY;

/** Reads the permission tree again once a call has been refused for want of a permission: the group may have changed since. */
export function followRefusals(): void {
  onRefused((call) => {
    if (call === 'session.menuTree' || performance.now() - lastRead < READ_AGAIN) return;
    lastRead = performance.now();
    void queryClient.invalidateQueries({ queryKey: read('session', 'menuTree').queryKey });
  });
}

/** Where a request for a path leads, once someone is signed in. */
export type Verdict =
  | { readonly open: string }
  /** Another path; `again` where its screen begins from its start. */
  | { readonly go: string; readonly again?: true }
  /** The page that says which node of the menu is not permitted; empty where that is not known. */
  | { readonly refused: string }
  /** The screen in front stays: a sign-in form is of no use to who is signed in. */
  | { readonly stay: true }
  | { readonly unknown: string };

/** The guard of the specification, for who is signed in: unknown paths are named, and what is not permitted has its page. */
export function judge(asked: string, permits: Permits): Verdict {
  const { path, again } = withoutRedirect(asked);
  if (again) return { go: path === '/' ? '/home' : path, again };
  const [bare = '', search] = path.split('?');
  if (bare === '/' || bare === '') return { go: '/home' };
  if (bare === SIGN_IN) return { stay: true };
  if (bare === NO_PERMISSION) return { refused: new URLSearchParams(search).get('for') ?? '' };
  const screen = screenOf(path);
  if (!screen) return { unknown: path };
  if (permits.allows(screen.permission)) return { open: path };
  if (screen.path === '/home/panel') return { go: '/home/reset-password' };
  // Home is where everyone begins: who may not see the desk begins with what is everyone's own.
  if (screen.path === '/home') return { go: '/home/center' };
  return { go: `${NO_PERMISSION}?for=${encodeURIComponent(screen.menu)}` };
}

/** True if a path is that of a screen which may be opened. */
export const mayOpen = (path: string, permits: Permits): boolean => 'open' in judge(path, permits);
