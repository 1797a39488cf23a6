import { type ReactNode, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  parsePath,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';

const NO_ROUTE = { outlet: null, matches: [], isDataRoute: false };

/**
 * Router context with a fixed location. Every link and other user of the router's location is redrawn with each
 * navigation; this keeps a navigation from redrawing the screens behind the front one and the menu.
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
