import { pathOfLink } from '@contract/link';

/** Target of a link: a path of the app, or null if the link is invalid. */
export type LinkTarget = { readonly path: string | null };

/**
 * Links passed to the app by its first start, a second one, or the system. Only the last one counts, and it waits until
 * a window with a signed-in user asks for it: a link alone causes no action.
 */
export class Links {
  #waiting: LinkTarget | null = null;
  #listener: () => void = () => undefined;

  /** Accepts a link and converts it to a path of a known form, or to null. */
  accept(link: string): void {
    this.#waiting = { path: pathOfLink(link) };
    this.#listener();
  }

  /** Sets the listener for new links. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** Returns the waiting link, once. */
  take(): LinkTarget | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}
