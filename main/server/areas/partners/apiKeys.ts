import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../store/open';

const FORM = /^fck_[\w-]{43}$/;

/** Of a key only this is kept: it has 256 random bits, so that a fast hash cannot be tried out. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A new key of a customer. */
export const newKey = (): string => `fck_${randomBytes(32).toString('base64url')}`;

/** A customer whose system calls. */
export interface Partner {
  readonly id: number;
  readonly code: string;
  readonly nameEn: string;
}

/** The customer a key belongs to; undefined for a wrong one, one that was replaced, or a customer no longer served. */
export async function partnerOf(db: Reader, key: string): Promise<Partner | undefined> {
  if (!FORM.test(key)) return undefined;
  const hash = keyHash(key);
  const found = await db
    .selectFrom('customer')
    .select(['id', 'code', 'nameEn', 'apiKeyHash'])
    .where('apiKeyHash', '=', hash)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!found?.apiKeyHash || !timingSafeEqual(Buffer.from(found.apiKeyHash), Buffer.from(hash)))
    return undefined;
  const { id, code, nameEn } = found;
  return { id, code, nameEn };
}

/** A text for a log: without anything that opens a door. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/fck_[\w-]{20,}/g, 'fck_***')
    .replace(
      /("(?:x-)?(?:api[-_]?key|authorization|token|password|secret)"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\s]+)/gi,
      '$1"***"',
    );
}
