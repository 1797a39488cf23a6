import { type ReactNode, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  parsePath,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';

const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * A place that stays the same for all that is in it, whoever goes where: what asks the router for its place, as each link and
 * each way out does, is drawn again with every move. So a move draws again neither the screens that it leaves behind nor the
 * menu.
 */
export function FrozenLocation({ path, children }: { path: string; children: ReactNode }) {
  const place = useMemo(() => {
    const location = { pathname: '/', search: '', hash: '', ...parsePath(path), state: null, key: 'default' };
    return { location, navigationType: NavigationType.Pop };
  }, [path]);
  return (
    <LocationContext value={place}>
      <RouteContext value={NO_ROUTE}>{children}</RouteContext>
    </LocationContext>
  );
}
