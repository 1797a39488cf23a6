import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** What costs and revenues have alike. */
const lineColumns = {
  ...recordColumns,
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

/** Finance: what is charged for, rates of days, what is owed, charged and paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await prices(db);
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
  await createIndex(db, 'billPayment', ['paymentDate']);
  await createIndex(db, 'billPayment', ['createdAt']);
  await createIndex(db, 'billPayment', ['customerId', 'paymentDate']);
  await lines(db);
  await createTable(db, 'paymentLine', {
    id: 'id',
    paymentId: 'integer! -> billPayment',
    billId: 'integer! -> bill',
    costId: 'integer -> billCost',
    revenueId: 'integer -> billRevenue',
    amount: 'integer!',
  });
  for (const column of ['paymentId', 'costId', 'revenueId', 'billId'])
    await createIndex(db, 'paymentLine', [column]);
  await differences(db);
  await views(db);
}

async function prices(db: Kysely<unknown>): Promise<void> {
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
  await createTable(
    db,
    'chargedStage',
    { billId: 'integer! -> bill', stage: 'text!', flowId: 'integer!', at: 'text!' },
    { unique: [['billId', 'stage']] },
  );
  await createTable(
    db,
    'dayRate',
    { ...recordColumns, currency: 'text!', day: 'text!', rate: 'integer!', remark: 'text' },
    { unique: [['currency', 'day']] },
  );
  await createIndex(db, 'dayRate', ['day']);
}

async function lines(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'billCost',
    {
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
  for (const columns of [
    ['billId'],
    ['createdAt'],
    ['supplierId', 'state'],
    ['state', 'createdAt'],
    ['invoiceDate'],
    ['reversesId'],
    ['paymentId'],
  ])
    await createIndex(db, 'billCost', columns);
  await createTable(
    db,
    'billRevenue',
    {
      ...lineColumns,
      revenueNo: 'text!',
      priceSource: 'text!',
      sourceId: 'integer',
      chargeKey: 'text',
      creditsId: 'integer -> billRevenue',
    },
    { unique: [['revenueNo'], ['billId', 'chargeKey']] },
  );
  for (const columns of [['createdAt'], ['state', 'createdAt'], ['invoiceDate'], ['creditsId']])
    await createIndex(db, 'billRevenue', columns);
}

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
  for (const column of ['billId', 'costId', 'createdAt', 'adjustCostId'])
    await createIndex(db, 'billCostDiff', [column]);
}

/** Lines with what their bills say of them. */
async function views(db: Kysely<unknown>): Promise<void> {
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
