import type { Notice } from '@contract/desktop';
import type { Language } from '@contract/limits';
import { choiceLabel, fill, words } from '@contract/words';

/** A system notification and its click action. */
export interface SystemNotice {
  readonly title: string;
  readonly body: string;
  readonly click: () => void;
}

/** Dependencies of the notices. */
export interface NoticePorts {
  /** True if the user wants notifications. */
  readonly isWanted: () => boolean;
  /** True if one of the windows has the focus, so that no notification is needed. */
  readonly inFront: () => boolean;
  readonly language: () => Language;
  readonly show: (notice: SystemNotice) => void;
  /** Brings the window to the front at a path. */
  readonly open: (path: string) => void;
}

/** Minimum time (ms) between two notifications; messages in between are combined into one. */
const GAP = 5000;
const MESSAGES = '/message/list';

/** Shows new messages as system notifications: one every few seconds, with no more than kind and bill number. */
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
    const { isWanted, inFront, show } = this.#ports;
    if (waiting.length === 0 || !isWanted() || inFront()) return;
    show(this.#shown(waiting));
    this.#pause = setTimeout(() => this.#flush(), this.#gap).unref();
  }

  #shown(waiting: readonly Notice[]): SystemNotice {
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
