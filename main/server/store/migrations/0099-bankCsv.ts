import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';
import { isPostgres } from '../dialect';

/** Balances of a bank file, by table. */
const BALANCES = { bankStatement: ['openingBalance', 'closingBalance'], bankEntry: ['balance'] } as const;

/** Balances of statements and entries are missing in many csv files of banks; banks return payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'paymentReturn', {
    id: 'id',
    paymentId: 'integer! -> billPayment',
    ofPaymentId: 'integer! -> billPayment',
  });
  await createIndex(db, 'paymentReturn', ['paymentId'], ['ofPaymentId']);
  if (isPostgres(db)) {
    for (const [table, columns] of Object.entries(BALANCES))
      for (const column of columns)
        await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} drop not null`.execute(db);
    return;
  }
  await sql`drop view bankEntryOfStatement`.execute(db);
  for (const [table, columns] of Object.entries(BALANCES))
    for (const column of columns) await allowNone(db, table, column);
  await sql`
    create view bankEntryOfStatement as
    select bankEntry.*, bankStatement.account, bankStatement.companyId, bankStatement.statementNo,
      bankStatement.currency, billPayment.paymentNo
    from bankEntry join bankStatement on bankStatement.id = bankEntry.statementId
      left join billPayment on billPayment.id = bankEntry.paymentId`.execute(db);
}

/** SQLite cannot make a column nullable: another one takes its place. */
async function allowNone(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  const given = `${column}Given`;
  await addColumns(db, table, { [given]: 'integer' });
  await sql`update ${sql.table(table)} set ${sql.ref(given)} = ${sql.ref(column)}`.execute(db);
  await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
  await sql`alter table ${sql.table(table)} rename column ${sql.ref(given)} to ${sql.ref(column)}`.execute(
    db,
  );
}
