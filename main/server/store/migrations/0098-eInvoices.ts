import { type Kysely, sql } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Invoices handed over to an access point, where that is, and how far each invoice has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'eInvoiceSettings', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    route: 'text!',
    address: 'text',
  });
  await createTable(
    db,
    'eInvoice',
    {
      id: 'id',
      createdAt: 'text!',
      createdBy: 'integer -> staff',
      invoiceId: 'integer! -> customerInvoice',
      invoiceNo: 'text!',
      customerId: 'integer! -> customer',
      receiver: 'text!',
      state: 'text!',
      route: 'text!',
      messageNo: 'text!',
      attempts: 'count',
      nextAt: 'text',
      /** When it last left; null once it is certain that it did not arrive. */
      claimedAt: 'text',
      handedOverAt: 'text',
      deliveredAt: 'text',
      error: 'text',
      answer: 'text',
      content: 'text!',
    },
    { unique: [['invoiceId'], ['messageNo']] },
  );
  await createIndex(db, 'eInvoice', ['nextAt'], ['createdAt'], ['customerId'], ['invoiceNo']);
  await sql`drop view customerInvoiceOpen`.execute(db);
  await sql`
    create view customerInvoiceOpen as
    select customerInvoice.*, coalesce((
      select sum(billRevenue.grossAmount - billRevenue.paidAmount) from billRevenue
      where billRevenue.customerInvoiceId = customerInvoice.id and billRevenue.state in ('invoiced', 'part_paid')
    ), 0) as openAmount,
    (select eInvoice.state from eInvoice where eInvoice.invoiceId = customerInvoice.id) as eInvoiceState
    from customerInvoice`.execute(db);
}
