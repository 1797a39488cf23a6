import type { Kysely } from 'kysely';
import { createTable, recordColumns, referenceColumns } from '../columns';

/** Tables as this migration finds them. */
type Tables = { seaBill: { id: number; containers: string } };

/** Days of a container that a bill of lading gains. */
const DAYS = { lastFreeDay: null, gateOut: null, emptyReturned: null };

/** Adds the new fields to the containers of a bill; undefined if the text is no list. */
function withDays(text: string): string | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found)
      ? JSON.stringify(found.map((one: object) => ({ ...one, ...DAYS })))
      : undefined;
  } catch {
    return undefined;
  }
}

/** Tariffs of demurrage and detention, and the days of each container that they are charged by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'containerTariff',
    {
      ...recordColumns,
      code: 'text!',
      kind: 'text!',
      carrierScac: 'text',
      podCode: 'text',
      containerTypes: 'list',
      freeDays: 'count',
      currency: 'text!',
      steps: 'list',
      chargeItemId: 'integer! -> chargeItem',
      validFrom: 'text!',
      validTo: 'text',
      source: 'text!',
      ...referenceColumns,
    },
    { unique: [['code', 'validFrom']] },
  );
  const tables = db.withTables<Tables>();
  for (const { id, containers } of await tables
    .selectFrom('seaBill')
    .select(['id', 'containers'])
    .execute()) {
    const next = withDays(containers);
    if (next !== undefined)
      await tables.updateTable('seaBill').set({ containers: next }).where('id', '=', id).execute();
  }
}
