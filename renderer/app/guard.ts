import type { MenuNode } from '@contract/access/session';
import type { Access } from '@contract/endpoint';
import type { ApiName } from '@contract/index';
import type { PermissionId } from '@contract/permissions';
import { useMemo } from 'react';
import { useAnswer } from '../api/answers';
import { onRefused } from '../api/client';
import { queryClient, read } from '../api/queries';
import type { Screen } from '../screens';
import { useDesk } from './desk';
import { servesAll, useServed } from './offered';

/** Permissions of the signed-in person, from the tree fetched once after sign-in. */
export interface Permits {
  readonly nodes: readonly MenuNode[];
  readonly allows: (id: PermissionId | null) => boolean;
  /** True if the user may make a call. */
  readonly reaches: (access: Access) => boolean;
  /** True if a screen is permitted, and the server has the calls it needs. */
  readonly opens: (screen: Screen) => boolean;
}

/** Returns the permissions; undefined until loaded. */
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
    reaches: (access) =>
      access === 'public' || access === 'session' || [access].flat().some((id) => enabled.has(id)),
    opens: ({ permission, requiredCalls }) => allows(permission) && servesAll(missing, requiredCalls),
  };
}

/** True if a permission is granted, and the server has the calls; false until the permissions are loaded. */
export function useAllowed(id: PermissionId | null, ...calls: readonly ApiName[]): boolean {
  const { permits } = usePermits();
  const served = useServed(...calls);
  return served && (permits?.allows(id) ?? false);
}

/** Returns the current permissions, for code outside React; undefined until loaded. */
export function permitsNow(): Permits | undefined {
  const nodes = queryClient.getQueryData<readonly MenuNode[]>(read('session', 'menuTree').queryKey);
  return nodes && permitsOf(nodes, useDesk.getState().missing);
}

/** Minimum milliseconds between two fetches of the permission tree, however many calls are refused. */
const READ_AGAIN = 10_000;
let lastRead = Number.NEGATIVE_INFINITY;

/** Refetches the permission tree after a call was refused for lack of a permission: the group may have changed. */
export function followRefusals(): void {
  onRefused((call) => {
    if (call === 'session.menuTree' || performance.now() - lastRead < READ_AGAIN) return;
    lastRead = performance.now();
    void queryClient.invalidateQueries({ queryKey: read('session', 'menuTree').queryKey });
  });
}
