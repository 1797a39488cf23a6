import type { Kysely } from 'kysely';
import { createTable, recordColumns, referenceColumns } from '../columns';

interface EuRates {
  euRate: {
    version: number;
    createdAt: string;
    updatedAt: string;
    active: number;
    kind: string;
    amount: number | null;
    validFrom: string;
    validTo: string | null;
    source: string;
  };
}

/**
 * Rates and limits of EU customs for low-value consignments as dated rows, with those that hold at the time of writing.
 * The duty by the item is one of them: tax rates of a country no longer have an amount of their own.
 */
export async function up(db: Kysely<EuRates>): Promise<void> {
  await createTable(
    db,
    'euRate',
    {
      ...recordColumns,
      kind: 'text!',
      amount: 'integer',
      validFrom: 'text!',
      validTo: 'text',
      source: 'text!',
      ...referenceColumns,
    },
    { unique: [['kind', 'validFrom']] },
  );
  const at = '2026-11-01T00:00:00Z';
  const made = { version: 1, createdAt: at, updatedAt: at, active: 1 };
  await db
    .insertInto('euRate')
    .values([
      {
        ...{ ...made, kind: 'relief', amount: 15_000, validFrom: '2010-01-01', validTo: '2026-06-30' },
        source: 'Regulation (EC) 1186/2009, art. 23; ended by Regulation (EU) 2026/382',
      },
      {
        ...{ ...made, kind: 'low_value', amount: 15_000, validFrom: '2021-07-01', validTo: null },
        source: 'Delegated Regulation (EU) 2015/2446, art. 143a',
      },
      {
        ...{ ...made, kind: 'ioss_limit', amount: 15_000, validFrom: '2021-07-01', validTo: null },
        source: 'Directive 2006/112/EC, art. 369l and 369y',
      },
      {
        ...{ ...made, kind: 'item_duty', amount: 300, validFrom: '2026-07-01', validTo: '2028-07-01' },
        source: 'Regulation (EU) 2026/382',
      },
      {
        ...{ ...made, kind: 'product_ids', amount: null, validFrom: '2026-11-01', validTo: null },
        source: 'Delegated Regulation (EU) 2026/1022',
      },
    ])
    .execute();
  await db.schema.alterTable('taxation').dropColumn('itemDuty').execute();
}
