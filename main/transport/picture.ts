import { MAX_AVATAR } from '@contract/limits';
import { type PlainRequest, plainGet } from './plainGet';
import type { Target } from './target';

/** Maximum time (ms) for fetching a picture. */
const WITHIN = 10_000;

/** First bytes of each image type; anything else is refused, whatever the server declares. */
const MAGIC: readonly (readonly [mime: string, matches: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  [
    'image/webp',
    (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
];

/** Encodes an image as a data URI; null if the bytes are of no known type. */
export function pictureOf(bytes: Buffer): string | null {
  const mime = MAGIC.find(([, matches]) => matches(bytes))?.[0];
  return mime ? `data:${mime};base64,${bytes.toString('base64')}` : null;
}

/**
 * Parses the address of a picture: one below the server's own, or https elsewhere. Returns undefined for values that
 * are no address, such as the id of an uploaded file, and for addresses that must not be requested.
 */
export function pictureAddress(given: string, base: string): { url: URL; own: boolean } | undefined {
  if (!/^(https?:)?\/\/|^\//i.test(given)) return undefined;
  try {
    const url = new URL(given, base);
    const own = url.origin === new URL(base).origin;
    const safe = url.protocol === 'https:' && !url.username && !url.password;
    return own || safe ? { url, own } : undefined;
  } catch {
    return undefined;
  }
}

/** Fetches a picture; the credentials are sent to the server's own address only. */
export async function fetchPicture(
  given: string,
  target: Pick<Target, 'base' | 'proxy'>,
  how: {
    readonly headers: Readonly<Record<string, string>>;
    readonly proxyFor: (address: string) => Promise<PlainRequest['proxy']>;
  },
): Promise<string | null> {
  const found = pictureAddress(given, target.base);
  if (!found) return null;
  const proxy = found.own ? target.proxy : await how.proxyFor(found.url.href);
  const answer = await plainGet({
    url: found.url.href,
    headers: found.own ? how.headers : {},
    ...(proxy ? { proxy } : {}),
    max: MAX_AVATAR,
    within: WITHIN,
  });
  return answer?.status === 200 ? pictureOf(answer.body) : null;
}
