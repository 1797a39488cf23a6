import { adminGroupRow } from '@contract/access/adminGroup';
import { staffRow } from '@contract/access/staff';
import { attachmentRow } from '@contract/bill/attachment';
import { awbStored } from '@contract/bill/awb';
import { billRow, billStages } from '@contract/bill/bill';
import { approvalLogRow } from '@contract/business/document';
import { clientAccount } from '@contract/customer/clientAccount';
import { caseRow } from '@contract/customs/abnormalCase';
import { clearanceBill } from '@contract/customs/clearance';
import { customsBoxRow } from '@contract/customs/customsBox';
import { fycoRow } from '@contract/customs/fyco';
import { parcelRow } from '@contract/customs/parcel';
import { unidentifiedRow } from '@contract/customs/productId';
import { metaOf, text } from '@contract/fields';
import { fileJobRow } from '@contract/files/fileJobRow';
import { billCostRow } from '@contract/finance/billCost';
import { billCostDiffRow } from '@contract/finance/billCostDiff';
import { billPaymentRow } from '@contract/finance/billPayment';
import { billRevenueRow, profitRow } from '@contract/finance/billRevenue';
import { bookMonthRow } from '@contract/finance/bookMonth';
import { customerInvoiceListRow } from '@contract/finance/customerInvoice';
import { eInvoiceRow } from '@contract/finance/eInvoice';
import { supplierInvoiceListRow } from '@contract/finance/supplierInvoiceRow';
import { unguarded } from '@contract/importing/csvText';
import { type ApiName, allEndpoints, resources } from '@contract/index';
import { LANGUAGES, type Language } from '@contract/limits';
import { cmrRow } from '@contract/linehaul/cmr';
import { noaMailRow, utbMailRow } from '@contract/mail/letter';
import { mailRow } from '@contract/mail/mail';
import { monitorRecordRow } from '@contract/monitor/monitorRecord';
import { listedRow } from '@contract/partFields';
import { apiPushRow } from '@contract/partners/apiPush';
import { messageRow } from '@contract/partners/message';
import { thirdPartyRow } from '@contract/partners/thirdParty';
import { reports } from '@contract/report';
import { reportSchedule } from '@contract/report/schedule';
import type { ResourceName } from '@contract/resourceNames';
import { seaNodeRow } from '@contract/sea/seaNode';
import { extended } from '@contract/shape';
import { awbFileRow } from '@contract/tools/awbFile';
import { invoiceFileRow } from '@contract/tools/invoiceFile';
import { tariffReadingRow } from '@contract/tools/tariffReading';
import { inboundLegRow } from '@contract/warehouse/pick';
import { stateLabel } from '@contract/words';
import * as SheetJS from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { LooseInput, TestDownload } from '../support/apiCall';
import { cellsOf, ExpectedTexts, sheetOf } from '../support/apiExport';
import { declarationCsv, finishedJob, lineCells, looked } from '../support/apiFileJob';
import { billIn, copyRow, drafts, nameFieldOf, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';
import { insertInvoice } from '../support/supplierInvoices';

const api = testApi();
type Row = Record<string, unknown>;

/** A list that can be exported: its call, a filter with a sort, and the additional columns. */
interface Exported {
  readonly name: ApiName;
  readonly resource: string;
  readonly row: z.ZodObject;
  readonly filter: Row;
  readonly input: (query: object) => LooseInput;
  /** The list of which it is the file, and the form of its rows in the file, where they differ. */
  readonly list?: ApiName;
  readonly inFile?: (row: Row, language: Language) => Row;
}
const exported: readonly Exported[] = [
  ...(Object.keys(resources) as (keyof typeof resources)[]).map((name) => ({
    name: `${name}.export` as ApiName,
    resource: name as string,
    // Nested records are read with their record: neither a list nor its file has them.
    row: listedRow(resources[name].row as z.ZodObject) as unknown as z.ZodObject,
    filter: {
      // Without a sortable name, lists are sorted by their first field.
      sort: `-${[nameFieldOf(name), ...resources[name].sorts].find((field) => (resources[name].sorts as readonly string[]).includes(field))}`,
      ...('active' in resources[name].row.shape ? { active: true } : {}),
    },
    input: (query: object) => ({ query: { ...query } }),
  })),
  {
    name: 'bill.exportExcel',
    resource: 'bill',
    row: billRow,
    filter: { sort: '-eta,billNo', stage: ['draft', 'arrived', 'delivery'], weightMin: 900 },
    input: (query: object) => ({ body: query }),
  },
  ...(
    [
      ['abnormalCase', caseRow, '-foundAt'],
      ['approvalLog', approvalLogRow, '-docNo'],
      ['cmr', cmrRow, '-departedAt'],
      ['fyco', fycoRow, '-noticeAt'],
      ['productId', unidentifiedRow, '-billNo'],
      ['staff', staffRow, '-username'],
      ['clientAccount', clientAccount.row, '-username'],
      ['adminGroup', adminGroupRow, '-name'],
      ['monitorRecord', monitorRecordRow, '-triggeredAt'],
      ['noaMail', noaMailRow, '-receivedAt'],
      ['utbMail', utbMailRow, '-receivedAt'],
      ['billCost', billCostRow, '-costNo'],
      ['billCostDiff', billCostDiffRow, '-createdAt'],
      ['billRevenue', billRevenueRow, '-revenueNo'],
      ['billPayment', billPaymentRow, '-paymentDate'],
      ['bookMonth', bookMonthRow, '-period'],
      ['customerInvoice', customerInvoiceListRow, '-invoiceNo'],
      ['supplierInvoice', supplierInvoiceListRow, '-invoiceNo'],
      ['seaNode', seaNodeRow, '-mblNo'],
      ['reportSchedule', reportSchedule.row, '-name'],
      ['thirdParty', thirdPartyRow, '-at'],
      ['message', messageRow, '-sentAt'],
      ['attachment', attachmentRow, '-fileName'],
      ['mail', mailRow, '-createdAt'],
      ['eInvoice', eInvoiceRow, '-createdAt'],
      ['apiPush', apiPushRow, '-createdAt'],
      ['fileJob', fileJobRow, '-fileName'],
      ['awbFile', awbFileRow, '-fileName'],
      ['invoiceFile', invoiceFileRow, '-fileName'],
      ['tariffReading', tariffReadingRow, '-fileName'],
    ] as const
  ).map(([resource, row, sort]) => ({
    name: `${resource}.export` as ApiName,
    resource,
    row: row as z.ZodObject,
    filter: { sort },
    input: (query: object) => ({ query: { ...query } }),
  })),
  {
    name: 'parcel.export',
    resource: 'parcel',
    row: parcelRow,
    // Parcels with open issues: all parcels are a hundred times as many.
    filter: { sort: 'trackingNo', state: ['held', 'failed', 'abnormal'] },
    input: (query: object) => ({ query: { ...query } }),
  },
  {
    name: 'parcel.exportBoxes',
    list: 'parcel.boxes',
    resource: 'parcel',
    row: customsBoxRow,
    filter: { sort: 'boxNo' },
    input: (query: object) => ({ query: { ...query } }),
    inFile: (row) => ({
      ...row,
      ...api.row('select warehouseId, landingAirportId from bill where id = ?', Number(row.billId)),
    }),
  },
  {
    name: 'inboundBatch.export',
    list: 'inboundBatch.list',
    resource: 'pick',
    row: inboundLegRow,
    filter: { sort: '-pickNo' },
    input: (query: object) => ({ query: { ...query } }),
  },
  {
    name: 'clearance.export',
    list: 'clearance.list',
    resource: 'bill',
    row: clearanceBill,
    filter: { sort: '-eta,billNo', clearanceStatus: ['not_released', 'in_clearance', 'exception'] },
    input: (query: object) => ({ query: { ...query } }),
  },
  {
    name: 'awb.export',
    resource: 'awb',
    row: extended(awbStored, () => ({ stages: text(300) })),
    filter: { sort: '-billNo' },
    input: (query: object) => ({ query: { ...query } }),
    // The stages of its batches are words in a file.
    inFile: ({ stages, ...row }, language) => ({
      ...row,
      stages: Object.keys(billStages)
        .flatMap((stage) => {
          const count = (stages as Row)[stage];
          return count ? [`${stateLabel(language, 'bill', stage)} ${count}`] : [];
        })
        .join(', '),
    }),
  },
];

/**
 * Makes conversions of each tool and messages, of which the demo data has too few, and records of which it has none.
 */
beforeAll(async () => {
  for (const name of Object.keys(resources) as (keyof typeof resources)[]) {
    if (api.count(`select count(*) from "${name}"`) > 0) continue;
    for (let made = 0; made < 3; made += 1) await api.send(`${name}.create`, { body: drafts[name](api) });
  }
  const tariff = ['Goods code,Start date,End date,Language,Hier. Pos.,Indent,Description'];
  tariff.push('6109000000 80,01-01-1972,,EN,4,,"T-shirts, singlets and other vests"');
  const jobs: number[] = [];
  for (const name of ['one.csv', 'two.csv', 'three.csv']) {
    const lines = declarationCsv([lineCells()], { name });
    const iossNo = String(api.row('select iossNo from ioss where locked = 0 limit 1').iossNo);
    const { job: awb } = await api.call.awbFile.upload({ query: {}, file: lines });
    const { job: invoice } = await api.call.invoiceFile.upload({
      query: { sellerName: `Seller ${name}`, iossNo, invoiceDate: '2026-11-03' },
      file: lines,
    });
    const file = { name, bytes: tariff.join('\n') };
    const { job: reading } = await api.call.tariffReading.upload({ query: { region: 'EU' }, file });
    jobs.push(awb.id, invoice.id, reading.id);
    api.insert('message', {
      receiverId: api.admin.staffId,
      ...{ type: 'system', textEn: `About ${name}`, textCn: name, senderName: 'Jan de Vries' },
      sentAt: `2026-11-0${jobs.length / 3}T08:00:00Z`,
    });
  }
  for (const id of jobs) await finishedJob(api, id);
  for (const no of ['S-1', 'S-2', 'S-3']) insertInvoice(api, no);
  api.db.exec(`insert into eInvoice
      (createdAt, createdBy, invoiceId, invoiceNo, customerId, receiver, state, route, messageNo, error, answer, content)
    select createdAt, createdBy, id, invoiceNo, customerId, '9944:NL004495445B01', 'failed', 'https', 'M-' || id,
      'undelivered', 'no such receiver', '<Invoice/>' from customerInvoice`);
  for (const { id } of api.rows(`select parcel.id from parcel join bill on bill.id = parcel.billId
    join batch on batch.id = parcel.batchId
    where bill.archived = 0 and bill.removedAt is null and batch.status = 'prepared' limit 3`)) {
    api.db.exec(`update parcel set unidentified = 1 where id = ${id};
      update itemLine set merchantProductId = null where parcelId = ${id}`);
  }
});

const download = async ({ name, input }: Exported, query: object, language: 'en' | 'cn' = 'en') => {
  const answer = await api.send(name, input(query), { language });
  if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
  return answer.got as TestDownload;
};

/** Returns all rows of the list under a filter. */
async function listed(
  { resource, list: name, inFile }: Exported,
  filter: Row,
  language: Language = 'en',
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = '', more = true; more; ) {
    const query = { ...filter, pageSize: 500, ...(after ? { after } : {}) };
    const answer = await api.send(name ?? (`${resource}.list` as ApiName), { query });
    const { list, next } = (answer as { got: { list: Row[]; next: string | null } }).got;
    rows.push(...(inFile ? list.map((row) => inFile(row, language)) : list));
    [after, more] = [next ?? '', next !== null];
  }
  return rows;
}

