import type { Notice } from '@contract/desktop';
import type { Language } from '@contract/limits';
import { choiceLabel, fill, words } from '@contract/words';

/** What the system shows, and what a click on it does. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly click: () => void;
}

/** What notices need of the desktop. */
export interface NoticePorts {
  /** Whether the person wants any. */
  readonly wanted: () => boolean;
  /** Whether the window is before their eyes, so that nothing needs to be shown. */
  readonly inFront: () => boolean;
  readonly language: () => Language;
  readonly show: (notice: Shown) => void;
  /** Brings the window to the front, at a screen. */
  readonly open: (path: string) => void;
}

/** Milliseconds between two notices: what comes in between is summed up. */
const GAP = 5000;
const MESSAGES = '/message/list';

/** New messages as notices of the system: at most one every few seconds, and no more of a message than its kind and bill. */
export class Notices {
  readonly #ports: NoticePorts;
  readonly #gap: number;
  #waiting: Notice[] = [];
  #pause: NodeJS.Timeout | undefined;

  constructor(ports: NoticePorts, gap = GAP) {
    this.#ports = ports;
    this.#gap = gap;
  }

  add(notice: Notice): void {
    this.#waiting.push(notice);
    if (!this.#pause) this.#flush();
  }

  stop(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#waiting = [];
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#pause = undefined;
    const { wanted, inFront, show } = this.#ports;
    if (waiting.length === 0 || !wanted() || inFront()) return;
    show(this.#shown(waiting));
    this.#pause = setTimeout(() => this.#flush(), this.#gap).unref();
  }

  #shown(waiting: readonly Notice[]): Shown {
    const { language, open } = this.#ports;
    const spoken = language();
    const say = words[spoken].desktop;
    const count = waiting.reduce((sum, one) => sum + one.count, 0);
    const [first] = waiting;
    if (count !== 1 || !first) {
      const title = fill(say.newMessages, { n: count });
      return { title, body: '', click: () => open(MESSAGES) };
    }
    const body = [choiceLabel(spoken, 'messageType', first.type), first.billNo].filter(Boolean).join(' · ');
    return { title: say.newMessage, body, click: () => open(first.path ?? MESSAGES) };
  }
}
