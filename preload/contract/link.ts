/** The scheme of links that open a screen in the app. */
export const LINK_SCHEME = 'freight-console';
/** Characters of the longest link: no path of the app is half as long. */
const LONGEST = 300;

/**
 * The only form of a link: a path of the app in letters, digits, hyphens and underscores, at most with the id of one
 * record as its query. No dots, escapes, other hosts, ports or users, and nothing that could name a server or an
 * action.
 */
const FORM = new RegExp(`^${LINK_SCHEME}://open((?:/[A-Za-z0-9_-]+)+(?:\\?id=[1-9]\\d{0,14})?)/?$`, 'i');

/**
 * Returns the link to a path. The path has the record's id, as in the app's own tabs and messages, not its number,
 * which may change and which several bills may share. It names no server: a link never makes the app connect to another
 * one. It is for users of the same data.
 */
export const linkTo = (path: string): string => `${LINK_SCHEME}://open${path}`;

/** Returns the path of a link; null for any other text. Does not check that the screen exists. */
export function pathOfLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > LONGEST) return null;
  return FORM.exec(link)?.[1] ?? null;
}

/** Returns the link among the arguments of a start, valid or not; undefined if there is none. */
export const linkAmong = (args: readonly string[]): string | undefined =>
  args.find((one) => one.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`);