test('covers every call that returns a list as a file', () => {
  const names = allEndpoints()
    .filter(({ name }) => /export/i.test(name))
    .map(({ name }) => name);
  // Results of searches and tools mix kinds, logs have a row for each field, and pallets are listed under another name:
  // they have their own tests.
  const looked = [
    ...exported.map(({ name }) => name),
    'search.export',
    'tracking.export',
    'operateLog.export',
    'pmc.export',
    'ccCode.export',
    'staffLog.export',
    'clientLog.export',
    'billRevenue.profitExport',
    // Imported from files of banks: see bankEntries.test.
    'bankEntry.export',
    // Sums of invoices: see vatReturn.test.
    'vatReturn.export',
    // Derived from documents: see journal.test and openItems.test.
    'journal.export',
    'journal.balancesExport',
    'openItem.export',
    'accrual.export',
    // Written by moving goods: see custody.test.
    'custodyMove.export',
    // Sums by place: see custodyBalance.test.
    'custodyBalance.export',
    // Sums of the ledger: see stock.test.
    'stock.export',
    'stockCount.export',
    'stockRecord.export',
    // Computed rows, not lists.
    ...reports.map(({ name }) => `${name}.export`),
  ];
  expect(looked.sort()).toEqual(names.sort());
});

describe.each(exported)('the export of $name', (one) => {
  const { resource, row, filter } = one;
  const hidden = ['id', 'version', 'importJobId', 'stageBeforeRemove', 'avatarFileId'];

  test.each(
    LANGUAGES.flatMap((language) => (['csv', 'xlsx'] as const).map((format) => ({ language, format }))),
  )(
    'has as $format, $language, the rows of the list in its order, with all columns, in readable words',
    async ({ language, format }) => {
      const shown = new ExpectedTexts(api, resource, row, language);
      const columns = Object.keys(row.shape).filter((column) => !hidden.includes(column));
      const file = await download(one, { ...filter, format }, language);
      expect(file.name).toBe(`${resource}.${format}`);
      const [head = [], ...lines] = cellsOf(file);
      expect(head).toEqual(shown.headers(columns, format));
      const rows = await listed(one, filter, language);
      expect(rows.length).toBeGreaterThan(2);
      expect(lines).toHaveLength(rows.length);
      // Checks a sample of the rows, since each cell is computed again.
      for (const at of [0, 1, Math.floor(rows.length / 2), rows.length - 1]) {
        const wanted = shown.cells(rows[at] ?? {}, columns, format);
        expect(lines[at], `row ${at}`).toEqual(wanted);
      }
    },
  );

  test('has the requested columns in the requested order, and never hidden fields', async () => {
    const [first = '', second = ''] = Object.keys(row.shape).filter((column) =>
      /No$|code|Code|nameEn|[nN]ame$|nameCn|remark|source|subject|address|^day$|^period$|^openBefore$|^receivables$/.test(
        column,
      ),
    );
    const file = await download(one, {
      ...filter,
      format: 'csv',
      columns: [second, 'version', first, 'password'],
    });
    const shown = new ExpectedTexts(api, resource, row, 'en');
    const [head, ...lines] = cellsOf(file);
    expect(head).toEqual(shown.headers([second, first], 'csv'));
    const rows = await listed(one, filter);
    expect(lines).toEqual(rows.map((each) => shown.cells(each, [second, first], 'csv')));
  });

  test('has only a header when there are no rows', async () => {
    const query = { keyword: 'no such thing anywhere' };
    for (const format of ['csv', 'xlsx']) {
      const cells = cellsOf(await download(one, { ...query, format }));
      expect(cells).toHaveLength(1);
    }
  });

  test('refuses a filter that the list refuses', async () => {
    const list = one.list ?? (`${resource}.list` as ApiName);
    for (const wrong of [{ sort: 'password' }, { surprise: '1' }]) {
      expect(await api.refused(list, { query: wrong })).toMatchObject({ status: 400 });
      expect(await api.refused(one.name, one.input(wrong))).toMatchObject({ status: 400 });
    }
    expect(await api.refused(one.name, one.input({ format: 'pdf' }))).toMatchObject({ status: 400 });
  });
});

