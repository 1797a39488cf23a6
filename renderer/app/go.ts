import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { screenOf } from '../screens';
import { handOver } from './drafts';
import { permitsNow } from './guard';
import { mayOpen } from './judge';
import { openTabBehind } from './tabs';

/**
 * Returns the path of the tab that opens a path. A screen with a single tab gets the query string passed as state, and
 * its tab path has none.
 */
export function tabPathOf(path: string): string {
  const [bare = '', search] = path.split('?');
  if (search === undefined || !screenOf(path)?.oneTab) return path;
  for (const [name, value] of new URLSearchParams(search))
    handOver(bare, name, /^\d+$/.test(value) ? Number(value) : value);
  return bare;
}

/** Returns a function that goes to a path, or with `behind` (Ctrl) opens it in a background tab. */
export function useGo(): (path: string, behind?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (path, behind = false) => {
      const permits = permitsNow();
      // A path that is not permitted or redirects is no tab; navigating there shows why.
      if (behind && permits && mayOpen(path, permits)) openTabBehind(tabPathOf(path));
      else navigate(path);
    },
    [navigate],
  );
}
