import { randomBytes, randomInt } from 'node:crypto';
import { CAPTCHA_LIFE, CAPTCHA_OPEN } from '@contract/limits';
import { addressKey } from './address';
import { ALPHABET, crookedPicture, plainPicture } from './captchaPicture';

const LENGTH = 4;
/** Maximum captchas in memory: a flood of requests must not fill it. */
const MAX_ALIVE = 20_000;

interface Alive {
  readonly code: string;
  readonly until: number;
  readonly from: string;
}

/** Captchas waiting for an answer. Each can be answered once, right or wrong, within its lifetime. */
export class Captchas {
  readonly #alive = new Map<string, Alive>();
  /** Ids of the captchas issued to each address, oldest first. */
  readonly #byAddress = new Map<string, Set<string>>();
  readonly #fixed: string | undefined;
  readonly #draw: (code: string) => Buffer;

  /** `fixed`: the answer of every captcha, for tests. `plain`: only the person at this machine can request one. */
  constructor({ fixed, plain = false }: { fixed?: string | undefined; plain?: boolean } = {}) {
    this.#fixed = fixed;
    this.#draw = plain ? plainPicture : crookedPicture;
  }

  /** Creates a captcha: its id, and the image as a PNG data URI. Undefined when the address has too many unanswered. */
  issue(now: number, address: string | null): { id: string; image: string } | undefined {
    // Drop expired captchas, and those that would live longer than any may: they were issued before the clock was set
    // back.
    for (const [id, { until }] of this.#alive) {
      if (until > now && until <= now + CAPTCHA_LIFE) break;
      this.#forget(id);
    }
    const from = addressKey(address);
    const since = now + CAPTCHA_LIFE - CAPTCHA_OPEN.window;
    const open = [...(this.#byAddress.get(from) ?? [])].filter(
      (id) => (this.#alive.get(id)?.until ?? 0) > since,
    );
    if (open.length >= CAPTCHA_OPEN.max) return undefined;
    if (this.#alive.size >= MAX_ALIVE) this.#makeRoom();
    const code =
      this.#fixed ?? Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    const id = randomBytes(18).toString('base64url');
    this.#alive.set(id, { code, until: now + CAPTCHA_LIFE, from });
    this.#byAddress.set(from, (this.#byAddress.get(from) ?? new Set()).add(id));
    return { id, image: `data:image/png;base64,${this.#draw(code).toString('base64')}` };
  }

  /** Returns true when the answer is right, ignoring case. Uses the captcha up. */
  answer(id: string, answer: string, now: number): boolean {
    const found = this.#alive.get(id);
    this.#forget(id);
    return found !== undefined && found.until > now && found.code.toLowerCase() === answer.toLowerCase();
  }

  #forget(id: string): void {
    const from = this.#alive.get(id)?.from;
    this.#alive.delete(id);
    if (from === undefined) return;
    const ids = this.#byAddress.get(from);
    ids?.delete(id);
    if (ids?.size === 0) this.#byAddress.delete(from);
  }

  /** Removes the oldest captcha of the address with the most unanswered: a flood costs its sender, not others. */
  #makeRoom(): void {
    const [most] = [...this.#byAddress.values()].sort((a, b) => b.size - a.size);
    const [oldest] = most ?? [];
    if (oldest) this.#forget(oldest);
  }
}
