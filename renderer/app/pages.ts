/** Router pages besides the screens; kept apart, because a start without a session needs no others. */
export const SIGN_IN = '/login';
export const NO_PERMISSION = '/no_permission';
const REDIRECT = /^(\/redirect(?=[/?]|$))+/;

/** Returns the address after `/redirect`, and whether there was such a prefix. */
export function withoutRedirect(path: string): { readonly path: string; readonly again: boolean } {
  const rest = path.replace(REDIRECT, '');
  return { path: rest === '' ? '/' : rest, again: rest !== path };
}