test.each(['bill', 'customer', 'lane'] as const)('profit by %s has every group of the list', async (by) => {
  const list: Row[] = [];
  for (let page = 1, total = 1; list.length < total; page += 1) {
    const found = await api.call.billRevenue.profit({ query: { by, page, pageSize: 500 } });
    list.push(...found.list);
    total = found.total;
  }
  const file = await api.send('billRevenue.profitExport', { query: { by, format: 'csv' } });
  const [head = [], ...lines] = cellsOf((file as { got: TestDownload }).got);
  const shown = new ExpectedTexts(api, 'profit', profitRow, 'en');
  const columns = {
    bill: ['billNo', 'batchNo', 'customerId', 'originAirportId', 'landingAirportId'],
    customer: ['customerId', 'bills'],
    lane: ['originAirportId', 'landingAirportId', 'bills'],
  }[by].concat('revenue', 'cost', 'profit', 'margin', 'withoutRate');
  expect(head).toEqual(shown.headers(columns, 'csv'));
  expect(list.length).toBeGreaterThan(2);
  expect(lines).toEqual(list.map((row) => shown.cells(row, columns, 'csv')));
  const some = await api.send('billRevenue.profitExport', {
    query: { by, format: 'csv', columns: ['profit', 'margin', 'password'] },
  });
  expect(cellsOf((some as { got: TestDownload }).got)[0]).toEqual(shown.headers(['profit', 'margin'], 'csv'));
});

