import { type Kysely, sql } from 'kysely';
import { createTable } from './columns';
import * as access from './migrations/0001-access';
import * as reference from './migrations/0002-reference';
import * as bills from './migrations/0003-bills';
import * as operations from './migrations/0004-operations';
import * as imports from './migrations/0005-imports';
import * as logAppendOnly from './migrations/0006-log-append-only';
import * as logNoReplace from './migrations/0007-log-no-replace';
import * as billsOfACustomer from './migrations/0008-bills-of-a-customer';
import * as cargo from './migrations/0009-cargo';
import * as parcelBatch from './migrations/0010-parcel-batch';
import * as tripsOfBills from './migrations/0011-trips';
import * as importJobs from './migrations/0012-import-jobs';
import * as referenceData from './migrations/0013-reference-data';
import * as scale from './migrations/0014-scale';
import * as customers from './migrations/0015-customers';
import * as accounts from './migrations/0016-access';
import * as mail from './migrations/0017-mail';
import * as contacts from './migrations/0018-contacts';
import * as monitor from './migrations/0019-monitor';
import * as pmcRecords from './migrations/0020-pmc-records';
import * as approval from './migrations/0021-approval';
import * as netchb from './migrations/0022-netchb';
import * as consignmentNotes from './migrations/0023-cmr';
import * as transport from './migrations/0024-transport';
import * as tools from './migrations/0025-tools';
import * as letters from './migrations/0026-letters';
import * as cmrMail from './migrations/0027-cmr-mail';
import * as labels from './migrations/0028-labels';
import * as finance from './migrations/0029-finance';
import * as business from './migrations/0030-business';
import * as quotes from './migrations/0032-quotes';
import * as orderQuotes from './migrations/0033-orderQuotes';
import * as statementMail from './migrations/0034-statement-mail';
import * as seaBills from './migrations/0035-sea-bills';
import * as isf from './migrations/0036-isf';
import * as entries from './migrations/0037-entries';
import * as sheets from './migrations/0038-sheets';
import * as listViews from './migrations/0040-list-views';
import * as reportSchedules from './migrations/0041-report-schedules';
import * as reportScale from './migrations/0042-report-scale';
import * as numbers from './migrations/0045-numbers';
import * as standingBills from './migrations/0046-standing-bills';
import * as lastFour from './migrations/0047-last-four';
import * as nextDue from './migrations/0048-next-due';
import * as warehouseAddress from './migrations/0049-warehouse-address';
import * as statementMailState from './migrations/0050-statement-mail-state';

/** A step of the schema, with the name under which a database remembers it. */
export interface Migration {
  readonly name: string;
  readonly migration: { up(db: Kysely<unknown>): Promise<void> };
}

/** All migrations in order. One that was released is never changed; the next one mends it. */
export const migrations: readonly Migration[] = [
  { name: '0001-access', migration: access },
  { name: '0002-reference', migration: reference },
  { name: '0003-bills', migration: bills },
  { name: '0004-operations', migration: operations },
  { name: '0005-imports', migration: imports },
  { name: '0006-log-append-only', migration: logAppendOnly },
  { name: '0007-log-no-replace', migration: logNoReplace },
  { name: '0008-bills-of-a-customer', migration: billsOfACustomer },
  { name: '0009-cargo', migration: cargo },
  { name: '0010-parcel-batch', migration: parcelBatch },
  { name: '0011-trips', migration: tripsOfBills },
  { name: '0012-import-jobs', migration: importJobs },
  { name: '0013-reference-data', migration: referenceData },
  { name: '0014-scale', migration: scale },
  { name: '0015-customers', migration: customers },
  { name: '0016-access', migration: accounts },
  { name: '0017-mail', migration: mail },
  { name: '0018-contacts', migration: contacts },
  { name: '0019-monitor', migration: monitor },
  { name: '0020-pmc-records', migration: pmcRecords },
  { name: '0021-approval', migration: approval },
  { name: '0022-netchb', migration: netchb },
  { name: '0023-cmr', migration: consignmentNotes },
  { name: '0024-transport', migration: transport },
  { name: '0025-tools', migration: tools },
  { name: '0026-letters', migration: letters },
  { name: '0027-cmr-mail', migration: cmrMail },
  { name: '0028-labels', migration: labels },
  { name: '0029-finance', migration: finance },
  { name: '0030-business', migration: business },
  { name: '0032-quotes', migration: quotes },
  { name: '0033-orderQuotes', migration: orderQuotes },
  { name: '0034-statement-mail', migration: statementMail },
  { name: '0035-sea-bills', migration: seaBills },
  { name: '0036-isf', migration: isf },
  { name: '0037-entries', migration: entries },
  { name: '0038-sheets', migration: sheets },
  { name: '0040-list-views', migration: listViews },
  { name: '0041-report-schedules', migration: reportSchedules },
  { name: '0042-report-scale', migration: reportScale },
  { name: '0045-numbers', migration: numbers },
  { name: '0046-standing-bills', migration: standingBills },
  { name: '0047-last-four', migration: lastFour },
  { name: '0048-next-due', migration: nextDue },
  { name: '0049-warehouse-address', migration: warehouseAddress },
  { name: '0050-statement-mail-state', migration: statementMailState },
];

/** The data was written by a program that knows migrations this one does not. */
export class NewerDatabase extends Error {}

interface Applied {
  migration: { id: number; name: string; at: string };
}

/**
 * Brings a database to the present schema, each migration in a transaction of its own, and answers how many it applied.
 * Throws {@link NewerDatabase} when the database is ahead, before anything is touched. `before` comes before the first step
 * of one that holds data already.
 */
export async function migrate(
  db: Kysely<unknown>,
  known: readonly Migration[] = migrations,
  before?: () => Promise<void>,
): Promise<number> {
  const typed = db as unknown as Kysely<Applied>;
  const kept = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name = 'migration'`.execute(db);
  if (kept.rows.length === 0) await createTable(db, 'migration', { id: 'id', name: 'text!', at: 'text!' });
  const applied = await typed.selectFrom('migration').select('name').orderBy('id').execute();
  const unknown = applied.find(({ name }, index) => known[index]?.name !== name);
  if (unknown) throw new NewerDatabase(unknown.name);

  const waiting = known.slice(applied.length);
  if (applied.length > 0 && waiting.length > 0) await before?.();
  for (const { name, migration } of waiting) {
    await db.transaction().execute(async (transaction) => {
      await migration.up(transaction);
      await (transaction as unknown as Kysely<Applied>)
        .insertInto('migration')
        .values({ name, at: new Date().toISOString() } as Applied['migration'])
        .execute();
    });
  }
  return waiting.length;
}
