import { problem } from '../../errors';
import { choice, code, codes, count, date, decimal, money, note, percentage, text } from '../../fields';
import {
  bookTemplate,
  type CellValue,
  type ImportColumn,
  importTemplate,
  type RowIssue,
  type RowValues,
} from '../../importing/template';
import { billNo, compact, flightOrVoyage, houseNo, patternRule } from '../../rules/codes';
import {
  adCaseNo,
  chapter99,
  cvdCaseNo,
  entryNo,
  hsCode,
  hsUseProblem,
  importerId,
  midCode,
  suretyCode,
  usCarrier,
  usPort,
  usUnit,
} from '../../rules/customs';
import { countryCode, firms, schK } from '../../rules/places';
import { consignmentRule, MAX_LINES, pgaAgencies } from '../../sea/entryParts';
import { seaEntry } from '../../sea/seaEntry';
import { usEntryTypes } from '../../vocabulary';
import { batchColumn, error, reportRepeats } from './parts';

type Examples = ImportColumn['examples'];
type ColumnOptions = Partial<Pick<ImportColumn, 'aliases' | 'required' | 'also' | 'timeOptional' | 'unit'>>;

/** Declares a column, optional by default. */
export const column = (
  key: string,
  [en, cn]: readonly [string, string],
  field: ImportColumn['field'],
  examples: Examples,
  more: ColumnOptions = {},
): ImportColumn => ({ key, en, cn, field, examples, required: false, ...more });

/** Number of a bill as a reference between sheets: punctuation is ignored. */
export const billRef = patternRule(20, /^[A-Z0-9]{3,20}$/, problem('HOUSE_NO_FORMAT'), (raw) =>
  compact(raw).replace(/[^A-Z0-9]/g, ''),
);

/** Returns the number by which other sheets refer to a row's bill: that of its house bill, else of its master bill. */
export function billRefOf({ houseNo: house, masterNo, hblNo, mblNo }: RowValues): CellValue {
  const number = house ?? hblNo ?? masterNo ?? mblNo ?? null;
  return typeof number === 'string' ? billRef.normalise(number) : null;
}

/** The column by which rows of other sheets refer to a bill: like that in the sheet of bills, but normalised. */
const houseColumn = {
  key: 'houseNo',
  title: ['HBL / HAWB', '分提单号'],
  aliases: ['HBL', 'HAWB', 'House bill', '分单号', '货代单'],
} as const;

/** Partners' spellings of a two-digit type: without its zero, or with a T: T01. */
const typeWords = Object.fromEntries(
  usEntryTypes.map((type) => [type, [String(Number(type)), `T${type}`, `Type ${type}`]]),
);

const address = (key: 'importer' | 'consignee', [en, cn]: readonly [string, string], name: Examples) => [
  column(`${key}Name`, [`${en} name`, `${cn}名称`], text(35), name, { aliases: [en, cn] }),
  column(`${key}Address`, [`${en} address`, `${cn}地址`], text(70), [
    '1200 Harbor Blvd',
    '1200 Harbor Blvd',
    '',
  ]),
  column(`${key}City`, [`${en} city`, `${cn}城市`], text(35), ['Long Beach', 'Long Beach', '']),
  column(`${key}State`, [`${en} state`, `${cn}州`], text(3), ['CA', 'CA', '']),
  column(`${key}Postcode`, [`${en} postcode`, `${cn}邮编`], text(15), ['90802', '90802', ''], {
    aliases: [`${en} zip`],
  }),
  column(`${key}Country`, [`${en} country`, `${cn}国家`], code(countryCode), ['US', 'US', '']),
];

