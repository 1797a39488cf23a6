import { jobMade } from '@contract/files/fileJob';
import type { FileJob } from '@contract/files/fileJobRow';
import type { SeaKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import * as SheetJS from '@e965/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallOptions, TestFile } from '../support/apiCall';
import { needRates, simulatorAccount } from '../support/apiEntry';
import { type Cells, converted, looked, tableCsv, taken } from '../support/apiFileJob';
import { makeBill, newCode } from '../support/apiRecords';
import { makeSeaFreight } from '../support/apiSea';
import { testApi } from '../support/server';

const api = testApi();
beforeAll(async () => {
  needRates(api);
  await simulatorAccount(api, 'silent');
});

type Sheets = Readonly<Record<'Header' | 'Lines' | 'Containers', readonly Cells[]>>;

/** Returns a workbook of these rows, each sheet with the columns that its rows have. */
function book(kind: SeaKind, sheets: Partial<Sheets>, name = `${kind}-${newCode('F')}.xlsx`): TestFile {
  const made = SheetJS.utils.book_new();
  const bookType = name.endsWith('.ods') ? 'ods' : 'xlsx';
  for (const [title, rows] of Object.entries(sheets)) {
    const template = fileTemplates[kind].sheets?.find((one) => one.sheet?.key === title.toLowerCase());
    const columns = template?.columns.filter(
      ({ key, required }) => required || rows.some((row) => key in row),
    );
    const cells = [
      columns?.map(({ en }) => en) ?? [],
      ...rows.map((row) => columns?.map(({ key }) => row[key] ?? '') ?? []),
    ];
    SheetJS.utils.book_append_sheet(made, SheetJS.utils.aoa_to_sheet(cells), title);
  }
  return {
    name,
    bytes: new Uint8Array(SheetJS.write(made, { type: 'array', bookType }) as ArrayBuffer),
  };
}

const send = (kind: SeaKind, file: TestFile, options: CallOptions = {}) =>
  converted(api, kind, null, file, {}, options);
const look = (kind: SeaKind, file: TestFile) => looked(api, kind, file);
const issuesOf = async ({ id }: Pick<FileJob, 'id'>) =>
  (await api.call.fileJob.issues({ params: { id } })).list;
const short = (
  issues: readonly { sheet: string; row: number; column: string; level: string; code: string }[],
) => issues.map(({ sheet, row, column, level, code }) => `${sheet} ${row} ${column} ${level} ${code}`);
const undo = ({ id }: Pick<FileJob, 'id'>) => api.call.fileJob.undo({ params: { id } });

let serial = 100;
const houseNo = () => `NRDN26${++serial}`;

const isfHeader = (changes: Cells = {}): Cells => ({
  mblNo: 'PZOL2611777',
  hblNo: houseNo(),
  billType: 'BM',
  scac: 'PZOL',
  vesselName: 'POLARIS STAR',
  voyageNo: '041E',
  polCode: 'CNYTN',
  podCode: 'USLAX',
  etd: '2041-11-12 04:00',
  eta: '28/11/2041',
  isfType: '10+2',
  sellerName: 'Green Panda Trading and Export Company of Shenzhen',
  sellerAddress: '12 Harbour Road',
  sellerCity: 'Shenzhen',
  sellerCountry: 'CN',
  importerIdType: 'EI',
  importerNumber: '12-3456789XX',
  ...changes,
});
const isfLine = (hblNo: string, lineNo: string, changes: Cells = {}): Cells => ({
  ...{ hblNo, lineNo, hts: '940360', originCountry: 'CN', manufacturerName: 'Foshan Oak Works' },
  ...{ manufacturerAddress: '8 Timber Street', manufacturerCity: 'Foshan', manufacturerCountry: 'CN' },
  ...changes,
});

describe('ISFs from a workbook', () => {
  test('become drafts of their sea bills with lines and containers, even when incomplete', async () => {
    const header = isfHeader();
    const no = header.hblNo ?? '';
    const bill = await makeSeaFreight(api, { mblNo: header.mblNo, hblNo: no });
    const file = book('isf', {
      Header: [header],
      Lines: [isfLine(no, '2', { hts: '950300' }), isfLine(no, '1')],
      Containers: [{ hblNo: no, containerNo: 'CSQU3054383', containerType: '40HQ' }],
    });
    const job = await send('isf', file);
    expect(job).toMatchObject({ status: 'success', totalRows: 4, okRows: 4, errorRows: 0 });
    const [made] = jobMade(job) ?? [];
    const isf = await api.call.seaIsf.get({ params: { id: made?.id ?? 0 } });
    expect(isf).toMatchObject({
      isfNo: made?.number,
      state: 'draft',
      seaBillId: bill.id,
      isfType: 'ISF-10',
      etd: '2041-11-12T04:00:00Z',
      eta: '2041-11-28T00:00:00Z',
      seller: {
        name: 'Green Panda Trading and Export',
        name2: 'Company of Shenzhen',
        address1: '12 Harbour Road',
        country: 'CN',
      },
      lines: [{ hts: '940360' }, { hts: '950300' }],
      containers: [{ containerNo: 'CSQU3054383', containerType: '40HQ' }],
    });
    expect(isf.lines).toHaveLength(2);
    expect((await api.call.seaBill.get({ params: { id: bill.id } })).isfId).toBe(isf.id);
  });

  test('are also read from an OpenDocument spreadsheet', async () => {
    const header = isfHeader({ mblNo: 'PZOL2611555' });
    const lines = [isfLine(header.hblNo ?? '', '1', { hts: '9403.60' })];
    const file = book('isf', { Header: [header], Lines: lines }, `isf-${newCode('F')}.ods`);
    const job = await send('isf', file);
    expect(job).toMatchObject({ status: 'success', totalRows: 2, errorRows: 0 });
    expect(api.row('select etd from seaIsf where hblNo = ?', header.hblNo ?? '')).toMatchObject({
      etd: '2041-11-12T04:00:00Z',
    });
  });

  test('are checked first: data missing in file and bill is named, and nothing is written', async () => {
    const header = isfHeader({ mblNo: 'PZOL2611666' });
    const before = api.count('select count(*) from seaIsf');
    const file = book('isf', {
      Header: [header],
      Lines: [isfLine(header.hblNo ?? '', '1', { originCountry: '' })],
    });
    const found = await look('isf', file);
    expect(found.issues.filter(({ level }) => level === 'error')).toEqual([]);
    expect(short(found.issues)).toEqual(
      expect.arrayContaining([
        'header 2 mblNo warning FILE_NO_SEA_BILL',
        'header 2 buyerName warning DRAFT_LACKS',
        'header 2  warning DRAFT_LACKS_FIELD',
        'lines 2 originCountry warning DRAFT_LACKS',
      ]),
    );
    expect(found.issues.find(({ column }) => column === 'buyerName')?.message).toBe(
      'Buyer name: fill this in before you submit',
    );
    expect(found.issues.find(({ code }) => code === 'DRAFT_LACKS_FIELD')?.message).toMatch(
      /^Fill in before you submit: \S/,
    );
    expect(api.count('select count(*) from seaIsf')).toBe(before);
  });

  test('are all refused when any sheet has errors, with sheet and row of each', async () => {
    const [one, two] = [isfHeader(), isfHeader({ importerNumber: '123' })];
    const before = api.count('select count(*) from seaIsf');
    const job = await send(
      'isf',
      book('isf', {
        Header: [one, two],
        Lines: [
          isfLine(one.hblNo ?? '', '1'),
          isfLine('GONE2611', '1'),
          isfLine(two.hblNo ?? '', '1', { hts: '77' }),
        ],
        Containers: [{ hblNo: one.hblNo ?? '', containerNo: 'CSQU3054384' }],
      }),
    );
    expect(job).toMatchObject({
      status: 'failed',
      totalRows: 6,
      okRows: 0,
      errorRows: 4,
      hasErrorFile: true,
    });
    expect(short((await issuesOf(job)).filter(({ level }) => level === 'error'))).toEqual([
      'header 3 importerNumber error PARTY_NUMBER_KIND',
      'lines 3 hblNo error SHEET_ORPHAN',
      'lines 4 hts error HS_FORMAT',
      'containers 2 containerNo error CHECK_DIGIT',
    ]);
    expect(api.count('select count(*) from seaIsf')).toBe(before);
    const errors = SheetJS.read((await api.call.fileJob.errorFile({ params: { id: job.id } })).bytes);
    expect(errors.SheetNames).toEqual(['Header', 'Lines', 'Containers']);
  });

  test('are all refused when a bill already has an ISF, with its row', async () => {
    const [taken, free] = [isfHeader(), isfHeader()];
    await makeSeaFreight(api, { mblNo: taken.mblNo, hblNo: taken.hblNo });
    const of = (header: Cells) => ({ Header: [header], Lines: [isfLine(header.hblNo ?? '', '1')] });
    expect(await send('isf', book('isf', of(taken)))).toMatchObject({ status: 'success' });
    const before = api.count('select count(*) from seaIsf');
    const job = await send(
      'isf',
      book('isf', { Header: [free, taken], Lines: [...of(free).Lines, ...of(taken).Lines] }),
    );
    expect(job).toMatchObject({ status: 'failed', okRows: 0 });
    expect(short((await issuesOf(job)).filter(({ level }) => level === 'error'))).toEqual([
      'header 3  error ISF_OF_BILL',
    ]);
    expect(api.count('select count(*) from seaIsf')).toBe(before);
  });

  test('are removed on undo, except changed ones, with the reason', async () => {
    const [one, two] = [isfHeader(), isfHeader()];
    const job = await send(
      'isf',
      book('isf', {
        Header: [one, two],
        Lines: [isfLine(one.hblNo ?? '', '1'), isfLine(two.hblNo ?? '', '1')],
      }),
    );
    const [first, second] = jobMade(job) ?? [];
    await api.call.seaIsf.update({
      params: { id: second?.id ?? 0 },
      body: { version: 1, remark: 'Looked at' },
    });
    expect(await undo(job)).toMatchObject({ undone: 1, kept: [{ number: second?.number }] });
    expect(await api.refused('seaIsf.get', { params: { id: first?.id ?? 0 } })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await api.call.seaIsf.get({ params: { id: second?.id ?? 0 } })).remark).toBe('Looked at');
  });

  test('are recognised when the same file is sent twice', async () => {
    const header = isfHeader();
    const file = book('isf', { Header: [header], Lines: [isfLine(header.hblNo ?? '', '1')] });
    const first = await send('isf', file);
    const { sentBefore } = await taken(api, 'isf', file);
    expect(sentBefore).toMatchObject({ jobId: first.id });
  });

  test('require the permission to prepare ISFs', async () => {
    const file = book('isf', { Header: [isfHeader()], Lines: [] });
    const viewer = api.actor({ permissions: ['sea.isf.view', 'sea.entry.edit'] });
    expect(await api.refused('listImport.isf', { query: {}, file }, { as: viewer })).toMatchObject({
      code: 'NO_PERMISSION',
    });
  });
});

