import { screenOf } from '../screens';
import type { Permits } from './guard';
import { NO_PERMISSION, SIGN_IN, withoutRedirect } from './pages';

/** Outcome of a request for a path while signed in. */
type Verdict =
  | { readonly open: string }
  /** Another path; `again` where its screen begins from its start. */
  | { readonly go: string; readonly again?: true }
  /** The page that says which node of the menu is not permitted; empty where that is not known. */
  | { readonly refused: string }
  /** The screen in front stays: a sign-in form is of no use to who is signed in. */
  | { readonly stay: true }
  | { readonly unknown: string };

/** The guard of the specification, for who is signed in: unknown paths are named, and what is not permitted has its page. */
export function judge(address: string, permits: Permits): Verdict {
  const { path, again } = withoutRedirect(address);
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