/** Line columns common to both files. */
const goods = {
  hts: (examples: Examples) =>
    column('hts', ['HTS', '税号'], code(hsCode), examples, {
      required: true,
      aliases: ['HTSUS', 'HTS10', 'HTS code', 'HS code', 'HTS编码', '海关编码'],
    }),
  originCountry: (examples: Examples) =>
    column('originCountry', ['Origin', '原产国'], code(countryCode), examples, {
      aliases: ['Country of origin', 'Origin country'],
    }),
  manufacturerId: (examples: Examples) =>
    column('manufacturerId', ['MID', '制造商代码'], code(midCode), examples, {
      aliases: ['Manufacturer ID', 'Manufacturer code'],
    }),
  description: (examples: Examples) =>
    column('description', ['Description', '货物描述'], text(70), examples, {
      aliases: ['Goods', 'Product', '品名', '货名'],
    }),
  quantity1: (examples: Examples) =>
    column('quantity1', ['Quantity', '数量'], decimal(null, 1_000_000_000), examples, { aliases: ['Qty'] }),
  value: (examples: Examples) =>
    column('value', ['Value (USD)', '货值(USD)'], money('USD'), examples, {
      aliases: ['Value', 'Amount', '货值', '申报价值'],
    }),
  lineWeight: (examples: Examples) =>
    column('lineWeight', ['Weight (kg)', '重量(KG)'], decimal(null, 100_000_000), examples, {
      aliases: ['Weight', '重量'],
      unit: 'kg',
    }),
};

/** Requires a commodity code with all digits of an entry: it is not completed later. */
const htsLevel = ({ hts }: RowValues): RowIssue[] => {
  const found = typeof hts === 'string' ? hsUseProblem(hts, 'usEntry') : undefined;
  return found ? [{ column: 'hts', level: 'error', problem: found }] : [];
};

/**
 * Entries to US customs (reference 6.11): one row of the first sheet each, and their lines. Empty cells are filled from
 * the bill that the row names.
 */
