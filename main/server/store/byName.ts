import type { Kysely } from 'kysely';
import type { Reader } from './open';

/**
 * The data with tables by name, for code that handles several of them alike: the caller is responsible for the names.
 */
export const byName = (db: Reader) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
