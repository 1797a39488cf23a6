import { problem } from '../errors';
import { code, codes, note } from '../fields';
import {
  type GroupCheck,
  type GroupIssue,
  importTemplate,
  type RowIssue,
  type RowValues,
} from '../importing/template';
import { MAX_ROWS } from '../limits';
import { batchKey } from '../rules/batches';
import { checkBillDraft } from '../rules/billDraft';
import { customerCode, referenceCode, uldNo } from '../rules/codes';
import { airportCode } from '../rules/places';
import { billRow } from './bill';

const shape = billRow.shape;

/** Batches of one bill number that differ in zeros, hyphens or case alone. */
const batchesAlike: GroupCheck = {
  by: ['billNo'],
  uses: ['batchNo'],
  atLeast: 2,
  check: (rows, number) => {
    const first = new Map<string, { batchNo: string; index: number }>();
    return rows.flatMap(({ batchNo }, index): GroupIssue[] => {
      if (typeof batchNo !== 'string') return [];
      const before = first.get(batchKey(batchNo));
      if (!before) first.set(batchKey(batchNo), { batchNo, index });
      if (!before || before.batchNo === batchNo) return [];
      const found = problem('BATCH_ALIKE', { row: number(before.index), expected: before.batchNo });
      return [{ index, column: 'batchNo', level: 'warning', problem: found }];
    });
  },
};

/** The file of main bills. Airports, customer and service stand as codes; the API knows the records. */
export const billTemplate = importTemplate({
  name: 'bill',
  unique: ['billNo', 'batchNo'],
  maxRows: MAX_ROWS.bill,
  row: (values: RowValues): readonly RowIssue[] => checkBillDraft(values),
  groups: [batchesAlike],
  columns: [
    {
      key: 'billNo',
      en: 'Bill number',
      cn: '提单号',
      aliases: ['MAWB', 'AWB', 'MAWB number', '主单号', '主运单号'],
      field: shape.billNo,
      required: true,
      examples: ['112-90424456', '784-90197726', 'COSU6345678901'],
    },
    {
      key: 'batchNo',
      en: 'Batch number',
      cn: '批次号',
      aliases: ['Batch'],
      field: shape.batchNo,
      required: true,
      examples: ['B20261103-01', 'B20261103-02', 'S20261103-01'],
    },
    {
      key: 'houseNo',
      en: 'House number',
      cn: '分单号',
      aliases: ['HAWB'],
      field: shape.houseNo,
      required: false,
      examples: ['SZX2611-001', '', ''],
    },
    {
      key: 'mode',
      en: 'Mode',
      cn: '运输方式',
      field: shape.mode,
      required: true,
      examples: ['air', 'air', 'sea'],
    },
    {
      key: 'customerCode',
      en: 'Customer code',
      cn: '客户代码',
      aliases: ['Customer', '客户'],
      field: code(customerCode),
      required: true,
      examples: ['GPT', 'SRC', 'GPT'],
    },
    {
      key: 'serviceCode',
      en: 'Service code',
      cn: '服务代码',
      aliases: ['Service', '服务'],
      field: code(referenceCode),
      required: true,
      examples: ['CLR_DLV', 'CLR', 'CLR'],
    },
    {
      key: 'flightNo',
      en: 'Flight number',
      cn: '航班号',
      aliases: ['Flight', 'Voyage', '航次'],
      field: shape.flightNo,
      required: false,
      examples: ['CK205', 'CZ461', '041E'],
    },
    {
      key: 'originAirport',
      en: 'Origin airport',
      cn: '起运机场',
      aliases: ['Origin', 'POL'],
      field: code(airportCode),
      required: true,
      examples: ['PVG', 'CAN', 'PVG'],
    },
    {
      key: 'landingAirport',
      en: 'Landing airport',
      cn: '到港机场',
      aliases: ['Landing', '目的港机场', '目的港'],
      field: code(airportCode),
      required: true,
      examples: ['AMS', 'LGG', 'AMS'],
    },
    {
      key: 'exportDate',
      en: 'Export date',
      cn: '出口日期',
      field: shape.exportDate,
      required: false,
      examples: ['02/11/2026', '', ''],
    },
    {
      key: 'etd',
      en: 'ETD',
      cn: '预计起飞',
      aliases: ['预计起飞时间'],
      field: shape.etd,
      required: true,
      zoneOf: 'originAirport',
      examples: ['03/11/2026 02:40', '03/11/2026 09:15', '01/10/2026 08:00'],
    },
    {
      key: 'eta',
      en: 'ETA',
      cn: '预计到港',
      aliases: ['预计到港时间'],
      field: shape.eta,
      required: true,
      zoneOf: 'landingAirport',
      examples: ['03/11/2026 07:50', '03/11/2026 14:30', '08/11/2026 06:00'],
    },
    {
      key: 'channelCode',
      en: 'Channel code',
      cn: '渠道代码',
      aliases: ['Channel', '渠道'],
      field: shape.channelCode,
      required: true,
      examples: ['DE-ADW-ECO', 'FR-COL-ECO', 'NL-TUL-ECO'],
    },
    {
      key: 'destinationCode',
      en: 'Destination code',
      cn: '目的地代码',
      aliases: ['Destination', '目的地'],
      field: code(referenceCode).nullable(),
      required: false,
      examples: ['DE-HUB-01', '', ''],
    },
    {
      key: 'boxCount',
      en: 'Boxes',
      cn: '箱数',
      aliases: ['Box count', 'Cartons'],
      field: shape.boxCount,
      required: true,
      examples: ['320', '96', '410'],
    },
    {
      key: 'packageCount',
      en: 'Parcels',
      cn: '包裹数',
      aliases: ['Package count', 'Parcel count'],
      field: shape.packageCount,
      required: true,
      examples: ['8200', '2400', '0'],
    },
    {
      key: 'weight',
      en: 'Weight (kg)',
      cn: '重量(KG)',
      aliases: ['Weight', 'Gross weight', '重量'],
      field: shape.weight,
      required: true,
      examples: ['3120.5', '1034', '8800'],
    },
    {
      key: 'volume',
      en: 'Volume (m3)',
      cn: '体积(CBM)',
      aliases: ['Volume', 'CBM', '体积'],
      field: shape.volume,
      required: false,
      examples: ['21.4', '', '58'],
    },
    {
      key: 'totalValue',
      en: 'Total value',
      cn: '总货值',
      aliases: ['Value', '货值'],
      field: shape.totalValue,
      required: true,
      examples: ['118900.00', '31240.50', '96000'],
    },
    {
      key: 'currency',
      en: 'Currency',
      cn: '币种',
      field: shape.currency,
      required: true,
      examples: ['EUR', 'EUR', 'USD'],
    },
    {
      key: 'tapeColor',
      en: 'Tape colour',
      cn: '胶带颜色',
      aliases: ['Tape color'],
      field: shape.tapeColor,
      required: false,
      examples: ['yellow', '', ''],
    },
    {
      key: 'uldNumbers',
      en: 'ULD numbers',
      cn: '板号',
      field: codes(uldNo, 60),
      required: false,
      examples: ['PMC12345CK;PMC12346CK', '', ''],
    },
    {
      key: 'remarks',
      en: 'Remarks',
      cn: '备注',
      aliases: ['Remark'],
      field: note(500).nullable(),
      required: false,
      examples: ['', '', ''],
    },
  ],
});