test('exports all rows, however small the page on the screen', async () => {
  const file = await api.call.bill.exportExcel({
    body: { page: 3, pageSize: 10, format: 'csv', columns: ['billNo'] },
  });
  expect(cellsOf(file).length - 1).toBe((await api.call.bill.list({})).total);
});

test('records the filters of an export of bills in the operation log', async () => {
  const as = api.actor({ permissions: ['bill.manage.export'] });
  await api.call.bill.exportExcel({ body: { stage: ['draft'], format: 'csv' } }, { as });
  const line = api.row("select after from operateLog where operatorId = ? and action = 'export'", as.staffId);
  expect(JSON.parse(String(line.after))).toMatchObject({ stage: ['draft'], format: 'csv' });
});

describe('formulas in exports', () => {
  const LIVE = [
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    "'=1+1",
    '=HYPERLINK("http://x")',
  ];
  /** Texts that become formulas in a program which splits at a character other than the comma. */
  const SPLIT = [';', '\t', '|', '\r\n', '\n'].flatMap((sign) =>
    ['=1+1', '@SUM(A1)', '-2+3', '"=1+1"', "'=1+1", '＝1'].map((live) => `goods${sign}${live}`),
  );
  const harmless = /^[^=+\-@\t\r\n＝＋－＠]/;

  /** Returns cells of a file, below its header, that a spreadsheet would calculate. */
  const liveIn = (format: 'csv' | 'xlsx', file: TestDownload): string[] => {
    if (format === 'csv')
      return cellsOf(file)
        .slice(1)
        .flat()
        .filter((cell) => !harmless.test(cell));
    const cells = Object.entries(sheetOf(file.bytes)).filter(([at]) => !at.startsWith('!'));
    return cells.flatMap(([at, { t, f }]) => (t === 's' && f === undefined ? [] : [at]));
  };

  test('would be noticed in an unprotected file', () => {
    const file = (name: string, bytes: Buffer) => ({ name, bytes, mime: '', headers: new Headers() });
    const rows = LIVE.map((text) => `"${text.replaceAll('"', '""')}"`).join('\n');
    expect(liveIn('csv', file('a.csv', Buffer.from(`x\n${rows}\n`)))).toHaveLength(LIVE.length - 1);
    const sheet = SheetJS.utils.aoa_to_sheet([['x'], ['right'], [2]]);
    sheet.A3 = { t: 'n', v: 2, f: '1+1' };
    const book = SheetJS.utils.book_new();
    SheetJS.utils.book_append_sheet(book, sheet, 'S');
    const bytes = SheetJS.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(liveIn('xlsx', file('a.xlsx', bytes))).toEqual(['A3']);
  });

  test.each(['csv', 'xlsx'] as const)('are plain text cells in %s', async (format) => {
    const prefix = format.toUpperCase();
    const ids = LIVE.map((nameEn) =>
      copyRow(api, 'customer', 1, { code: newCode(prefix), nameEn, nameCn: nameEn }),
    );
    const query = {
      keyword: '',
      code: `${prefix}-`,
      format,
      columns: ['nameEn', 'nameCn'],
      sort: 'createdAt' as const,
    };
    const file = await api.call.customer.export({ query });
    expect(ids).toHaveLength(LIVE.length);
    const cells = cellsOf(file).slice(1).flat();
    expect(cells).toHaveLength(2 * LIVE.length);
    expect(liveIn(format, file)).toEqual([]);
    if (format === 'xlsx') expect(file.bytes.toString('latin1')).not.toContain('<f>');
    // Nothing is lost: the guard is one character in front.
    const texts = new Set(cells.map((cell) => (format === 'csv' ? unguarded(cell) : cell)));
    for (const text of LIVE) expect([...texts].map(plain)).toContain(plain(text));
  });

  test.each([';', '\t', '|'])(
    'stay text where a csv file is split at %j, and are read back completely',
    async (delimiter) => {
      const prefix = `SPL${delimiter.charCodeAt(0)}`;
      for (const nameEn of SPLIT)
        copyRow(api, 'customer', 1, { code: newCode(prefix), nameEn, nameCn: nameEn });
      const query = { code: `${prefix}-`, format: 'csv' as const, columns: ['code', 'nameEn', 'nameCn'] };
      const file = await api.call.customer.export({ query });
      const elsewhere: string[][] = parse(file.bytes, {
        ...{ delimiter, bom: true, relax_quotes: true, relax_column_count: true },
      });
      expect(elsewhere.flat().length).toBeGreaterThan(SPLIT.length);
      expect(elsewhere.flat().filter((cell) => /^"*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      const back = cellsOf(file).slice(1);
      expect(back.map(([, nameEn = '']) => unguarded(nameEn)).sort()).toEqual([...SPLIT].sort());
    },
  );

  /** Normalises line ends as every reader of xlsx does. */
  const plain = (text: string) => text.replace(/\r\n?/g, '\n');

  test('are plain text cells in the texts of a bill', async () => {
    const id = billIn(api, 'draft', { remarks: '=2+5', batchNo: '-1', houseNo: '+1', vesselName: '@x' });
    const columns = ['remarks', 'batchNo', 'houseNo', 'vesselName'];
    const file = await api.call.bill.exportExcel({ body: { id: [id], format: 'csv', columns } });
    expect(cellsOf(file)[1]).toEqual(["'=2+5", "'-1", "'+1", "'@x"]);
  });
});

test('exports texts with line ends, quotation marks and separators unchanged', async () => {
  const remark = 'one\ntwo, "three"; \'four\' | 五 \u{1f6a2} \u202eX';
  const { code } = await api.call.customer.create({ body: { ...drafts.customer(), remark } });
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await api.call.customer.export({ query: { code, format, columns: ['remark'] } });
    expect(cellsOf(file)[1]).toEqual([remark]);
  }
});

test('exports identifiers as text, with their zeros', async () => {
  const id = billIn(api, 'draft', { batchNo: '000123', houseNo: '1E5', remarks: '0012345678901234567890' });
  const columns = ['batchNo', 'houseNo', 'remarks'];
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await api.call.bill.exportExcel({ body: { id: [id], format, columns } });
    expect(cellsOf(file)[1]).toEqual(['000123', '1E5', '0012345678901234567890']);
  }
});

