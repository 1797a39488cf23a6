import { randomBytes, randomInt } from 'node:crypto';
import { CAPTCHA_LIFE, CAPTCHA_OPEN } from '@contract/limits';

/**
 * Characters that cannot be taken for one another, as strokes on a 4 × 6 grid: each string is one line through points
 * of two digits, x then y. Drawn as paths: a text element would give the answer away.
 */
export const STROKES: Readonly<Record<string, readonly string[]>> = {
  '2': ['01103041420646'],
  '3': ['0040234445361605'],
  '4': ['36300444'],
  '5': ['400002324345361605'],
  '6': ['4010020516364433130204'],
  '7': ['004016'],
  '8': ['1333424130100112132304051636454433'],
  '9': ['4433130201103041453616'],
  A: ['062046', '1434'],
  C: ['4130100105163645'],
  E: ['40000646', '0333'],
  F: ['400006', '0333'],
  H: ['0006', '4046', '0343'],
  J: ['304045361605'],
  K: ['0006', '400346'],
  L: ['000646'],
  M: ['0600234046'],
  N: ['06004640'],
  P: ['060030414233033303'],
  R: ['060030414233032346'],
  T: ['0040', '2026'],
  U: ['00051636454540'],
  V: ['002640'],
  W: ['0016233640'],
  X: ['0046', '4006'],
  Y: ['002340', '2326'],
  Z: ['00400646'],
};
const ALPHABET = Object.keys(STROKES);
const LENGTH = 4;
/** Images alive at once: a flood of requests must not fill the memory. */
const MAX_ALIVE = 500;

/** Captchas waiting for their answer. Each is answered once, rightly or not, within its life. */
export class Captchas {
  readonly #alive = new Map<string, { code: string; until: number; from: string | null }>();
  readonly #fixed: string | undefined;

  /** `fixed`: the answer of every captcha, for tests. */
  constructor(fixed?: string) {
    this.#fixed = fixed;
  }

  /** A new captcha: its id, and the image as an SVG data URI. Undefined when the address leaves too many unanswered. */
  issue(now: number, from: string | null): { id: string; image: string } | undefined {
    for (const [id, { until }] of this.#alive) {
      if (until > now && this.#alive.size < MAX_ALIVE) break;
      this.#alive.delete(id);
    }
    const since = now + CAPTCHA_LIFE - CAPTCHA_OPEN.window;
    const open = [...this.#alive.values()].filter((one) => one.from === from && one.until > since);
    if (open.length >= CAPTCHA_OPEN.max) return undefined;
    const code =
      this.#fixed ??
      Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] as string).join('');
    const id = randomBytes(18).toString('base64url');
    this.#alive.set(id, { code, until: now + CAPTCHA_LIFE, from });
    return { id, image: `data:image/svg+xml;base64,${Buffer.from(draw(code)).toString('base64')}` };
  }

  /** True when the answer is right, in any case of letters. Uses the captcha up. */
  answer(id: string, answer: string, now: number): boolean {
    const found = this.#alive.get(id);
    this.#alive.delete(id);
    return found !== undefined && found.until > now && found.code.toLowerCase() === answer.toLowerCase();
  }
}

const jitter = (by: number) => (randomInt(2001) / 1000 - 1) * by;

/** The code as crooked strokes among a few that mean nothing; 120 × 40. */
function draw(code: string): string {
  const letters = [...code].map((letter, index) => {
    const x = 10 + index * (100 / code.length) + jitter(2);
    const y = 8 + jitter(2);
    const angle = jitter(14).toFixed(1);
    const paths = (STROKES[letter.toUpperCase()] ?? ['0046', '4006']).map((points) => {
      const steps = points.match(/../g) ?? [];
      const line = steps.map((point) => {
        const [px = 0, py = 0] = [...point].map(Number);
        return `${(px * 4.2 + jitter(0.9)).toFixed(1)} ${(py * 4 + jitter(0.9)).toFixed(1)}`;
      });
      return `<path d="M${line.join('L')}"/>`;
    });
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle} 8 12)">${paths.join('')}</g>`;
  });
  const noise = Array.from({ length: 4 }, () => {
    const [a, b, c] = [randomInt(40), randomInt(40), randomInt(40)];
    return `<path opacity=".45" stroke-width="1.2" d="M0 ${a}Q60 ${b} 120 ${c}"/>`;
  });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40">' +
    '<rect width="120" height="40" fill="#e8edf3"/>' +
    '<g fill="none" stroke="#1f4b6e" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">' +
    `${noise.join('')}${letters.join('')}</g></svg>`
  );
}