const entryLine = (house: string, lineNo: string, changes: Cells = {}): Cells => ({
  ...{
    houseNo: house,
    invoiceNo: 'INV-1',
    lineNo,
    hts: '9503000073',
    originCountry: 'VN',
    description: 'TOYS',
  },
  ...{ manufacturerName: 'Hanoi Garment Works', manufacturerAddress: '12 Le Loi', manufacturerCity: 'Hanoi' },
  ...{ quantity1: '100', unit1: 'NO', value: '1000.50' },
  ...changes,
});

describe('entries from a workbook', () => {
  test('fill empty cells from their bill, and get maker codes and reserved numbers', async () => {
    const house = houseNo();
    const bill = await makeSeaFreight(api, { mblNo: 'PZOL2611888', hblNo: house });
    const job = await send(
      'entry',
      book('entry', {
        Header: [
          {
            entryType: '1',
            masterNo: 'PZOL2611888',
            houseNo: house,
            importerName: 'Northgate',
            importerCity: 'Los Angeles',
          },
        ],
        Lines: [entryLine(house, '2', { value: '500' }), entryLine('', '1')],
      }),
    );
    // A line without its bill belongs to the only one in the file.
    expect(job).toMatchObject({ status: 'success', totalRows: 3, okRows: 3 });
    const entry = await api.call.seaEntry.get({ params: { id: jobMade(job)?.[0]?.id ?? 0 } });
    expect(entry).toMatchObject({
      entryNo: jobMade(job)?.[0]?.number,
      state: 'draft',
      entryType: '01',
      seaBillId: bill.id,
      vesselName: bill.vesselName,
      importer: { name: 'Northgate', city: 'Los Angeles' },
      lines: [
        { value: '1000.50', manufacturerId: 'VNHANGAR12HAN' },
        { value: '500.00', manufacturerId: 'VNHANGAR12HAN' },
      ],
      invoices: [{ invoiceNo: 'INV-1', currency: 'USD' }],
      totalValue: '1500.50',
    });
    expect(await undo(job)).toMatchObject({ undone: 1, kept: [] });
    expect((await api.call.seaBill.get({ params: { id: bill.id } })).entryId).toBeNull();
  });

  test('are all refused with errors in both sheets or an unknown bill', async () => {
    const house = houseNo();
    await makeSeaFreight(api, { mblNo: 'PZOL2611889', hblNo: house });
    const known = { entryType: '01', masterNo: 'PZOL2611889', houseNo: house };
    const wrong = await send(
      'entry',
      book('entry', {
        Header: [{ ...known, importDate: '2026-11-01', exportDate: '2026-11-05' }],
        Lines: [entryLine(house, '1', { hts: '950300' }), entryLine(house, '1'), entryLine('OTHER1', '1')],
      }),
    );
    expect(wrong.status).toBe('failed');
    expect(short((await issuesOf(wrong)).filter(({ level }) => level === 'error'))).toEqual([
      'header 2 importDate error DAYS_ORDER',
      'lines 2 hts error HS_LEVEL',
      'lines 3 lineNo error ROW_DUPLICATE',
      'lines 4 houseNo error SHEET_ORPHAN',
    ]);
    const unknown = { entryType: '01', masterNo: 'PZOL9999999', houseNo: houseNo() };
    const none = await send(
      'entry',
      book('entry', {
        Header: [known, unknown],
        Lines: [entryLine(house, '1'), entryLine(unknown.houseNo, '1')],
      }),
    );
    expect(short((await issuesOf(none)).filter(({ level }) => level === 'error'))).toEqual([
      'header 3 masterNo error FILE_BILL_UNKNOWN',
    ]);
    expect(none.okRows).toBe(0);
  });
});