describe.each(LANGUAGES)('a csv export imported again, in %s', (language) => {
  /** Checks the file of an export whose dates can be read in both orders. */
  const again = async (name: ResourceName, columns: readonly string[]) => {
    const query = { format: 'csv', columns };
    const answer = await api.send(`${name}.export` as ApiName, { query }, { language });
    if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
    const { name: fileName, bytes } = answer.got as TestDownload;
    const lines = bytes
      .toString()
      .split('\r\n')
      .filter((line) => !/(?:1[3-9]|2\d|3[01])\/\d\d\/\d{4}/.test(line));
    return looked(api, name, { name: fileName, bytes: lines.join('\r\n') }, {}, { language });
  };

  test.each(['usRate', 'dayRate', 'parcelForecast'] as const)(
    'is read without questions when it has dates and no times: %s',
    async (name) => {
      const { row, draft } = resources[name] as { row: z.ZodObject; draft: readonly string[] };
      const kindOf = (column: string) => metaOf(row.shape[column] as z.ZodType).kind;
      const columns = draft.filter((column) => kindOf(column) !== 'dateTime');
      const { records, issues } = await again(name, columns);
      expect(issues.filter(({ level }) => level === 'error')).toEqual([]);
      expect(records).toMatchObject({ added: 0, changed: 0, changes: [] });
      expect(records?.same).toBeGreaterThan(0);
    },
  );
});
