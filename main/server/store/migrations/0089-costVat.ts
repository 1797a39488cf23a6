import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/** VAT code of suppliers' charges, and our company that is invoiced for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view billCostOfBill`.execute(db);
  await addColumns(db, 'billCost', {
    vatCodeId: 'integer -> vatCode',
    ownCompanyId: 'integer -> clientCompany',
  });
  await sql`
    create view billCostOfBill as
    select billCost.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived,
      billPayment.paymentNo,
      exists (select 1 from billCost as taken where taken.reversesId = billCost.id) as reversed
    from billCost join bill on bill.id = billCost.billId
      left join billPayment on billPayment.id = billCost.paymentId`.execute(db);
}