describe('consignments of an informal entry', () => {
  const american = async () => {
    const landingAirportId = api.count(
      "select min(id) from airport where twoLetterCode = 'US' and type != 'origin' and active = 1",
    );
    return makeBill(api, { landingAirportId, clearanceType: 'us11' });
  };
  const row = (masterNo: string, consignmentNo: string, changes: Cells = {}): Cells => ({
    ...{
      masterNo,
      consignmentNo,
      consigneeName: 'Ann Miller',
      consigneeCity: 'Chicago',
      consigneeState: 'IL',
    },
    ...{
      description: 'TOY CAR',
      hts: '9503000073',
      originCountry: 'CN',
      quantity1: '1',
      unit1: 'NO',
      value: '12.50',
    },
    ...{ lineWeight: '0.35', manufacturerId: 'CNSHEEVO123SHE' },
    ...changes,
  });
  const file = (rows: readonly Cells[]) => tableCsv(fileTemplates.entry_type11, rows);

  test('become lines of one draft', async () => {
    const { id, billNo } = await american();
    const job = await send('entry_type11', file([row(billNo, 'HW-1'), row(billNo, 'HW-2')]));
    expect(job).toMatchObject({ status: 'success', totalRows: 2, okRows: 2 });
    const entry = await api.call.seaEntry.get({ params: { id: jobMade(job)?.[0]?.id ?? 0 } });
    expect(entry).toMatchObject({
      ...{ entryType: '11', bondType: '0', billId: id, mode: '40', totalValue: '25.00' },
      lines: [
        { consignmentNo: 'HW-1', consigneeName: 'Ann Miller', grossWeight: 0.35 },
        { consignmentNo: 'HW-2', consigneeState: 'IL' },
      ],
    });
  });

  test('are limited to 999, each once', async () => {
    const { billNo } = await american();
    const many = Array.from({ length: 1000 }, (_, at) => row(billNo, `HW-${at}`));
    const before = api.count('select count(*) from seaEntry');
    const job = await send('entry_type11', file(many));
    expect(short((await issuesOf(job)).filter(({ level }) => level === 'error'))).toEqual([
      ' 2 masterNo error FILE_LINES',
    ]);
    const twice = await send('entry_type11', file([row(billNo, 'HW-1'), row(billNo, 'HW-1')]));
    expect(short((await issuesOf(twice)).filter(({ level }) => level === 'error'))).toEqual([
      ' 3 consignmentNo error ROW_DUPLICATE',
    ]);
    expect(api.count('select count(*) from seaEntry')).toBe(before);
  });
});
