import type { Kysely } from 'kysely';
import type { Reader } from './open';

/** The data with its tables by their names, for code that serves several of them alike: what it names, its caller vouches for. */
export const byName = (db: Reader) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
