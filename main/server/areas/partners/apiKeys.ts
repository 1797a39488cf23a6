import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Reader } from '../../store/open';

const FORM = /^fck_[\w-]{43}$/;

/** Stored hash of a key: with 256 random bits a fast hash cannot be brute-forced. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Creates a key for a customer. */
export const newKey = (): string => `fck_${randomBytes(32).toString('base64url')}`;

/** A customer whose system calls. */
export interface Partner {
  readonly id: number;
  readonly code: string;
  readonly nameEn: string;
}

/** Finds the customer of a key; undefined for a wrong or replaced one, or an inactive customer. */
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

/** Removes keys and passwords from a text for a log. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/fck_[\w-]{20,}/g, 'fck_***')
    .replace(
      /("(?:x-)?(?:api[-_]?key|authorization|token|password|secret)"\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\s]+)/gi,
      '$1"***"',
    );
}
