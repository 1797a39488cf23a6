import { type AddressParts, addressLine } from '@contract/rules/addresses';
import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/** Keeps the address of a warehouse in one line beside its parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'warehouse', { address: 'text' });
  const { rows } = await sql<AddressParts & { id: number }>`
    select id, street, houseNumber, district, postcode, city, province from warehouse`.execute(db);
  for (const { id, ...parts } of rows)
    await sql`update warehouse set address = ${addressLine(parts)} where id = ${id}`.execute(db);
}