export const entryTemplate = bookTemplate({
  name: 'entry',
  sheets: [
    {
      sheet: { key: 'header', aliases: ['Entry', 'Entries', '报关单', '主单'], required: true },
      unique: [],
      groups: [reportRepeats('masterNo', 'houseNo', 'batchNo')],
      row: ({ exportDate, importDate }) =>
        typeof exportDate === 'string' && typeof importDate === 'string' && exportDate > importDate
          ? [error('importDate', 'DAYS_ORDER', { previous: { field: 'exportDate' } })]
          : [],
      columns: [
        column('entryNo', ['Entry number', '报关单号'], code(entryNo), ['', '', ''], {
          aliases: ['Entry no'],
        }),
        column('entryType', ['Entry type', '报关类型'], seaEntry.row.shape.entryType, ['01', '01', '11'], {
          required: true,
          aliases: ['Type'],
          also: typeWords,
        }),
        column(
          'masterNo',
          ['MBL / MAWB', '主提单号'],
          code(billNo),
          ['COSU6345678901', 'MAEU258741369', '112-90424456'],
          { required: true, aliases: ['MBL', 'MAWB', 'Master bill', '主单号', '船东单'] },
        ),
        column(houseColumn.key, houseColumn.title, code(houseNo), ['PLDR26110045', 'NRDN0012345', ''], {
          aliases: houseColumn.aliases,
        }),
        batchColumn(['', '', 'B20261103-01']),
        column(
          'importerTaxId',
          ['Importer tax ID', '进口商编号'],
          code(importerId),
          ['12-3456789XX', '12-3456789XX', ''],
          { aliases: ['Importer number', 'IOR number', '进口商税号'] },
        ),
        ...address(
          'importer',
          ['Importer', '进口商'],
          ['Harbor Home Goods LLC', 'Harbor Home Goods LLC', ''],
        ),
        column(
          'consigneeTaxId',
          ['Consignee tax ID', '收货人编号'],
          code(importerId),
          ['12-3456789XX', '', ''],
          { aliases: ['Consignee number', '收货人税号'] },
        ),
        ...address('consignee', ['Consignee', '收货人'], ['Harbor Home Goods LLC', 'Prairie Retail Inc', '']),
        column('processingPort', ['Processing port', '办理口岸'], code(usPort), ['2704', '2704', '']),
        column('entryPort', ['Entry port', '申报口岸'], code(usPort), ['2704', '2704', ''], {
          aliases: ['Port of entry'],
        }),
        column('unladingPort', ['Unlading port', '卸货口岸'], code(usPort), ['2704', '2704', ''], {
          aliases: ['Port of unlading', '卸货港'],
        }),
        column('importDate', ['Import date', '进口日期'], date(), ['20/11/2026', '21/11/2026', '']),
        column('exportDate', ['Export date', '出口日期'], date(), ['04/11/2026', '05/11/2026', '']),
        column('exportCountry', ['Export country', '出口国'], code(countryCode), ['CN', 'CN', ''], {
          aliases: ['Country of export', '出口国家'],
        }),
        column('foreignPort', ['Foreign port', '境外装货港'], code(schK), ['57078', '', ''], {
          aliases: ['Foreign port of lading', 'Schedule K', '国外装货港'],
        }),
        column('carrierCode', ['Carrier', '承运人代码'], code(usCarrier), ['COSU', 'MAEU', ''], {
          aliases: ['SCAC', 'Carrier code', '船公司代码'],
        }),
        column('vesselName', ['Vessel', '船名'], text(60), ['POLARIS STAR', 'POLARIS DAWN', '']),
        column('voyageNo', ['Voyage / flight', '航次/航班'], code(flightOrVoyage), ['041E', '2645W', ''], {
          aliases: ['Voyage', 'Flight', 'Vessel/flight', '航次', '航班号'],
        }),
        column(
          'bondType',
          ['Bond type', '保证金类型'],
          choice('bondType', ['8', '9', '0']),
          ['8', '8', '0'],
          { also: { '8': ['continuous', '年度'], '9': ['single', '单次'], '0': ['none', '无'] } },
        ),
        column('suretyCode', ['Surety', '担保公司代码'], code(suretyCode), ['036', '036', ''], {
          aliases: ['Surety code'],
        }),
        column('bondAmount', ['Bond amount (USD)', '保证金额(USD)'], money('USD'), ['', '', '']),
        column('description', ['Description', '货物描述'], text(70), ['HOUSEHOLD GOODS', 'GARMENTS', ''], {
          aliases: ['Goods', 'Product', '品名', '货名'],
        }),
        column(
          'grossWeight',
          ['Gross weight (kg)', '总毛重(KG)'],
          count(0, 100_000_000),
          ['14500', '9800', ''],
          { aliases: ['Gross weight', '总毛重', '毛重'], unit: 'kg' },
        ),
        column('charges', ['Charges (USD)', '运保费(USD)'], money('USD'), ['1850', '', ''], {
          aliases: ['Charges', 'Freight and insurance', '运保费'],
        }),
        column('firmsCode', ['Location (FIRMS)', 'FIRMS代码'], code(firms), ['Y258', '', ''], {
          aliases: ['FIRMS', 'Location'],
        }),
        column('remark', ['Remark', '备注'], note(500), ['', '', ''], { aliases: ['Remarks', 'Note'] }),
      ],
    },
    {
      sheet: {
        key: 'lines',
        aliases: ['Items', 'Goods', '商品', '商品明细'],
        required: true,
        of: { sheet: 'header', by: houseColumn.key, name: billRefOf, uses: ['masterNo', 'houseNo'] },
      },
      unique: [],
      row: htsLevel,
      groups: [reportRepeats('lineNo', houseColumn.key)],
      columns: [
        column(
          houseColumn.key,
          houseColumn.title,
          code(billRef),
          ['PLDR26110045', 'NRDN0012345', '112-90424456'],
          { aliases: houseColumn.aliases },
        ),
        column('invoiceNo', ['Invoice number', '发票号'], text(40), ['INV-26-118', 'INV-26-119', ''], {
          aliases: ['Invoice', 'Invoice no'],
        }),
        column('lineNo', ['Line', '行号'], count(1, MAX_LINES), ['1', '1', '1'], {
          required: true,
          aliases: ['Line number', 'Line no', '序号', '项号'],
        }),
        goods.hts(['9403608081', '6109100012', '9503000073']),
        column('additionalHts', ['Extra HTS', '附加税号'], codes(chapter99, 8), ['9903.88.03', '', ''], {
          aliases: ['Additional HTS', 'Chapter 99', '附加HTS'],
        }),
        column('adCaseNo', ['AD case', '反倾销案号'], code(adCaseNo), ['A-570-967-000', '', ''], {
          aliases: ['ADD case', 'Antidumping case', '反倾销案件号'],
        }),
        column('adRate', ['AD rate %', '反倾销税率%'], percentage(), ['86.01', '', ''], {
          aliases: ['ADD rate', 'Antidumping rate', '反倾销税率'],
        }),
        column('cvdCaseNo', ['CVD case', '反补贴案号'], code(cvdCaseNo), ['', '', ''], {
          aliases: ['Countervailing case', '反补贴案件号'],
        }),
        column('cvdRate', ['CVD rate %', '反补贴税率%'], percentage(), ['', '', ''], {
          aliases: ['Countervailing rate', '反补贴税率'],
        }),
        goods.originCountry(['CN', 'VN', 'CN']),
        goods.manufacturerId(['', 'VNHANGAR12HAN', '']),
        column(
          'manufacturerName',
          ['Manufacturer name', '制造商'],
          text(70),
          ['Shenzhen Evolution Toys', '', 'Shenzhen Evolution Toys'],
          { aliases: ['Manufacturer', '制造商名称', '生产商'] },
        ),
        column('manufacturerAddress', ['Manufacturer address', '制造商地址'], text(70), [
          '123 Hua Rd',
          '',
          '123 Hua Rd',
        ]),
        column('manufacturerCity', ['Manufacturer city', '制造商城市'], text(35), [
          'Shenzhen',
          '',
          'Shenzhen',
        ]),
        goods.description(['WOODEN SHELF', 'T-SHIRT, COTTON', 'TOY CAR']),
        goods.quantity1(['120', '200', '500']),
        column('unit1', ['Unit', '单位'], code(usUnit), ['NO', 'DOZ', 'NO']),
        column('quantity2', ['Second quantity', '第二数量'], decimal(null, 1_000_000_000), ['', '480', '']),
        column('unit2', ['Second unit', '第二单位'], code(usUnit), ['', 'KG', '']),
        goods.value(['23211.00', '4800.00', '1250.00']),
        goods.lineWeight(['3100', '480', '95.5']),
        column('pgaAgency', ['PGA code', 'PGA代码'], choice('pgaAgency', pgaAgencies), ['', '', ''], {
          aliases: ['PGA', 'PGA agency'],
        }),
      ],
    },
  ],
});

