/** The scheme of links that open a screen in the app. */
export const LINK_SCHEME = 'freight-console';
/** Characters of the longest link: no path of the app is half as long. */
const LONGEST = 300;

/**
 * The only form of a link: a path of the app in letters, digits, hyphens and underscores, at most with the id of one record
 * behind its question mark. No dots, escapes, other hosts, ports or users, and nothing that could name a server or an action.
 */
const FORM = new RegExp(`^${LINK_SCHEME}://open((?:/[A-Za-z0-9_-]+)+(?:\\?id=[1-9]\\d{0,14})?)/?$`, 'i');

/**
 * The link to a path. It names the record by the id in its path, as the app's own tabs and messages do, and not by its
 * number, which may be changed and which several bills may have; and it names no server: a link never makes the app talk to
 * another one. It is for those who work on the same data.
 */
export const linkTo = (path: string): string => `${LINK_SCHEME}://open${path}`;

/** The path that a link asks for; null for whatever is no such link. Whether there is such a screen is not said by that. */
export function pathOfLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > LONGEST) return null;
  return FORM.exec(link)?.[1] ?? null;
}

/** The link among the arguments of a start, whether it can be understood or not; undefined when there is none. */
export const linkAmong = (args: readonly string[]): string | undefined =>
  args.find((one) => one.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`);
