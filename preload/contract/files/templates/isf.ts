import { code, count, dateTime, note, text } from '../../fields';
import {
  bookTemplate,
  type CellValue,
  type ImportColumn,
  type RowIssue,
  type RowValues,
} from '../../importing/template';
import { containerNo, hbl, mbl, scac, voyage } from '../../rules/codes';
import { hsCode, partyNumber, partyNumberProblem, portAbroad, suretyCode } from '../../rules/customs';
import { countryCode, unLocode } from '../../rules/places';
import { isfContainer, MAX_ISF_LINES, seaIsf } from '../../sea/seaIsf';
import { billRef, billRefOf, column } from './entries';
import { error, reportRepeats } from './parts';

type Examples = ImportColumn['examples'];

const { isfType, actionReason, shipmentType, modeOfTransport, billType } = seaIsf.row.shape;
const { importerIdType, bondType, bondActivity } = seaIsf.row.shape;

/** Two-digit codes that lost their leading zero in a spreadsheet. */
const withoutZero = (codes: readonly string[]) =>
  Object.fromEntries(codes.filter((one) => one.startsWith('0')).map((one) => [one, [String(Number(one))]]));

/** Partners' spellings of the kinds of numbers. */
const idWords = { EI: ['EIN', 'IRS', 'Employer'], '34': ['SSN', 'Social security'], '2': ['SCAC'] };

/** Columns of a party in the sheet of bills: a name and an address of up to two lines each. */
const party = (
  key: string,
  [en, cn]: readonly [string, string],
  [name, address, city, state, postcode, country]: readonly [
    Examples,
    Examples,
    Examples,
    Examples,
    Examples,
    Examples,
  ],
): ImportColumn[] => [
  column(`${key}Name`, [`${en} name`, `${cn}名称`], text(70), name, { aliases: [en, cn] }),
  column(`${key}Address`, [`${en} address`, `${cn}地址`], text(70), address),
  column(`${key}City`, [`${en} city`, `${cn}城市`], text(35), city),
  column(`${key}State`, [`${en} state`, `${cn}州/省`], text(3), state),
  column(`${key}Postcode`, [`${en} postcode`, `${cn}邮编`], text(15), postcode, { aliases: [`${en} zip`] }),
  column(`${key}Country`, [`${en} country`, `${cn}国家`], code(countryCode), country),
];

const EMPTY: Examples = ['', '', ''];
const CHINA = [
  ['88 Xinhu Road', '5 Port Avenue', ''],
  ['Shenzhen', 'Ningbo', ''],
  ['', '', ''],
  ['518000', '315000', ''],
  ['CN', 'CN', ''],
] as const;
const AMERICA = [
  ['1200 Harbor Blvd', '77 Prairie Way', ''],
  ['Long Beach', 'Chicago', ''],
  ['CA', 'IL', ''],
  ['90802', '60601', ''],
  ['US', 'US', ''],
] as const;

/** The bill column of other sheets, like that in the sheet of bills. */
const houseColumn = (field: ImportColumn['field'], examples: Examples, required: boolean): ImportColumn =>
  column('hblNo', ['HBL', '分提单号'], field, examples, {
    required,
    aliases: ['HBL number', 'House bill', '分单号', '货代单'],
  });

/** Requires the house bill and consistent values: they are not completed later. */
function headerIssues(values: RowValues): RowIssue[] {
  const { billType: type, hblNo, loadingAt, etd, eta } = values;
  const wrong = (kind: string, number: string): RowIssue[] => {
    const [idType, value] = [values[kind], values[number]];
    const found =
      typeof idType === 'string' && typeof value === 'string' ? partyNumberProblem(idType, value) : undefined;
    return found ? [{ column: number, level: 'error', problem: found }] : [];
  };
  return [
    ...(type === 'BM' && hblNo === null ? [error('hblNo', 'REQUIRED')] : []),
    ...wrong('importerIdType', 'importerNumber'),
    ...wrong('consigneeIdType', 'consigneeNumber'),
    ...(isText(loadingAt) && isText(etd) && loadingAt > etd ? [error('loadingAt', 'LOADING_TIMES')] : []),
    ...(isText(etd) && isText(eta) && eta < etd ? [error('eta', 'ISF_TIMES')] : []),
  ];
}
/** Container types by ISO 6346 codes and carriers' terms. */
const CONTAINER_WORDS = {
  '20GP': ['20DC', '20DV', '20ST', '20', '22G1', '22G0'],
  '40GP': ['40DC', '40DV', '40ST', '42G1', '42G0'],
  '40HQ': ['40HC', '45G1', '45G0'],
  '45HQ': ['45HC', 'L5G1', 'L5G0'],
  '20RF': ['20RE', '20R', '22R1', '22R0'],
  '40RF': ['40RH', '40HR', '40HRF', '42R1', '45R1'],
  '20OT': ['22U1', '22U0'],
  '40OT': ['42U1', '42U0'],
  '20FR': ['20FL', '22P1', '22P3'],
  '40FR': ['40FL', '42P1', '42P3'],
};

