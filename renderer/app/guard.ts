import type { MenuNode } from '@contract/access/session';
import type { PermissionId } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { onRefused } from '../api/client';
import { queryClient, read } from '../api/queries';
import { useDesk } from './desk';

/** What the signed-in person may do, from the permission tree that was fetched once after signing in. */
export interface Permits {
  readonly nodes: readonly MenuNode[];
  readonly allows: (id: PermissionId | null) => boolean;
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

/** The permissions as they are known now, for code that runs outside of React; undefined until they are known. */
export function permitsNow(): Permits | undefined {
  const nodes = queryClient.getQueryData<readonly MenuNode[]>(read('session', 'menuTree').queryKey);
  return nodes && permitsOf(nodes);
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