/** Consignments of an air bill for one informal entry (reference 6.11): one row each. */
export const consignmentTemplate = importTemplate({
  name: 'entry_type11',
  unique: ['consignmentNo'],
  row: htsLevel,
  columns: [
    column('masterNo', ['MAWB', '主单号'], code(billNo), ['112-90424456', '112-90424456', '112-90424456'], {
      required: true,
      aliases: ['Bill number', 'MBL', 'Master bill', '提单号', '主提单号'],
    }),
    batchColumn(['', '', '']),
    column(
      'consignmentNo',
      ['HAWB / tracking number', '分单号/跟踪号'],
      code(consignmentRule()),
      ['SZX2611-001', 'SZX2611-002', 'SZX2611-003'],
      { required: true, aliases: ['HAWB', 'Tracking number', 'Tracking', '分单号', '跟踪号', '运单号'] },
    ),
    column(
      'consigneeName',
      ['Consignee name', '收货人名称'],
      text(70),
      ['Ann Miller', 'Bob Carter', 'Cleo Diaz'],
      { required: true, aliases: ['Consignee', 'Name', '收件人', '收货人'] },
    ),
    column(
      'consigneeAddress',
      ['Consignee address', '收货人地址'],
      text(70),
      ['12 Oak St', '400 Lake Ave', '7 Palm Dr'],
      { aliases: ['Address', '地址'] },
    ),
    column('consigneeCity', ['Consignee city', '收货人城市'], text(35), ['Chicago', 'Denver', 'Miami'], {
      aliases: ['City', '城市'],
    }),
    column('consigneeState', ['Consignee state', '收货人州'], text(3), ['IL', 'CO', 'FL'], {
      aliases: ['State', '州'],
    }),
    column('consigneePostcode', ['Consignee zip', '收货人邮编'], text(15), ['60601', '80202', '33101'], {
      aliases: ['Zip', 'Zip code', 'Postcode', '邮编'],
    }),
    goods.description(['TOY CAR', 'T-SHIRT, COTTON', 'PHONE CASE']),
    goods.hts(['9503000073', '6109100012', '3926909985']),
    goods.originCountry(['CN', 'VN', 'CN']),
    goods.quantity1(['1', '2', '1']),
    column('unit1', ['Unit', '单位'], code(usUnit), ['NO', 'NO', '']),
    goods.value(['12.50', '18.00', '4.20']),
    goods.lineWeight(['0.35', '0.4', '0.12']),
    goods.manufacturerId(['CNSHEEVO123SHE', 'VNHANGAR12HAN', '']),
  ],
});
