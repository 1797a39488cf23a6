/** The pages of the router beside the screens: a start without a session needs to know no more of it. */
export const SIGN_IN = '/login';
export const NO_PERMISSION = '/no_permission';
const REDIRECT = /^(\/redirect(?=[/?]|$))+/;

/** The address behind `/redirect`, and whether it was one. */
export function withoutRedirect(path: string): { readonly path: string; readonly again: boolean } {
  const rest = path.replace(REDIRECT, '');
  return { path: rest === '' ? '/' : rest, again: rest !== path };
}
