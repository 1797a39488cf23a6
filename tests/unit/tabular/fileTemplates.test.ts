import { explain } from '@contract/errors';
import { metaOf, withUnit } from '@contract/fields';
import { fileKinds } from '@contract/files/fileKinds';
import { hasDates, hasDecimals, listKinds } from '@contract/files/listImport';
import { fileTemplates } from '@contract/files/templates';
import { failReasonOf, holdReasonOf } from '@contract/files/templates/apiFeedback';
import { rowReader } from '@contract/importing/readRow';
import { CLEAR, type ImportTemplate, matchHeaders, sheetsOf } from '@contract/importing/template';
import { LANGUAGES, type Language } from '@contract/limits';
import { resourceNames } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import { labelOf } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { CheckedTable } from '../../../main/tabular/check';
import { readCsv } from '../../../main/tabular/csv';

type Kind = keyof typeof fileTemplates;
type Line = Readonly<Record<string, string>>;

/** Returns a file of these lines with the headers of a language, or with custom headers. */
function fileOf(kind: Kind, lines: readonly Line[], headers: Language | Readonly<Record<string, string>>) {
  const template: ImportTemplate = fileTemplates[kind];
  const keys = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const header = (key: string) =>
    typeof headers === 'object'
      ? headers[key]
      : template.columns.find((column) => column.key === key)?.[headers];
  const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`;
  const text = [keys.map(header), ...lines.map((line) => keys.map((key) => line[key]))]
    .map((row) => row.map(quoted).join(','))
    .join('\n');
  const { table } = readCsv(Buffer.from(text), 'x.csv', { maxRows: 1000 });
  const mapping = matchHeaders(
    template,
    Array.from({ length: table.columnCount }, (_, at) => table.text(0, at)),
  );
  return new CheckedTable(table, { template, mapping, context: { zone: 'Europe/Amsterdam' } });
}

/**
 * Returns the issues of the lines: row, column, level and code of each; every message must be complete in both
 * languages.
 */
function issues(kind: Kind, lines: readonly Line[], language: Language = 'en'): string[] {
  const checked = fileOf(kind, lines, language);
  return [...checked.rows('all')].flatMap((row) =>
    checked.issues(row).map(({ column, level, code, problem }) => {
      for (const one of LANGUAGES)
        if (problem) expect(explain(one, problem, column)).not.toMatch(/[{}]|undefined/);
      return `${checked.table.number(row)} ${column} ${level} ${code}`;
    }),
  );
}

const valuesOf = (kind: Kind, line: Line, language: Language = 'en') => {
  const checked = fileOf(kind, [line], language);
  const [row = 0] = checked.rows('all');
  return checked.read(row).values;
};

describe.each(Object.keys(fileTemplates) as Kind[])('the template %s', (kind) => {
  const template: ImportTemplate = fileTemplates[kind];

  test('has the name of its kind, and one header for each column', () => {
    expect(template.name).toBe(kind);
    expect(fileKinds[kind]).toBeDefined();
    for (const sheet of sheetsOf(template)) {
      const keys = sheet.columns.map(({ key }) => key);
      for (const language of LANGUAGES) {
        const headers = sheet.columns.map((column) => column[language]);
        expect(matchHeaders(sheet, headers)).toEqual(keys);
      }
      expect(matchHeaders(sheet, keys)).toEqual(keys);
    }
  });

  test.each(LANGUAGES)('reads its own examples (%s)', (language) => {
    for (const sheet of sheetsOf(template)) {
      const mapping = matchHeaders(
        sheet,
        sheet.columns.map((column) => column[language]),
      );
      const read = rowReader(sheet, mapping);
      for (const at of [0, 1, 2] as const)
        expect(read(sheet.columns.map(({ examples }) => examples[at])).issues).toEqual([]);
    }
  });

  test('reports missing required values', () => {
    const bare: Line = Object.fromEntries(template.columns.map(({ key }) => [key, '']));
    const filled = { ...bare, [template.columns.find(({ required }) => !required)?.key ?? '']: '1' };
    for (const { key, required } of template.columns) {
      if (!required) continue;
      expect(issues(kind, [filled], 'cn')).toContain(`2 ${key} error REQUIRED`);
    }
  });
});

const mawb = '112-90424456';
const other = '784-90197726';

describe('the template of time nodes', () => {
  test.each<[string, Line[], string[]]>([
    ['one node for a row', [{ billNo: mawb, node: 'ATA', time: '03/11/2026 08:15' }], []],
    [
      'nodes in the words of a partner',
      [{ billNo: mawb, node: 'AT_WAREHOUSE', time: '03/11/2026 20:00' }],
      [],
    ],
    [
      'a notice without its boxes',
      [{ billNo: mawb, node: 'NOA', time: '03/11/2026 13:40', count: '' }],
      ['2 count error REQUIRED'],
    ],
    ['a cleared notice needs no boxes', [{ billNo: mawb, node: 'NOA', time: 'clear' }], []],
    ['a node without its time', [{ billNo: mawb, node: 'ATA', time: '' }], ['2 time error REQUIRED']],
    ['a time of no node', [{ billNo: mawb, node: '', time: '03/11/2026 08:15' }], ['2 node error REQUIRED']],
    [
      'an unknown node',
      [{ billNo: mawb, node: 'XYZ', time: '03/11/2026 08:15' }],
      ['2 node error CHOICE_UNKNOWN'],
    ],
    ['a day alone', [{ billNo: mawb, node: 'ATA', time: '03/11/2026' }], ['2 time error TIME_MISSING']],
    [
      'a column for each',
      [
        {
          billNo: mawb,
          ata: '03/11/2026 08:15',
          noaAt: '03/11/2026 13:40',
          noaBoxCount: '320',
          pickupAt: '',
        },
      ],
      [],
    ],
    [
      'both forms in one row',
      [{ billNo: mawb, node: 'ATA', time: '03/11/2026 08:15', eta: '03/11/2026 08:00' }],
      ['2 node error NODE_FORMS'],
    ],
    ['a row that says nothing', [{ billNo: mawb, ata: '' }], ['2 billNo error NODE_NONE']],
    [
      'boxes without their time',
      [{ billNo: mawb, ata: '03/11/2026 08:15', noaAt: '', noaBoxCount: '320' }],
      ['2 noaBoxCount warning NODE_ALONE'],
    ],
    [
      'a T1 with a mistyped number',
      [{ billNo: mawb, t1At: '03/11/2026 15:10', t1Mrn: '26NL0004327TRAJ3J8' }],
      ['2 t1Mrn error T1_MRN'],
    ],
    [
      'a node of a bill twice, in two forms',
      [
        { billNo: mawb, node: 'ATA', time: '03/11/2026 08:15', ata: '' },
        { billNo: other, node: 'ATA', time: '03/11/2026 08:15', ata: '' },
        { billNo: mawb, node: '', time: '', ata: '03/11/2026 09:00' },
      ],
      ['4 ata error ROW_DUPLICATE'],
    ],
    [
      'two batches of one bill',
      [
        { billNo: mawb, batchNo: 'B-1', ata: '03/11/2026 08:15' },
        { billNo: mawb, batchNo: 'B-2', ata: '03/11/2026 08:15' },
      ],
      [],
    ],
  ])('is checked: %s', (_, lines, expected) => {
    expect(issues('time_node', lines)).toEqual(expected);
    expect(issues('time_node', lines, 'cn')).toEqual(expected);
  });

  test('stores the clearing word as the value, an empty cell as none', () => {
    const values = valuesOf(
      'time_node',
      { billNo: mawb, ata: '清除', pickupAt: '', eta: '03/11/2026 08:00' },
      'cn',
    );
    expect(values).toMatchObject({ ata: CLEAR, pickupAt: null, eta: '2026-11-03T07:00:00Z' });
  });

  test('recognises headers of a wide file as partners write them', () => {
    const { template, mapping } = fileOf('time_node', [{ a: mawb, b: '2026-11-03 08:15', c: '318' }], {
      a: 'MAWB',
      b: '实际到港时间',
      c: 'NOA件数',
    });
    expect(template.name).toBe('time_node');
    expect(mapping).toEqual(['billNo', 'ata', 'noaBoxCount']);
  });
});

describe('the cargo templates', () => {
  test.each<[Kind, Line, string[]]>([
    ['box_weight', { boxNo: 'PLD-1', weight: '12.5' }, []],
    ['box_weight', { boxNo: 'PLD-1', weight: '61' }, ['2 weight warning BOX_WEIGHT_ODD']],
    ['box_weight', { boxNo: 'PLD-1', weight: '0' }, ['2 weight error NUMBER_MIN']],
    ['box_weight', { boxNo: 'PLD-1', weight: '12', length: '400' }, ['2 length error NUMBER_RANGE']],
    [
      'box_parcel',
      { boxNo: 'PLD-1', trackingNo: '8.68E+14', weight: '1' },
      ['2 trackingNo error NUMBER_SCIENTIFIC'],
    ],
    ['warehouse_box', { boxNo: 'PLD-1', state: '少件' }, []],
    ['warehouse_box', { boxNo: 'PLD-1', state: 'loaded' }, ['2 state error CHOICE_UNKNOWN']],
  ])('are checked: %s %j', (kind, line, expected) => {
    expect(issues(kind, [line])).toEqual(expected);
  });

  test('accept a box once in a file', () => {
    const lines = [
      { boxNo: 'PLD-1', weight: '12' },
      { boxNo: 'pld-1', weight: '13' },
    ];
    expect(issues('box_weight', lines)).toEqual(['3 boxNo error ROW_DUPLICATE']);
  });
});

describe('the templates of bill documents', () => {
  const t1 = {
    billNo: mawb,
    mrn: '26NL0004327TRAJ3J9',
    t1At: '03/11/2026 15:10',
    officeDeparture: 'NL000432',
    officeDestination: 'NL000396',
    boxes: '320',
    weight: '3120.5',
  };
  test.each<[Kind, Line, string[]]>([
    ['t1', t1, []],
    ['t1', { ...t1, mrn: '26NL00043200A7K2R4' }, ['2 mrn warning MRN_KIND']],
    ['t1', { ...t1, mrn: '26NL0004327TRAJ3J1' }, ['2 mrn error T1_MRN']],
    ['t1', { ...t1, officeDestination: 'NL000432' }, ['2 officeDestination warning T1_SAME_SITE']],
    ['t1', { ...t1, boxes: '0' }, ['2 boxes error NUMBER_RANGE']],
    ['t1', { ...t1, officeDeparture: '000432' }, ['2 officeDeparture error CUSTOMS_OFFICE_FORMAT']],
    ['pod', { billNo: 'cmr20261105-0007', podAt: '06/11/2026 09:30', podBoxCount: '318' }, []],
    [
      'pod',
      { billNo: 'CMR20261105', podAt: '06/11/2026 09:30', podBoxCount: '318' },
      ['2 billNo error CMR_NO_FORMAT'],
    ],
    ['flight', { billNo: mawb, flightNo: 'CK-205', etd: '3/11/26 2:40', eta: '2026/11/3 07:50' }, []],
    [
      'flight',
      { billNo: '112-90424450', flightNo: 'CK205', etd: '3/11/26 2:40', eta: '2026/11/3 07:50' },
      ['2 billNo error BILL_NO_INVALID'],
    ],
  ])('are checked: %s %j', (kind, line, expected) => {
    expect(issues(kind, [line])).toEqual(expected);
    expect(issues(kind, [line], 'cn')).toEqual(expected);
  });

  test('accept a T1 of two bills as two rows, of one bill as one', () => {
    expect(issues('t1', [t1, { ...t1, billNo: other }])).toEqual([]);
    expect(issues('t1', [t1, t1])).toEqual(['3 mrn error ROW_DUPLICATE']);
  });

  test('read seals as a list, and tell a CMR from a bill', () => {
    expect(valuesOf('t1', { ...t1, seals: 'NL 448120，NL448121' })).toMatchObject({
      seals: ['NL448120', 'NL448121'],
    });
    const pod = { podAt: '06/11/2026 09:30', podBoxCount: '1' };
    expect(valuesOf('pod', { ...pod, billNo: 'CMR20261105-0007' }).billNo).toBe('CMR20261105-0007');
    expect(valuesOf('pod', { ...pod, billNo: '11290424456' }).billNo).toBe(mawb);
  });
});

describe('the templates of parcel states', () => {
  const no = 'TUL8800012345NL';
  test.each<[Kind, Line, string[]]>([
    ['hold', { number: no, reason: '查验' }, []],
    ['hold', { number: 'PLD 26110300001', reason: 'X-ray' }, []],
    ['hold', { number: no, reason: 'bad luck' }, ['2 reason error CHOICE_UNKNOWN']],
    ['free', { trackingNo: no, mrn: '26NL000432460203R0' }, []],
    ['free', { trackingNo: no, mrn: '26NL000432460203R1' }, ['2 mrn error CHECK_DIGIT']],
    ['failure', { trackingNo: no, reason: 'IPR', disposition: 'Destroy' }, []],
    ['abnormal', { number: no, type: '破包' }, []],
    ['abnormal', { number: no, type: 'offloaded' }, ['2 type error CHOICE_UNKNOWN']],
    ['api_feedback', { trackingNo: no, state: 'Released' }, []],
    ['api_feedback', { trackingNo: no, state: '扣留', reason: '审单' }, []],
    ['api_feedback', { trackingNo: no, state: 'DMSREJ', reason: '' }, ['2 reason error REQUIRED']],
    [
      'api_feedback',
      { trackingNo: no, state: 'Hold', reason: 'who knows' },
      ['2 reason warning REASON_UNKNOWN'],
    ],
    // A bare digit has another meaning at every partner.
    ['api_feedback', { trackingNo: no, state: '1' }, ['2 state error CHOICE_UNKNOWN']],
  ])('are checked: %s %j', (kind, line, expected) => {
    expect(issues(kind, [line])).toEqual(expected);
    expect(issues(kind, [line], 'cn')).toEqual(expected);
  });

  test.each<[string, string]>([
    ['cleared', 'free'],
    ['放行', 'free'],
    ['DMSCTL', 'held'],
    ['查验中', 'held'],
    ['Rejected', 'failed'],
    ['清关失败', 'failed'],
    ['In process', 'clearance'],
  ])('read %s of a partner as %s', (state, status) => {
    expect(valuesOf('api_feedback', { trackingNo: no, state, reason: 'FYCO' }).state).toBe(status);
  });

  test('recognise reasons in both languages and by code', () => {
    expect(['fyco', '实物查验', 'Physical inspection', 'X-ray scan'].map(holdReasonOf)).toEqual([
      'fyco',
      'fyco',
      'fyco',
      'scan',
    ]);
    expect(['counterfeit', '仿牌', 'Refused by consignee', 'luck'].map(failReasonOf)).toEqual([
      'counterfeit',
      'counterfeit',
      'consignee_refused',
      undefined,
    ]);
  });
});

/** The columns as listed in domain.md 6.8 and 6.12; `*` is required. */
const REFERENCE: Readonly<Record<string, readonly (readonly [en: string, cn: string])[]>> = {
  customer: [
    ...([
      ['Code*', '客户代码'],
      ['Name cn*', '中文名'],
      ['Name en*', '英文名'],
      ['Contact*', '联系人'],
    ] as const),
    ...([
      ['Email*', '邮箱'],
      ['Phone*', '电话'],
      ['WeChat', '微信'],
      ['Group*', '客户分组'],
    ] as const),
    ...([
      ['Country', '国家'],
      ['Province', '省/州'],
      ['City', '城市'],
      ['District', '区'],
    ] as const),
    ...([
      ['Street', '街道'],
      ['House number', '门牌号'],
      ['Postcode', '邮编'],
      ['Address 1', '地址1'],
    ] as const),
    ...([
      ['Address 2', '地址2'],
      ['Photo required', '入库拍照'],
      ['Settlement', '结算方式'],
    ] as const),
    ...([
      ['Term days', '账期'],
      ['Currency', '币种'],
    ] as const),
  ],
  airport: [
    ...([
      ['Airport code*', '机场三字码'],
      ['Two-letter code*', '国家二字码'],
      ['Name en*', '英文名'],
    ] as const),
    ...([
      ['Name cn*', '中文名'],
      ['Time zone*', '时区'],
      ['Type', '类型'],
    ] as const),
  ],
  // Optional fields (5.2) are marked as required there, but are not: their export could not be imported again.
  destination: [
    ...([
      ['Code*', '目的地代码'],
      ['Name en*', '英文名'],
      ['Name cn*', '中文名'],
      ['Last mile*', '尾程'],
    ] as const),
    ...([
      ['Country*', '国家'],
      ['City', '城市'],
      ['Street', '街道'],
      ['Postcode', '邮编'],
    ] as const),
    ...([
      ['Contact', '联系人'],
      ['Phone', '电话'],
      ['Email', '邮箱'],
      ['Opening hours', '营业时间'],
    ] as const),
  ],
  country: [
    ...([
      ['Code*', '二字码'],
      ['Name en*', '英文名'],
      ['Name cn*', '中文名'],
      ['EU', '是否欧盟'],
    ] as const),
    ...([
      ['Currency', '币种'],
      ['VAT rate', '增值税率'],
    ] as const),
  ],
  lastMile: [
    ...([
      ['Code*', '尾程代码'],
      ['Name en*', '英文名'],
      ['Name cn*', '中文名'],
      ['Countries', '国家'],
    ] as const),
    ...([
      ['Prefixes', '单号前缀'],
      ['Email', '邮箱'],
      ['URL', '查询网址'],
    ] as const),
  ],
  warehouse: [
    ...([
      ['Code*', '仓库代码'],
      ['Name*', '名称'],
      ['Type*', '类型'],
      ['Street', '街道'],
    ] as const),
    ...([
      ['Postcode', '邮编'],
      ['City*', '城市'],
      ['Province', '省'],
      ['Country*', '国家'],
    ] as const),
    ...([
      ['Time zone*', '时区'],
      ['Licence', '监管编号'],
      ['Contact', '联系人'],
      ['Phone', '电话'],
    ] as const),
    ['Email', '邮箱'],
  ],
  ioss: [
    ...([
      ['IOSS number*', 'IOSS号'],
      ['Seller*', '卖家'],
      ['Customer codes', '客户'],
    ] as const),
    ...([
      ['Valid from', '有效期自'],
      ['Valid to', '有效期至'],
    ] as const),
  ],
  hsCode: [
    ...([
      ['HS code*', '编码'],
      ['Region*', '区域'],
      ['Name en*', '英文名'],
      ['Name cn*', '中文名'],
    ] as const),
    ...([
      ['Unit', '单位'],
      ['Duty rate %', '关税率%'],
      ['VAT rate %', '增值税率%'],
      ['Restricted', '禁限'],
    ] as const),
    ...([
      ['Note', '禁限说明'],
      ['Keywords', '关键词'],
    ] as const),
  ],
};

test.each(Object.entries(REFERENCE))(
  'starts the file of %s with the columns of the reference',
  (kind, wanted) => {
    const { columns }: ImportTemplate = fileTemplates[kind as Kind];
    const found = columns.map(({ en, cn, required }) => [required ? `${en}*` : en, cn]);
    expect(found.slice(0, wanted.length)).toEqual(wanted);
    // A column outside the reference is not required.
    expect(columns.slice(wanted.length).filter(({ required }) => required)).toEqual([]);
  },
);

describe.each(resourceNames)('the list file of %s', (name) => {
  const template: ImportTemplate = fileTemplates[name];
  const { row, draft } = resources[name] as unknown as (typeof resources)['customer'];

  test('has every field that a person may set, under the heading of its export', () => {
    const fields = [...draft, ...('active' in row.shape ? ['active'] : [])];
    expect(template.columns.map(({ key }) => key).sort()).toEqual([...fields].sort());
    for (const language of LANGUAGES) {
      const headings = fields.map((field) =>
        withUnit(labelOf(language, field, name), metaOf(row.shape[field as 'code'])),
      );
      expect(matchHeaders(template, headings)).toEqual(fields);
    }
  });
});

test.each([
  [
    'bill',
    'Luftfrachtbriefnummer;Chargennummer;Transportart;Kunde;Leistungscode;Abflughafen;Zielflughafen;Voraussichtlicher Abflug;Voraussichtliche Ankunft;Kanal;Kartons;Pakete;Bruttogewicht (kg);Volumen (m³);Warenwert;Währung;Bemerkungen',
    'billNo batchNo mode customerCode serviceCode originAirport landingAirport etd eta channelCode boxCount packageCount weight volume totalValue currency remarks',
  ],
  [
    'bill',
    '提單號碼;批次號;分單號;運輸方式;客戶代碼;服務代碼;航班號;預計起飛時間;預計到港時間;渠道代碼;箱數;包裹數;重量(公斤);體積(CBM);總貨值;幣別;膠帶顏色;備註',
    'billNo batchNo houseNo mode customerCode serviceCode flightNo etd eta channelCode boxCount packageCount weight volume totalValue currency tapeColor remarks',
  ],
  ['bill', 'AWB no.;Batch;G.W. (kg)', 'billNo batchNo weight'],
  [
    'declaration',
    'Karton-Nr.;Sendungsnummer;Empfänger;Straße;Ort;PLZ;Ländercode;Warenbezeichnung;Zolltarifnummer;Stückzahl;Einzelpreis;Gesamtpreis;Währung;Nettogewicht (kg);Bruttogewicht;Ursprungsland;Verkäufer',
    'boxNo trackingNo consigneeName address city postcode country productName hsCode quantity unitPrice lineValue currency netWeight grossWeight originCountry sellerName',
  ],
  [
    'declaration',
    '箱號;追蹤號碼;訂單號碼;收件人;詳細地址;城市;郵遞區號;國家;電話;英文品名;稅則號列;數量;單價;總價;幣種;淨重;毛重;原產地;賣家;稅務方案;商品連結',
    'boxNo trackingNo orderNo consigneeName address city postcode country phone productName hsCode quantity unitPrice lineValue currency netWeight grossWeight originCountry sellerName vatScheme productUrl',
  ],
  ['declaration', 'N.W.;G.W.', 'netWeight grossWeight'],
  ['box_weight', 'Kartonnummer;Gewicht (kg);Länge (cm);Breite;Höhe (cm)', 'boxNo weight length width height'],
  ['box_weight', '箱號;實重;長度;寬;高度', 'boxNo weight length width height'],
  [
    'time_node',
    'Waybill number;Batchnummer;Voraussichtliche Ankunft;Tatsächliche Ankunft;Abholung;Ankunft Lager;LKW-Ankunft;Zustellung;POD-Kartons;Bemerkung',
    'billNo batchNo eta ata pickupAt atWarehouseAt tatAt podAt podBoxCount remark',
  ],
  [
    'time_node',
    '主單號;節點;時間;箱數;預計到港;實際到港;提貨時間;到倉時間;T1時間;卡車到達;簽收時間;簽收箱數;說明',
    'billNo node time count eta ata pickupAt atWarehouseAt t1At tatAt podAt podBoxCount remark',
  ],
] as const)('recognises headers of %s in German and traditional Chinese: %s', (kind, headers, keys) => {
  expect(matchHeaders(fileTemplates[kind], headers.split(';'))).toEqual(keys.split(' '));
});

test('asks for an order of dates in the lists of kinds that have dates', () => {
  const dated = listKinds.filter((kind) =>
    fileTemplates[kind].columns.some(({ field }) => metaOf(field).kind.startsWith('date')),
  );
  expect(listKinds.filter(hasDates)).toEqual(dated);
});

test('asks for a decimal sign in the lists of kinds that have decimals', () => {
  const numeric = listKinds.filter((kind) =>
    sheetsOf(fileTemplates[kind]).some(({ columns }) =>
      columns.some(({ field }) => /^(?:weight|volume|decimal|money|fixed)$/.test(metaOf(field).kind)),
    ),
  );
  expect(listKinds.filter(hasDecimals)).toEqual(numeric);
});
