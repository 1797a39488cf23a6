import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/** Write-offs of small remainders, and remainders of payments that are given back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'ledgerSetup', { writeOffs: 'text', writeOffLimit: 'integer = 500' });
  await createTable(db, 'paymentRest', {
    id: 'id',
    paymentId: 'integer! -> billPayment',
    ofPaymentId: 'integer! -> billPayment',
    amount: 'integer!',
    appliedOn: 'text!',
  });
  await createIndex(db, 'paymentRest', ['paymentId'], ['ofPaymentId']);
  // A remainder that was given back, once for the payment that it was of and once for the one that gave it back.
  await sql`
    create view paymentRestShare as
    select paymentRest.id, paymentRest.ofPaymentId as paymentId, paymentRest.amount, paymentRest.appliedOn
    from paymentRest join billPayment on billPayment.id = paymentRest.paymentId and billPayment.state = 'booked'
    union all
    select paymentRest.id, paymentRest.paymentId, 0 - paymentRest.amount, paymentRest.appliedOn
    from paymentRest join billPayment on billPayment.id = paymentRest.paymentId and billPayment.state = 'booked'`.execute(
    db,
  );
  await sql`drop view paymentOfBill`.execute(db);
  await sql`
    create view paymentOfBill as
    select paymentLine.*, billPayment.paymentNo, billPayment.paymentDate, billPayment.direction, billPayment.state,
      billPayment.customerId, billPayment.currency, billPayment.bankReference, billPayment.method
    from paymentLine join billPayment on billPayment.id = paymentLine.paymentId`.execute(db);
}
