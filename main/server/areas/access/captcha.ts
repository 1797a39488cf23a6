import { randomBytes, randomInt } from 'node:crypto';
import { CAPTCHA_LIFE, CAPTCHA_OPEN } from '@contract/limits';
import { addressKey } from './address';
import { ALPHABET, crookedPicture, plainPicture } from './captchaPicture';

const LENGTH = 4;
/** Captchas alive at once: a flood of requests must not fill the memory. */
const MAX_ALIVE = 20_000;

interface Alive {
  readonly code: string;
  readonly until: number;
  readonly from: string;
}

/** Captchas waiting for their answer. Each is answered once, rightly or not, within its life. */
export class Captchas {
  readonly #alive = new Map<string, Alive>();
  /** The ids of each address, the oldest first. */
  readonly #of = new Map<string, Set<string>>();
  readonly #fixed: string | undefined;
  readonly #draw: (code: string) => Buffer;

  /** `fixed`: the answer of every captcha, for tests. `plain`: nobody but the person at this machine can ask for one. */
  constructor({ fixed, plain = false }: { fixed?: string | undefined; plain?: boolean } = {}) {
    this.#fixed = fixed;
    this.#draw = plain ? plainPicture : crookedPicture;
  }

  /** A new captcha: its id, and the image as a PNG data URI. Undefined when the address leaves too many unanswered. */
  issue(now: number, address: string | null): { id: string; image: string } | undefined {
    for (const [id, { until }] of this.#alive) {
      if (until > now) break;
      this.#forget(id);
    }
    const from = addressKey(address);
    const since = now + CAPTCHA_LIFE - CAPTCHA_OPEN.window;
    const open = [...(this.#of.get(from) ?? [])].filter((id) => (this.#alive.get(id)?.until ?? 0) > since);
    if (open.length >= CAPTCHA_OPEN.max) return undefined;
    if (this.#alive.size >= MAX_ALIVE) this.#makeRoom();
    const code =
      this.#fixed ??
      Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] as string).join('');
    const id = randomBytes(18).toString('base64url');
    this.#alive.set(id, { code, until: now + CAPTCHA_LIFE, from });
    this.#of.set(from, (this.#of.get(from) ?? new Set()).add(id));
    return { id, image: `data:image/png;base64,${this.#draw(code).toString('base64')}` };
  }

  /** True when the answer is right, in any case of letters. Uses the captcha up. */
  answer(id: string, answer: string, now: number): boolean {
    const found = this.#alive.get(id);
    this.#forget(id);
    return found !== undefined && found.until > now && found.code.toLowerCase() === answer.toLowerCase();
  }

  #forget(id: string): void {
    const from = this.#alive.get(id)?.from;
    this.#alive.delete(id);
    if (from === undefined) return;
    const ids = this.#of.get(from);
    ids?.delete(id);
    if (ids?.size === 0) this.#of.delete(from);
  }

  /** Gives up the oldest of the address that leaves the most unanswered: of one that asks for many, not of the others. */
  #makeRoom(): void {
    const [most] = [...this.#of.values()].sort((a, b) => b.size - a.size);
    const [oldest] = most ?? [];
    if (oldest) this.#forget(oldest);
  }
}
