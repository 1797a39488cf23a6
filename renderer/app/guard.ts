import type { MenuNode } from '@contract/access/session';
import type { PermissionId } from '@contract/permissions';
import { useMemo } from 'react';
import { useAnswer } from '../api/answers';
import { read } from '../api/queries';
import { screenOf } from '../screens';
import { useDesk } from './desk';

/** What the signed-in person may do, from the permission tree that was fetched once after signing in. */
export interface Permits {
  readonly nodes: readonly MenuNode[];
  readonly allows: (id: PermissionId | null) => boolean;
}

/** The permissions; undefined until they are known. */
export function usePermits(): { permits: Permits | undefined; error: Error | null; retry: () => void } {
  const signedIn = useDesk(({ session }) => session.status === 'signedIn');
  const {
    data,
    error,
    retry: refetch,
  } = useAnswer({
    ...read('session', 'menuTree'),
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const permits = useMemo(() => data && permitsOf(data), [data]);
  return { permits, error, retry: () => void refetch() };
}

function permitsOf(nodes: readonly MenuNode[]): Permits {
  const enabled = new Set(nodes.filter((node) => node.enabled).map(({ tag }) => tag));
  return { nodes, allows: (id) => id === null || enabled.has(id) };
}

/** Whether one thing is permitted; false until the permissions are known. */
export function useAllowed(id: PermissionId | null): boolean {
  const { permits } = usePermits();
  return permits?.allows(id) ?? false;
}

/** Where a request for a path leads. */
export type Verdict = { readonly go: string } | { readonly open: string };

/** The guard of the specification: what is unknown leads to the sign-in, what is not permitted to its page. */
export function judge(path: string, permits: Permits): Verdict {
  const screen = screenOf(path);
  if (path === '/' || path === '') return { go: '/home' };
  if (!screen) return { go: '/login' };
  if (screen.path === '/home/panel' && !permits.allows(screen.permission))
    return { go: '/home/reset-password' };
  // Home is where everyone begins: who may not see the desk begins with what is everyone's own.
  if (screen.path === '/home' && !permits.allows(screen.permission)) return { go: '/home/center' };
  return permits.allows(screen.permission)
    ? { open: path }
    : { go: `/no_permission?for=${encodeURIComponent(screen.menu)}` };
}
