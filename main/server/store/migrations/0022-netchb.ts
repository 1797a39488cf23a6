import type { Kysely } from 'kysely';
import { createTable, recordColumns, referenceColumns } from '../columns';

/** Accounts at NetCHB; their passwords stand sealed among the secrets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'netchbAccount',
    {
      ...recordColumns,
      name: 'text!',
      environment: 'text!',
      address: 'text',
      loginName: 'text!',
      hasPassword: 'flag',
      filerCode: 'text!',
      portCode: 'text',
      importerOfRecord: 'text',
      importerTaxId: 'text',
      bondType: 'text',
      suretyCode: 'text',
      testDueAt: 'text',
      lastTestAt: 'text',
      lastTestResult: 'text',
      lastTestAnswer: 'text',
      ...referenceColumns,
    },
    { unique: [['name']] },
  );
}
