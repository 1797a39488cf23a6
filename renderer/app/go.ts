import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { screenOf } from '../screens';
import { handOver } from './drafts';
import { mayOpen, permitsNow } from './guard';
import { openTabBehind } from './tabs';

/**
 * The path of the tab in which a path is opened. A screen that has one tab is handed what stands behind the question mark,
 * and is asked for without it.
 */
export function tabPathOf(path: string): string {
  const [bare = '', search] = path.split('?');
  if (search === undefined || !screenOf(path)?.oneTab) return path;
  for (const [name, value] of new URLSearchParams(search))
    handOver(bare, name, /^\d+$/.test(value) ? Number(value) : value);
  return bare;
}

/** Goes to a path, or opens it behind the screen in front, as Ctrl asks for. */
export function useGo(): (path: string, behind?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (path, behind = false) => {
      const permits = permitsNow();
      // What is not permitted, or leads on, is no tab: gone to, it says so.
      if (behind && permits && mayOpen(path, permits)) openTabBehind(tabPathOf(path));
      else navigate(path);
    },
    [navigate],
  );
}
