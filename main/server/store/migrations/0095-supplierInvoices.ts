import { type Kysely, sql } from 'kysely';
import { addColumns, createEndIndex, createIndex, createTable, recordColumns } from '../columns';

/** Suppliers' invoices with their files, the bills that they are for, and their quantities on the costs made of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'supplierInvoice', {
    ...recordColumns,
    ...{
      invoiceNo: 'text!',
      supplierId: 'integer! -> clientCompany',
      ownCompanyId: 'integer -> clientCompany',
    },
    ...{ credit: 'flag', invoiceDate: 'text!', dueDate: 'text', currency: 'text!' },
    ...{ netAmount: 'integer!', taxAmount: 'integer!', grossAmount: 'integer!' },
    ...{ billNos: 'text!', iban: 'text', lines: 'list' },
    ...{ fileName: 'text!', fileHash: 'text!', fileId: 'text -> storedFile' },
  });
  await createIndex(db, 'supplierInvoice', ['supplierId'], ['invoiceDate'], ['createdAt'], ['fileId']);
  await createEndIndex(db, 'supplierInvoice', 'invoiceNo');
  // A deleted bill leaves its row, empty: the invoice is then shown to those alone who see everything.
  await createTable(db, 'supplierInvoiceBill', {
    id: 'id',
    invoiceId: 'integer! -> supplierInvoice',
    billId: 'integer -> bill',
  });
  await createIndex(db, 'supplierInvoiceBill', ['invoiceId'], ['billId']);
  await sql`drop view billCostOfBill`.execute(db);
  await addColumns(db, 'billCost', {
    ...{ billedQuantity: 'integer', billedUnit: 'text', billedPrice: 'integer' },
    ...{ supplierInvoiceId: 'integer -> supplierInvoice', invoiceLineNo: 'text' },
  });
  await createIndex(db, 'billCost', ['supplierInvoiceId']);
  await sql`
    create view billCostOfBill as
    select billCost.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived,
      billPayment.paymentNo,
      exists (select 1 from billCost as taken where taken.reversesId = billCost.id) as reversed
    from billCost join bill on bill.id = billCost.billId
      left join billPayment on billPayment.id = billCost.paymentId`.execute(db);
  // The costs of an invoice with a difference that is not decided keep the expected amount until then.
  await sql`
    create view supplierInvoiceOfCosts as
    select summed.*, case
        when not exists (
          select 1 from billCost
          where billCost.supplierInvoiceId = summed.id and billCost.reversesId is null
            and not exists (select 1 from billCost as taken where taken.reversesId = billCost.id)
        ) then 'void'
        when summed.costAmount = summed.netAmount then 'recorded'
        else 'changed'
      end as state
    from (
      select supplierInvoice.*, supplierInvoice.fileId is not null as fileKept, coalesce((
        select sum(coalesce((
          select max(billCostDiff.invoicedAmount) from billCostDiff
          where billCostDiff.costId = billCost.id and billCostDiff.state in ('open', 'disputed')
        ), billCost.amount))
        from billCost where billCost.supplierInvoiceId = supplierInvoice.id
      ), 0) as costAmount
      from supplierInvoice
    ) as summed`.execute(db);
}
