import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Imported bank statements, and their entries with the payments that they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bankStatement', {
    ...recordColumns,
    account: 'text!',
    companyId: 'integer -> clientCompany',
    statementNo: 'text!',
    currency: 'text!',
    fromDate: 'text!',
    toDate: 'text!',
    openingBalance: 'integer!',
    closingBalance: 'integer!',
    fileName: 'text!',
  });
  await createIndex(db, 'bankStatement', ['account', 'toDate']);
  await createTable(db, 'bankEntry', {
    ...recordColumns,
    statementId: 'integer! -> bankStatement',
    bookedOn: 'text!',
    valueDate: 'text',
    amount: 'integer!',
    balance: 'integer!',
    counterpartyName: 'text',
    counterpartyIban: 'text',
    remittance: 'text',
    endToEndId: 'text',
    bankReference: 'text',
    reversal: 'flag',
    state: 'text!',
    linked: 'flag',
    paymentId: 'integer -> billPayment',
    reason: 'text',
  });
  await createIndex(db, 'bankEntry', ['statementId'], ['bookedOn'], ['createdAt'], ['paymentId']);
  await sql`
    create view bankEntryOfStatement as
    select bankEntry.*, bankStatement.account, bankStatement.companyId, bankStatement.statementNo,
      bankStatement.currency, billPayment.paymentNo
    from bankEntry join bankStatement on bankStatement.id = bankEntry.statementId
      left join billPayment on billPayment.id = bankEntry.paymentId`.execute(db);
}
