import { type Kysely, sql } from 'kysely';
import { addColumns, createTable, recordColumns, referenceColumns } from '../columns';

/** Accounts of the general ledger, and the day on which a part of a payment was applied to its line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'ledgerSetup',
    {
      ...recordColumns,
      companyId: 'integer! -> clientCompany',
      validFrom: 'text!',
      receivables: 'text!',
      payables: 'text!',
      bank: 'text!',
      cash: 'text',
      card: 'text',
      setOff: 'text',
      outputVat: 'text!',
      inputVat: 'text!',
      exchangeGain: 'text!',
      exchangeLoss: 'text!',
      takesUnassigned: 'flag',
      yearStartMonth: 'integer!',
      accountLength: 'integer!',
      datevConsultant: 'text',
      datevClient: 'text',
      ...referenceColumns,
    },
    { unique: [['companyId', 'validFrom']] },
  );
  await addColumns(db, 'feeCategory', { costAccount: 'text' });
  await addColumns(db, 'customer', { ledgerAccount: 'text' });
  await addColumns(db, 'clientCompany', { ledgerAccount: 'text' });
  await sql`drop view paymentOfBill`.execute(db);
  await addColumns(db, 'paymentLine', { appliedOn: 'text' });
  // An earlier part counts from the day on which both its payment and its invoice existed.
  await sql`
    update paymentLine set appliedOn = (
      select case when line.invoiceDate > billPayment.paymentDate then line.invoiceDate else billPayment.paymentDate end
      from billPayment left join (
        select id as costId, null as revenueId, invoiceDate from billCost
        union all
        select null, id, invoiceDate from billRevenue
      ) as line on line.costId = paymentLine.costId or line.revenueId = paymentLine.revenueId
      where billPayment.id = paymentLine.paymentId
    )`.execute(db);
  await sql`
    create view paymentOfBill as
    select paymentLine.*, billPayment.paymentNo, billPayment.paymentDate, billPayment.direction, billPayment.state,
      billPayment.customerId, billPayment.currency, billPayment.bankReference
    from paymentLine join billPayment on billPayment.id = paymentLine.paymentId`.execute(db);
}
