import { type Kysely, sql } from 'kysely';

/** Every record with a number of its own is found by it, whole or by its last six characters, as bills and parcels are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, ...columns] of [
    ['airTransport', 'transportNo', 'bookingNo'],
    ['seaTransport', 'transportNo', 'bookingNo'],
    ['parcelForecast', 'forecastNo'],
    ['contract', 'contractNo'],
    ['standardQuote', 'quoteNo'],
    ['orderQuote', 'quoteNo'],
    ['taxation', 'taxNo'],
    ['seaBill', 'mblNo', 'hblNo'],
    ['seaIsf', 'isfNo', 'mblNo', 'hblNo'],
    ['seaEntry', 'entryNo', 'masterNo'],
    ['abnormalCase', 'caseNo'],
    ['billCost', 'costNo', 'invoiceNo'],
    ['billRevenue', 'revenueNo', 'invoiceNo'],
    ['billCostDiff', 'diffNo'],
    ['billPayment', 'paymentNo', 'bankReference'],
    ['airport', 'airportCode'],
    ['channelCode', 'channelCode'],
    ['ioss', 'iossNo'],
    ['clientCompany', 'code', 'vatNo', 'eoriNo'],
    ['approvalConfig', 'nameEn'],
    ['mailbox', 'address'],
    ...[
      'country',
      'cargoStation',
      'warehouse',
      'service',
      'lastMile',
      'destination',
      'mark',
      'feeCategory',
    ].map((reference) => [reference, 'code'] as const),
    ...['customer', 'clientGroup', 'hsCode', 'chargeItem', 'chargeFlow'].map(
      (listed) => [listed, 'code'] as const,
    ),
    ...['clientContact', 'netchbAccount', 'cmrConfig', 'monitorConfig'].map(
      (named) => [named, 'name'] as const,
    ),
  ] as const)
    for (const column of columns)
      await sql`
        create index ${sql.id(`${table}ByEndOf_${column}`)} on ${sql.table(table)}
          (substr(replace(${sql.ref(column)}, '-', ''), -6)) where ${sql.ref(column)} is not null`.execute(
        db,
      );
}
