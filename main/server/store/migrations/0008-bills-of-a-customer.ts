import type { Kysely } from 'kysely';
import { createIndex } from '../columns';

/**
 * One customer's bills by their arrival, with what the default filters ask of them. It begins as the sorts by customer
 * do: whatever statistics say of the two, this one alone needs no sorting, and is taken.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'bill', ['archived', 'customerId', 'eta', 'id', 'stage']);
}