const isText = (value: CellValue | undefined): value is string => typeof value === 'string';

/** Importer security filings (reference 6.10): one row of the first sheet each, with commodities and containers. */
export const isfTemplate = bookTemplate({
  name: 'isf',
  sheets: [
    {
      sheet: { key: 'header', aliases: ['ISF', 'Bills', '主单', '抬头'], required: true },
      unique: [],
      groups: [reportRepeats('mblNo', 'hblNo')],
      row: headerIssues,
      columns: [
        column(
          'mblNo',
          ['MBL', '主提单号'],
          code(mbl),
          ['COSU6345678901', 'MAEU258741369', 'OOLU2712345670'],
          {
            required: true,
            aliases: ['MBL number', 'Master bill', 'Ocean bill', '主单号', '船东单'],
          },
        ),
        houseColumn(code(hbl), ['PLDR26110045', 'NRDN0012345', ''], false),
        column('billType', ['Bill type', '提单类型'], billType, ['BM', 'BM', 'OB'], {
          required: true,
          also: { BM: ['House', 'House bill'], OB: ['Ocean', 'Master', 'Regular'] },
        }),
        column('scac', ['SCAC', '船公司代码'], code(scac), ['COSU', 'MAEU', 'OOLU'], {
          aliases: ['Carrier', 'Carrier SCAC', '船公司'],
        }),
        column('vesselName', ['Vessel', '船名'], text(60), ['POLARIS STAR', 'POLARIS DAWN', 'POLARIS REEF'], {
          aliases: ['Vessel name'],
        }),
        column('voyageNo', ['Voyage', '航次'], code(voyage), ['041E', '2645W', '102E'], {
          aliases: ['Voyage number'],
        }),
        column('polCode', ['POL', '起运港'], code(unLocode), ['CNYTN', 'CNNGB', 'CNSHA'], {
          aliases: ['Port of loading', '装货港'],
        }),
        column('podCode', ['POD', '目的港'], code(unLocode), ['USLAX', 'USLAX', 'USNYC'], {
          aliases: ['Port of discharge', '卸货港'],
        }),
        column('loadingAt', ['Loading', '装船时间'], dateTime(), ['03/11/2026 18:00', '', ''], {
          aliases: ['Loading date', 'Lading', '装船日期', '装货时间'],
          timeOptional: true,
        }),
        column(
          'etd',
          ['ETD', '预计离港'],
          dateTime(),
          ['04/11/2026 02:30', '05/11/2026 10:00', '07/11/2026'],
          { aliases: ['Departure', '预计离港时间', '开船日期'], timeOptional: true },
        ),
        column(
          'eta',
          ['ETA', '预计到港'],
          dateTime(),
          ['20/11/2026 09:10', '21/11/2026 15:20', '09/12/2026'],
          { aliases: ['Arrival', '预计到港时间', '到港日期'], timeOptional: true },
        ),
        column('isfType', ['ISF type', 'ISF类型'], isfType, ['ISF-10', 'ISF-10', 'ISF-5'], {
          required: true,
          also: { 'ISF-10': ['10', '10+2', 'ISF10'], 'ISF-5': ['5', '5+2', 'ISF5'] },
        }),
        column('actionReason', ['Action reason', '申报原因'], actionReason, ['CT', 'FT', '']),
        column('shipmentType', ['Shipment type', '货物类型'], shipmentType, ['01', '01', ''], {
          also: withoutZero(['01', '02', '03', '04', '05', '06', '07', '08', '09']),
        }),
        column('modeOfTransport', ['Mode of transport', '运输方式'], modeOfTransport, ['11', '', '']),
        column('bondType', ['Bond type', '保证金类型'], bondType, ['8', '8', ''], {
          also: { '8': ['continuous', '年度'], '9': ['single', '单次'] },
        }),
        column('bondActivity', ['Bond activity', '保证金活动代码'], bondActivity, ['01', '01', ''], {
          also: withoutZero(['01', '02', '03', '04']),
        }),
        column('bondHolder', ['Bond holder', '保证金持有人'], code(partyNumber), ['12-3456789XX', '', '']),
        column('suretyCode', ['Surety', '担保公司代码'], code(suretyCode), ['036', '', '']),
        column('singleBondNo', ['Single bond number', '单次保证金号'], text(20), EMPTY),
        column('importerIdType', ['Importer ID type', '进口商编号类型'], importerIdType, ['EI', 'EI', ''], {
          also: idWords,
        }),
        column(
          'importerNumber',
          ['Importer number', '进口商编号'],
          code(partyNumber),
          ['12-3456789XX', '98-7654321XX', ''],
          { aliases: ['Importer of record number', 'IOR number'] },
        ),
        column('consigneeIdType', ['Consignee ID type', '收货人编号类型'], importerIdType, ['EI', 'EI', ''], {
          also: idWords,
        }),
        column('consigneeNumber', ['Consignee number', '收货人编号'], code(partyNumber), [
          '12-3456789XX',
          '98-7654321XX',
          '',
        ]),
        ...party(
          'seller',
          ['Seller', '卖方'],
          [['Shenzhen Evolution Toys', 'Ningbo Homeware Co', ''], ...CHINA],
        ),
        ...party(
          'buyer',
          ['Buyer', '买方'],
          [['Harbor Home Goods LLC', 'Prairie Retail Inc', ''], ...AMERICA],
        ),
        ...party(
          'shipTo',
          ['Ship-to', '收货方'],
          [['Harbor Home Goods LLC', 'Prairie Retail Inc', ''], ...AMERICA],
        ),
        ...party(
          'stuffingLocation',
          ['Stuffing location', '装箱地点'],
          [['Yantian CFS', 'Beilun Warehouse 3', ''], ...CHINA],
        ),
        ...party('consolidator', ['Consolidator', '拼箱人'], [['Pearl Delta Logistics', '', ''], ...CHINA]),
        ...party('bookingParty', ['Booking party', '订舱方'], [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]),
        column('foreignPort', ['Foreign port of unlading', '国外卸货港'], code(portAbroad), [
          '',
          '',
          'MXZLO',
        ]),
        column('placeOfDelivery', ['Place of delivery', '交货地'], code(unLocode), ['', '', 'MXMEX']),
        column('poNumber', ['PO number', '采购订单号'], text(35), EMPTY, { aliases: ['PO'] }),
        column('remark', ['Remark', '备注'], note(500), EMPTY, { aliases: ['Remarks', 'Note'] }),
      ],
    },
    {
      sheet: {
        key: 'lines',
        aliases: ['Items', 'Goods', 'Commodities', '商品', '商品明细'],
        required: true,
        of: { sheet: 'header', by: 'hblNo', name: billRefOf, uses: ['hblNo', 'mblNo'] },
      },
      unique: [],
      row: () => [],
      groups: [reportRepeats('lineNo', 'hblNo')],
      columns: [
        houseColumn(code(billRef), ['PLDR26110045', 'NRDN0012345', 'OOLU2712345670'], true),
        column('lineNo', ['Line', '行号'], count(1, MAX_ISF_LINES), ['1', '1', '1'], {
          required: true,
          aliases: ['Line number', '序号'],
        }),
        column('hts', ['HTS', '税号'], code(hsCode), ['950300', '9403608081', '610910'], {
          required: true,
          aliases: ['HTSUS', 'HTS code', 'HS code', 'HTS编码', '海关编码'],
        }),
        column('originCountry', ['Origin', '原产国'], code(countryCode), ['CN', 'CN', ''], {
          aliases: ['Country of origin'],
        }),
        column(
          'manufacturerName',
          ['Manufacturer name', '制造商'],
          text(35),
          ['Shenzhen Evolution Toys', 'Ningbo Homeware Co', ''],
          { aliases: ['Manufacturer', '制造商名称', '生产商'] },
        ),
        column('manufacturerAddress', ['Manufacturer address', '制造商地址'], text(35), [
          '123 Hua Rd',
          '5 Port Avenue',
          '',
        ]),
        column('manufacturerCity', ['Manufacturer city', '制造商城市'], text(35), ['Shenzhen', 'Ningbo', '']),
        column('manufacturerCountry', ['Manufacturer country', '制造商国家'], code(countryCode), [
          'CN',
          'CN',
          '',
        ]),
        column('description', ['Description', '货物描述'], text(70), ['TOY CARS', 'WOODEN SHELVES', ''], {
          aliases: ['Goods', '品名'],
        }),
      ],
    },
    {
      sheet: {
        key: 'containers',
        aliases: ['Container', '柜号', '集装箱号'],
        required: false,
        of: { sheet: 'header', by: 'hblNo', name: billRefOf, uses: ['hblNo', 'mblNo'] },
      },
      unique: [],
      row: () => [],
      groups: [reportRepeats('containerNo', 'hblNo')],
      columns: [
        houseColumn(code(billRef), ['PLDR26110045', 'NRDN0012345', 'OOLU2712345670'], true),
        column(
          'containerNo',
          ['Container', '柜号'],
          code(containerNo),
          ['CSQU3054383', 'MSKU1234565', 'DMOU7001234'],
          { required: true, aliases: ['Container number', 'Container no', '集装箱号'] },
        ),
        column('containerType', ['Type', '柜型'], isfContainer.containerType, ['40HQ', '20GP', ''], {
          aliases: ['Container type', 'Size'],
          also: CONTAINER_WORDS,
        }),
      ],
    },
  ],
});
