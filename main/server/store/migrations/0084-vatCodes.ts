import { type Kysely, sql } from 'kysely';
import { addColumns, createTable, recordColumns, referenceColumns } from '../columns';

interface Tables {
  vatCode: {
    version: number;
    createdAt: string;
    updatedAt: string;
    active: number;
    code: string;
    nameEn: string;
    nameCn: string;
    category: string;
    countryCode: string | null;
    rates: string;
    vatex: string | null;
    reasonEn: string | null;
    reasonCn: string | null;
  };
}

const rate = (validFrom: string, percent: number) => ({ validFrom, rate: percent });

/** Standard and reduced rates of the countries where we have companies, by the day from which they are valid. */
const RATES: readonly (readonly [string, string, string, string, ReturnType<typeof rate>[]])[] = [
  ['NL-S', 'Netherlands, standard rate', '荷兰标准税率', 'NL', [rate('2012-10-01', 21)]],
  ['NL-R', 'Netherlands, reduced rate', '荷兰低税率', 'NL', [rate('1986-10-01', 6), rate('2019-01-01', 9)]],
  ['BE-S', 'Belgium, standard rate', '比利时标准税率', 'BE', [rate('1996-01-01', 21)]],
  [
    'DE-S',
    'Germany, standard rate',
    '德国标准税率',
    'DE',
    [rate('2007-01-01', 19), rate('2020-07-01', 16), rate('2021-01-01', 19)],
  ],
];

/** Codes without tax: code, names, category, reason code, and the provision of Directive 2006/112/EC in both languages. */
const UNTAXED: readonly (readonly [
  string,
  string,
  string,
  string,
  string | null,
  string | null,
  string | null,
])[] = [
  ['ZERO', 'Zero rate', '零税率', 'Z', null, null, null],
  [
    ...(['REVERSE', 'Reverse charge', '反向征税', 'AE', 'VATEX-EU-AE'] as const),
    'Reverse charge: the customer is liable for the VAT (Directive 2006/112/EC, art. 44 and 196)',
    '反向征税：由客户缴纳增值税（欧盟指令2006/112/EC第44条和第196条）',
  ],
  [
    ...(['OUTSIDE', 'Outside the scope of EU VAT', '不属于欧盟增值税范围', 'O', 'VATEX-EU-O'] as const),
    'Not subject to VAT: the place of supply is outside the EU (Directive 2006/112/EC, art. 44)',
    '不征增值税：服务地点在欧盟境外（欧盟指令2006/112/EC第44条）',
  ],
  [
    ...(['EXPORT-SVC', 'Services connected with export or transit', '与出口或转运相关的服务', 'E'] as const),
    ...(['VATEX-EU-146-1E'] as const),
    'Exempt: services directly connected with goods for export or under a customs procedure (Directive 2006/112/EC, art. 146(1)(e))',
    '免税：与出口货物或处于海关程序下的货物直接相关的服务（欧盟指令2006/112/EC第146条第1款e项）',
  ],
  [
    ...(['IMPORT-SVC', 'Services included in the value at import', '已计入进口完税价格的服务', 'E'] as const),
    ...(['VATEX-EU-144'] as const),
    'Exempt: services whose value is included in the taxable amount at import (Directive 2006/112/EC, art. 144)',
    '免税：价值已计入进口计税基础的服务（欧盟指令2006/112/EC第144条）',
  ],
  [
    ...(['DISBURSED', 'Paid on behalf of the customer', '代客户垫付', 'E', 'VATEX-EU-79-C'] as const),
    'Not part of the taxable amount: paid in the name and on behalf of the customer (Directive 2006/112/EC, art. 79(c))',
    '不计入计税基础：以客户名义并代其支付（欧盟指令2006/112/EC第79条c项）',
  ],
  [
    ...(['EU-GOODS', 'Intra-Community supply of goods', '欧盟内部货物供应', 'K', 'VATEX-EU-IC'] as const),
    'Exempt: intra-Community supply of goods (Directive 2006/112/EC, art. 138)',
    '免税：欧盟内部货物供应（欧盟指令2006/112/EC第138条）',
  ],
  [
    ...(['EXPORT', 'Export of goods', '货物出口', 'G', 'VATEX-EU-G'] as const),
    'Exempt: export of goods (Directive 2006/112/EC, art. 146(1)(a) and (b))',
    '免税：货物出口（欧盟指令2006/112/EC第146条第1款a项和b项）',
  ],
];

/**
 * Codes of value-added tax, with the rates and provisions at the time of writing; where they are proposed; and the facts
 * of a company that its invoices need.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await createTable(
    db,
    'vatCode',
    {
      ...recordColumns,
      ...{ code: 'text!', nameEn: 'text!', nameCn: 'text!', category: 'text!', countryCode: 'text' },
      ...{ rates: 'list', vatex: 'text', reasonEn: 'text', reasonCn: 'text' },
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  const at = '2026-11-01T00:00:00Z';
  const made = { version: 1, createdAt: at, updatedAt: at, active: 1 };
  await db
    .insertInto('vatCode')
    .values([
      ...RATES.map(([code, nameEn, nameCn, countryCode, rates]) => ({
        ...{ ...made, code, nameEn, nameCn, category: 'S', countryCode, rates: JSON.stringify(rates) },
        ...{ vatex: null, reasonEn: null, reasonCn: null },
      })),
      ...UNTAXED.map(([code, nameEn, nameCn, category, vatex, reasonEn, reasonCn]) => ({
        ...{ ...made, code, nameEn, nameCn, category, countryCode: null, rates: '[]' },
        ...{ vatex, reasonEn, reasonCn },
      })),
    ])
    .execute();
  const proposed = { vatCodeId: 'integer -> vatCode' };
  await addColumns(db, 'feeCategory', proposed);
  await addColumns(db, 'chargeItem', proposed);
  await addColumns(db, 'clientCompany', {
    ...proposed,
    ...{ invoicePrefix: 'text', defaultIssuer: 'flag', peppolScheme: 'text', peppolId: 'text' },
  });
  await sql`drop view billRevenueOfBill`.execute(db);
  await addColumns(db, 'billRevenue', proposed);
  await sql`
    create view billRevenueOfBill as
    select billRevenue.*, bill.billNo, bill.batchNo, bill.customerId, bill.archived as billArchived
    from billRevenue join bill on bill.id = billRevenue.billId`.execute(db);
}
