import { screenOf } from '../screens';
import type { Permits } from './guard';
import { NO_PERMISSION, SIGN_IN, withoutRedirect } from './pages';

/** Outcome of a request for a path while signed in. */
type Verdict =
  | { readonly open: string }
  /** Go to another path; with `again`, its screen starts afresh. */
  | { readonly go: string; readonly again?: true }
  /** Show the page that names the menu node which is not permitted; empty if unknown. */
  | { readonly refused: string }
  /** Keep the front screen: a signed-in user needs no sign-in form. */
  | { readonly stay: true }
  | { readonly unknown: string };

/** The specification's guard for signed-in users: decides whether a path is opened, redirected, refused or unknown. */
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
  // Everyone starts at home; users who may not see the desk start at the personal centre, which all may see.
  if (screen.path === '/home') return { go: '/home/center' };
  return { go: `${NO_PERMISSION}?for=${encodeURIComponent(screen.menu)}` };
}

/** True if a path is that of a screen which may be opened. */
export const mayOpen = (path: string, permits: Permits): boolean => 'open' in judge(path, permits);
