import { type Kysely, sql } from 'kysely';
import { addColumns, createEndIndex, createIndex, createTable, recordColumns } from '../columns';

/** Invoices to customers and their credit notes as issued, the lines they charge, and the last number of each series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'customerInvoice',
    {
      ...recordColumns,
      ...{ invoiceNo: 'text!', kind: 'text!', state: 'text!' },
      ...{ companyId: 'integer! -> clientCompany', customerId: 'integer! -> customer' },
      ...{ invoiceDate: 'text!', supplyDate: 'text', dueDate: 'text!', currency: 'text!' },
      ...{ netAmount: 'integer!', taxAmount: 'integer!', grossAmount: 'integer!' },
      ...{ baseCurrency: 'text!', baseTaxAmount: 'integer!', rateDay: 'text!', rate: 'integer!' },
      ...{
        billNos: 'text!',
        buyerReference: 'text',
        precedingNo: 'text',
        precedingDate: 'text',
        reason: 'text',
      },
      ...{ seller: 'text!', buyer: 'text!', lines: 'list' },
    },
    { unique: [['invoiceNo']] },
  );
  await createIndex(
    db,
    'customerInvoice',
    ['companyId'],
    ['customerId'],
    ['invoiceDate'],
    ['createdAt'],
    ['precedingNo'],
  );
  await createEndIndex(db, 'customerInvoice', 'invoiceNo');
  await createTable(
    db,
    'invoiceSeries',
    { companyId: 'integer! -> clientCompany', kind: 'text!', year: 'text!', last: 'integer!' },
    { primary: ['companyId', 'kind', 'year'] },
  );
  await sql`drop view billRevenueOfBill`.execute(db);
  await addColumns(db, 'billRevenue', { customerInvoiceId: 'integer -> customerInvoice' });
  await sql`
    create view billRevenueOfBill as
    select billRevenue.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived
    from billRevenue join bill on bill.id = billRevenue.billId`.execute(db);
  await createIndex(db, 'billRevenue', ['customerInvoiceId']);
  await sql`
    create view customerInvoiceOpen as
    select customerInvoice.*, coalesce((
      select sum(billRevenue.grossAmount - billRevenue.paidAmount) from billRevenue
      where billRevenue.customerInvoiceId = customerInvoice.id and billRevenue.state in ('invoiced', 'part_paid')
    ), 0) as openAmount
    from customerInvoice`.execute(db);
}
