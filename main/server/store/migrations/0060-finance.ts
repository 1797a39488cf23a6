import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Charges, day rates, costs, revenues and payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await charges(db);
  await books(db);
  await differences(db);
  await bookViews(db);
}

/** Columns of both costs and revenues. */
const lineColumns = {
  billId: 'integer! -> bill',
  feeCategoryId: 'integer! -> feeCategory',
  chargeItemId: 'integer -> chargeItem',
  basis: 'text!',
  quantity: 'integer!',
  unitPrice: 'integer!',
  currency: 'text!',
  amount: 'integer!',
  taxRate: 'integer',
  taxAmount: 'integer!',
  grossAmount: 'integer!',
  rateDay: 'text',
  rate: 'integer',
  baseAmount: 'integer',
  paidAmount: 'count',
  invoiceNo: 'text',
  invoiceDate: 'text',
  dueDate: 'text',
  state: 'text!',
  remark: 'text',
};

async function charges(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'chargeItem',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      feeCategoryId: 'integer! -> feeCategory',
      basis: 'text!',
      defaultPrice: 'integer!',
      currency: 'text!',
      minCharge: 'integer',
      maxCharge: 'integer',
      roundUp: 'text!',
      taxable: 'flag',
      mode: 'text!',
      appliesTo: 'list',
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  await createIndex(db, 'chargeItem', ['feeCategoryId']);
  await createEndIndex(db, 'chargeItem', 'code');
  await createTable(
    db,
    'chargeFlow',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      customerId: 'integer -> customer',
      groupId: 'integer -> clientGroup',
      serviceId: 'integer -> service',
      landingAirportId: 'integer -> airport',
      mode: 'text!',
      validFrom: 'text!',
      validTo: 'text',
      priority: 'count',
      steps: 'list',
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'chargeFlow', 'code');
  await createTable(
    db,
    'chargedStage',
    {
      billId: 'integer! -> bill',
      stage: 'text!',
      flowId: 'integer!',
      at: 'text!',
    },
    { unique: [['billId', 'stage']] },
  );
  await createTable(
    db,
    'dayRate',
    {
      ...recordColumns,
      currency: 'text!',
      day: 'text!',
      rate: 'integer!',
      remark: 'text',
    },
    { unique: [['currency', 'day']] },
  );
  await createIndex(db, 'dayRate', ['day']);
}

async function books(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'billPayment',
    {
      ...recordColumns,
      paymentNo: 'text!',
      direction: 'text!',
      companyId: 'integer -> clientCompany',
      customerId: 'integer -> customer',
      paymentDate: 'text!',
      currency: 'text!',
      amount: 'integer!',
      rate: 'integer!',
      baseAmount: 'integer!',
      method: 'text!',
      bankReference: 'text',
      unallocated: 'integer!',
      lineCount: 'count',
      state: 'text!',
      reversedAt: 'text',
      reversedBy: 'integer -> staff',
      reason: 'text',
      remark: 'text',
    },
    { unique: [['paymentNo']] },
  );
  await createIndex(db, 'billPayment', ['paymentDate'], ['createdAt'], ['customerId', 'paymentDate']);
  await createEndIndex(db, 'billPayment', 'paymentNo', 'bankReference');
  await createTable(
    db,
    'billCost',
    {
      ...recordColumns,
      ...lineColumns,
      costNo: 'text!',
      supplierId: 'integer! -> clientCompany',
      estimated: 'flag',
      paidOn: 'text',
      paymentId: 'integer -> billPayment',
      source: 'text!',
      reversesId: 'integer -> billCost',
    },
    { unique: [['costNo']] },
  );
  await createIndex(
    db,
    'billCost',
    ['billId'],
    ['createdAt'],
    ['supplierId', 'state'],
    ['state', 'createdAt'],
    ['invoiceDate'],
    ['reversesId'],
    ['paymentId'],
  );
  await createEndIndex(db, 'billCost', 'costNo', 'invoiceNo');
  await createTable(
    db,
    'billRevenue',
    {
      ...recordColumns,
      ...lineColumns,
      revenueNo: 'text!',
      priceSource: 'text!',
      sourceId: 'integer',
      chargeKey: 'text',
      creditsId: 'integer -> billRevenue',
    },
    { unique: [['revenueNo'], ['billId', 'chargeKey']] },
  );
  await createIndex(db, 'billRevenue', ['createdAt'], ['state', 'createdAt'], ['invoiceDate'], ['creditsId']);
  await createEndIndex(db, 'billRevenue', 'revenueNo', 'invoiceNo');
  await createTable(db, 'paymentLine', {
    id: 'id',
    paymentId: 'integer! -> billPayment',
    billId: 'integer! -> bill',
    costId: 'integer -> billCost',
    revenueId: 'integer -> billRevenue',
    amount: 'integer!',
  });
  await createIndex(db, 'paymentLine', ['paymentId'], ['costId'], ['revenueId'], ['billId']);
}

/** Differences between invoiced and expected costs. */
async function differences(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'billCostDiff',
    {
      ...recordColumns,
      diffNo: 'text!',
      billId: 'integer! -> bill',
      costId: 'integer! -> billCost',
      currency: 'text!',
      accruedAmount: 'integer!',
      invoicedAmount: 'integer!',
      diffAmount: 'integer!',
      diffPercent: 'integer',
      large: 'flag',
      invoiceNo: 'text!',
      invoiceDate: 'text!',
      dueDate: 'text',
      reason: 'text!',
      state: 'text!',
      handledBy: 'integer -> staff',
      handledAt: 'text',
      adjustCostId: 'integer -> billCost',
      remark: 'text',
    },
    { unique: [['diffNo']] },
  );
  await createIndex(db, 'billCostDiff', ['billId'], ['costId'], ['createdAt'], ['adjustCostId']);
  await createEndIndex(db, 'billCostDiff', 'diffNo');
}

async function bookViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view billCostOfBill as
    select billCost.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived,
      billPayment.paymentNo,
      exists (select 1 from billCost as taken where taken.reversesId = billCost.id) as reversed
    from billCost join bill on bill.id = billCost.billId
      left join billPayment on billPayment.id = billCost.paymentId`.execute(db);
  await sql`
    create view billRevenueOfBill as
    select billRevenue.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived
    from billRevenue join bill on bill.id = billRevenue.billId`.execute(db);
  await sql`
    create view paymentOfBill as
    select paymentLine.*, billPayment.paymentNo, billPayment.paymentDate, billPayment.direction, billPayment.state,
      billPayment.customerId, billPayment.currency, billPayment.bankReference
    from paymentLine join billPayment on billPayment.id = paymentLine.paymentId`.execute(db);
  await sql`
    create view billCostDiffOfBill as
    select billCostDiff.*, bill.billNo, bill.batchNo, bill.archived as billArchived,
      billCost.costNo, billCost.supplierId, billCost.feeCategoryId
    from billCostDiff join bill on bill.id = billCostDiff.billId
      join billCost on billCost.id = billCostDiff.costId`.execute(db);
}
