import { problem } from '../../errors';
import { code, codes, count, date, dateTime, note, text, weight } from '../../fields';
import { importTemplate } from '../../importing/template';
import { boxNo, flightNo, patternRule, upperCased } from '../../rules/codes';
import { customsOffice, t1Mrn } from '../../rules/customs';
import {
  batchColumn,
  billColumn,
  billOrCmrColumn,
  error,
  remarkColumn,
  reportRepeats,
  warning,
} from './parts';

const seal = patternRule(20, /^[A-Z0-9][A-Z0-9-]{1,19}$/, problem('FORMAT'), (raw) =>
  upperCased(raw).replace(/\s+/g, ''),
);

/** Signed delivery notes as a list, by bill or by CMR. */
export const podTemplate = importTemplate({
  name: 'pod',
  unique: [],
  row: ({ billNo, missingBoxNos }) =>
    Array.isArray(missingBoxNos) && missingBoxNos.length > 0 && !String(billNo ?? '').startsWith('CMR')
      ? [error('missingBoxNos', 'POD_MISSING_BILL')]
      : [],
  groups: [reportRepeats('billNo', 'batchNo')],
  columns: [
    billOrCmrColumn(['112-90424456', 'CMR20261105-0007', '784-90197726']),
    batchColumn(['B20261103-01', '', '']),
    {
      key: 'podAt',
      en: 'POD time',
      cn: '签收时间',
      aliases: ['POD', 'POD date', 'Delivery time', 'Delivered', 'POD时间', '签收日期'],
      field: dateTime('hub'),
      required: true,
      examples: ['06/11/2026 09:30', '06/11/2026 14:05', '07/11/2026 08:10'],
    },
    {
      key: 'podBoxCount',
      en: 'POD boxes',
      cn: '签收箱数',
      aliases: ['Boxes', 'Box count', 'POD pieces', 'Pieces', '箱数', '件数'],
      field: count(0, 5000),
      required: true,
      examples: ['318', '96', '410'],
    },
    {
      key: 'missingBoxNos',
      en: 'Missing boxes',
      cn: '缺失箱号',
      aliases: ['Missing box numbers', 'Missing', 'Not received', '缺箱', '缺失箱', '未收到箱号'],
      field: codes(boxNo, 500),
      required: false,
      examples: ['', 'MLM00012;MLM00013', ''],
    },
    {
      key: 'receiver',
      en: 'Receiver',
      cn: '签收人',
      aliases: ['Signed by', 'Received by', 'Name', '收货人'],
      field: text(100),
      required: false,
      examples: ['P. de Boer', '', ''],
    },
    remarkColumn(),
  ],
});

/** Transit documents, one per row. */
export const t1Template = importTemplate({
  name: 't1',
  unique: [],
  row: ({ officeDeparture, officeDestination, weight: found }) => [
    ...(typeof officeDeparture === 'string' && officeDeparture === officeDestination
      ? [warning('officeDestination', 'T1_SAME_SITE')]
      : []),
    ...(found === 0 ? [error('weight', 'NUMBER_MIN', { min: 0.001 })] : []),
  ],
  groups: [reportRepeats('mrn', 'billNo', 'batchNo')],
  columns: [
    billColumn(['112-90424456', '784-90197726', '784-90197726']),
    batchColumn(['B20261103-01', '', 'B20261103-02']),
    {
      key: 'mrn',
      en: 'T1 MRN',
      cn: 'T1 MRN',
      aliases: ['MRN', 'T1', 'T1 number', 'T1 no', 'MRN号', 'T1号'],
      field: code(t1Mrn),
      required: true,
      examples: ['26NL0004327TRAJ3J9', '26NL000432162907J8', '26NL000432162907J8'],
    },
    {
      key: 't1At',
      en: 'T1 time',
      cn: 'T1时间',
      aliases: ['Release time', 'Released', 'T1 date', '放行时间'],
      field: dateTime('landing'),
      required: true,
      examples: ['03/11/2026 15:10', '03/11/2026 18:00', '03/11/2026 18:00'],
    },
    {
      key: 'officeDeparture',
      en: 'Office of departure',
      cn: '启运海关',
      aliases: ['Departure office', 'Customs office of departure', '起运海关', '启运地海关'],
      field: code(customsOffice),
      required: true,
      examples: ['NL000432', 'BE343000', 'BE343000'],
    },
    {
      key: 'officeDestination',
      en: 'Office of destination',
      cn: '目的海关',
      aliases: ['Destination office', 'Customs office of destination', '目的地海关'],
      field: code(customsOffice),
      required: true,
      examples: ['NL000396', 'NL000432', 'NL000432'],
    },
    {
      key: 'timeLimit',
      en: 'Time limit',
      cn: '时限',
      aliases: ['Limit', 'Valid until', 'Due date', '有效期', '截止日期'],
      field: date(),
      required: false,
      examples: ['10/11/2026', '', ''],
    },
    {
      key: 'boxes',
      en: 'Boxes',
      cn: '箱数',
      aliases: ['Box count', 'Packages', 'Pieces', 'Colli', '件数'],
      field: count(1, 5000),
      required: true,
      examples: ['320', '60', '36'],
    },
    {
      key: 'weight',
      en: 'Weight (kg)',
      cn: '重量(KG)',
      aliases: [
        'Weight',
        'Gross weight',
        'Gross weight (kg)',
        '重量',
        '毛重',
        'G.W.',
        'G.W. (kg)',
        'Gewicht',
        'Gewicht (kg)',
        'Bruttogewicht',
        'Bruttogewicht (kg)',
        '重量(公斤)',
        '毛重(公斤)',
      ],
      field: weight(),
      required: true,
      examples: ['3120.5', '640', '394.2'],
    },
    {
      key: 'seals',
      en: 'Seal numbers',
      cn: '铅封号',
      aliases: ['Seal', 'Seals', 'Seal number', 'Seal no', '铅封'],
      field: codes(seal, 20),
      required: false,
      examples: ['NL448120;NL448121', '', ''],
    },
    remarkColumn(),
  ],
});

/** Changed flights, with their times. */
export const flightTemplate = importTemplate({
  name: 'flight',
  unique: [],
  row: () => [],
  groups: [reportRepeats('billNo', 'batchNo')],
  columns: [
    billColumn(['112-90424456', '784-90197726', '999-90517501']),
    batchColumn(['', 'B20261103-02', '']),
    {
      key: 'flightNo',
      en: 'Flight number',
      cn: '航班号',
      aliases: ['Flight', 'Flight no', '航班'],
      field: code(flightNo),
      required: true,
      examples: ['CK205', 'CZ461', 'CA1031'],
    },
    {
      key: 'etd',
      en: 'ETD',
      cn: '预计起飞',
      aliases: ['Departure', 'Departure time', '预计起飞时间', '起飞时间'],
      field: dateTime('origin'),
      required: true,
      examples: ['03/11/2026 02:40', '04/11/2026 09:15', '04/11/2026 22:30'],
    },
    {
      key: 'eta',
      en: 'ETA',
      cn: '预计到港',
      aliases: ['Arrival', 'Arrival time', '预计到港时间', '到港时间'],
      field: dateTime('landing'),
      required: true,
      examples: ['03/11/2026 07:50', '04/11/2026 14:30', '05/11/2026 04:10'],
    },
    {
      key: 'reason',
      en: 'Reason',
      cn: '原因',
      aliases: ['Change reason', 'Remark', '变更原因', '备注'],
      field: note(500),
      required: false,
      examples: ['Offloaded', '', ''],
    },
  ],
});
