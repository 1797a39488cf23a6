import { pathOfLink } from '@contract/link';

/** What a link came to: a path of the app, or null when it could not be understood. */
export type Followed = { readonly path: string | null };

/**
 * Links that were handed to the app, by its first start, a second one, or the system. Only the last one counts, and it waits
 * until a window with someone signed in asks for it: nothing happens by a link alone.
 */
export class Links {
  #waiting: Followed | null = null;
  #told: () => void = () => undefined;

  /** Takes a link in; whatever it is, it becomes a path of a known form or a question that is answered in words. */
  hand(link: string): void {
    this.#waiting = { path: pathOfLink(link) };
    this.#told();
  }

  /** Says to whom to turn when there is a new one. */
  tell(told: () => void): void {
    this.#told = told;
  }

  /** Gives the waiting link out, once. */
  take(): Followed | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}
