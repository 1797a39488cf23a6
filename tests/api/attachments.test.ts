import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { attachmentFile } from '@contract/bill/attachment';
import { MAX_UPLOAD } from '@contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { xlsxOf, xlsxParts, zipOf } from '../main/tabular/officeFiles';
import { oleOf } from '../main/tabular/oleFile';
import { copyRow, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { document, jpg, pdf, pdfOf, png } from './cases/files';

const api = testApi();
let billId: number;

beforeAll(async () => {
  billId = (await makeBill(api)).id;
});

const upload = (name: string, bytes: Uint8Array | string) =>
  api.send('attachment.upload', { params: { id: billId }, file: { name, bytes } });
/** Returns the stored files on disk and their rows. */
const kept = () => ({
  files: api.storedFiles(),
  rows: api.count('select count(*) from storedFile'),
  attachments: api.count('select count(*) from attachment'),
  log: api.count('select count(*) from operateLog'),
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const docx = zipOf([
  {
    name: '[Content_Types].xml',
    data: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${DOCX}"/></Types>`,
  },
  { name: 'word/document.xml', data: '<w:document xmlns:w="w"/>' },
]);
const macros = xlsxOf({
  ...xlsxParts('<sheetData/>'),
  '[Content_Types].xml': (xlsxParts('')['[Content_Types].xml'] ?? '').replace(
    'spreadsheetml.sheet.main',
    'ms-excel.sheet.macroEnabled.main',
  ),
});

/** Files by their contents, and the extensions that fit. */
const CONTENTS: readonly [string, Buffer, readonly string[]][] = [
  ['a PDF', pdf, ['pdf']],
  ['a JPEG', jpg, ['jpg', 'jpeg']],
  ['a PNG', png, []],
  ['a workbook', xlsxOf(xlsxParts('<sheetData/>')), ['xlsx']],
  ['a workbook with macros', macros, []],
  ['a document', docx, ['docx']],
  ['an old workbook', oleOf(['Workbook']), ['xls']],
  ['an old document', oleOf(['WordDocument']), ['doc']],
  ['a plain zip', zipOf([{ name: 'a.txt', data: 'x' }]), []],
  ['a program', Buffer.from('MZ\x90\x00\x03', 'latin1'), []],
  ['a program with a PDF inside', Buffer.concat([Buffer.from('MZ'), pdf]), []],
  ['a page', Buffer.from('<html><script>alert(1)</script>%PDF-1.4</html>'), []],
  ['a picture made of words', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), []],
  ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n'), []],
  ['nothing', Buffer.alloc(0), []],
];
const pairs = CONTENTS.flatMap(([what, bytes, fits]) =>
  attachmentFile.types.map((type) => ({ what, bytes, type, taken: fits.includes(type) })),
);

test.each(pairs.map((pair) => ({ ...pair, outcome: pair.taken ? 'is taken' : 'is refused' })))(
  '$what as .$type $outcome',
  async ({ bytes, type, taken }) => {
    const before = kept();
    const answer = await upload(`file.${type}`, bytes);
    if (taken) {
      expect(answer).toMatchObject({ got: { fileName: `file.${type}`, size: bytes.length } });
      const { id } = (answer as { got: { id: string } }).got;
      const file = await api.call.attachment.download({ params: { attachmentId: id } });
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(file.mime).not.toMatch(/html|svg|script/);
    } else {
      expect(answer).toMatchObject({ refused: { status: 400, code: expect.stringMatching(/^FILE_/) } });
      expect(kept()).toEqual(before);
    }
  },
);

describe('the size limit', () => {
  test('accepts a file of 10 MB, and returns it byte by byte', async () => {
    const bytes = pdfOf(MAX_UPLOAD);
    const answer = await upload('large.pdf', bytes);
    const { id } = (answer as { got: { id: string } }).got;
    expect((await api.call.attachment.download({ params: { attachmentId: id } })).bytes.equals(bytes)).toBe(
      true,
    );
    await api.call.attachment.remove({ params: { attachmentId: id } });
  });

  test('refuses a file one byte larger, and stores nothing', async () => {
    const before = kept();
    expect(await upload('large.pdf', pdfOf(MAX_UPLOAD + 1))).toMatchObject({
      refused: { status: 413, code: 'FILE_SIZE' },
    });
    expect(kept()).toEqual(before);
  });
});

describe('a malformed upload', () => {
  const post = async (body: BodyInit, contentType: string) => {
    const answer = await fetch(`${api.base}/bill-lading/${billId}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.admin.token}`, 'content-type': contentType },
      body,
    });
    return { status: answer.status, answer: await answer.json() };
  };
  const type = 'multipart/form-data; boundary=x';
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="pod.pdf"\r\n\r\n';

  test.each([
    ['no multipart', '{}', 'application/json'],
    ['no boundary', `${head}${pdf}\r\n--x--\r\n`, 'multipart/form-data'],
    ['another boundary', `${head}${pdf}\r\n--x--\r\n`, 'multipart/form-data; boundary=y'],
    ['an end in the middle', `${head}%PDF-1.4`, type],
    ['an end in the head', '--x\r\ncontent-dispo', type],
    ['no file', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n', type],
    ['nothing between its lines', '--x--\r\n', type],
    ['a file without a name', head.replace('; filename="pod.pdf"', '; filename=""'), type],
  ])('is refused with %s, and leaves nothing', async (_, body, contentType) => {
    const before = kept();
    const { status, answer } = await post(body, contentType);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ ret: false, msg: expect.stringMatching(/.+/) });
    expect(kept()).toEqual(before);
  });

  test('stores nothing when its sender disconnects half-way', async () => {
    const before = kept();
    const { port, pathname } = new URL(`${api.base}/bill-lading/${billId}/attachments`);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${api.admin.token}\r\n` +
        `content-type: ${type}\r\ncontent-length: 100000\r\n\r\n${head}%PDF-1.4 ${'x'.repeat(5000)}`,
    );
    await expect.poll(() => api.storedFiles().length).toBe(before.files.length + 1);
    socket.destroy();
    await expect.poll(kept).toEqual(before);
  });
});

describe('a stored file', () => {
  test('is deleted with its attachment, and from the disk at the next start', async () => {
    const { id } = await api.call.attachment.upload({ params: { id: billId }, file: document('gone.pdf') });
    const { fileId } = api.row('select fileId from attachment where id = ?', id);
    const place = path.join(api.folder, 'files', String(fileId).slice(0, 2), String(fileId));
    expect(existsSync(place)).toBe(true);
    await api.call.attachment.remove({ params: { attachmentId: id } });
    for (const name of ['attachment.download', 'attachment.remove'] as const) {
      expect(await api.refused(name, { params: { attachmentId: id } })).toMatchObject({ status: 404 });
    }
    const { list } = await api.call.attachment.list({ query: { billId: [billId], fileName: 'gone' } });
    expect(list).toEqual([]);
    await restart();
    expect(existsSync(place)).toBe(false);
  });

  test('is swept when a killed process left it behind, while foreign files stay', async () => {
    const files = path.join(api.folder, 'files');
    const [stray, half, foreign] = ['zz/nobodyKnowsThisFile0', 'incoming/half', '.DS_Store'].map((name) =>
      path.join(files, name),
    );
    for (const place of [stray, half, foreign] as string[]) {
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, 'x');
    }
    await restart();
    expect([stray, half, foreign].map((place) => existsSync(String(place)))).toEqual([false, false, true]);
  });

  test('belongs to exactly one row, and each row has its file', async () => {
    await restart();
    const ids = api.rows('select id from storedFile').map(({ id }) => String(id));
    const names = api
      .storedFiles()
      .map((place) => path.basename(place))
      .filter((name) => name !== '.DS_Store');
    expect(names.sort()).toEqual(ids.sort());
  });

  test('is deleted with its bill', async () => {
    const bill = await makeBill(api);
    const { id } = await api.call.attachment.upload({ params: { id: bill.id }, file: document() });
    await api.call.bill.remove({ body: { selection: { ids: [bill.id] }, removeReason: 'x' } });
    await api.call.bill.delete({ params: { id: bill.id } });
    expect(await api.refused('attachment.download', { params: { attachmentId: id } })).toMatchObject({
      status: 404,
    });
    expect(api.count('select count(*) from attachment where id = ?', id)).toBe(0);
  });

  async function restart() {
    await api.close();
    await api.open();
  }
});

test('matches files to bills by the numbers in their names', async () => {
  const record = { version: 1, createdAt: '2026-11-02T08:00:00Z', updatedAt: '2026-11-02T08:00:00Z' };
  const one = await makeBill(api);
  const other = await makeBill(api, { billNo: one.billNo, batchNo: 'B2' });
  const cmrNo = `CMR20991230-${String(Date.now()).slice(-4)}`;
  const cmr = copyRow(api, 'cmr', api.count('select min(id) from cmr'), { cmrNo });
  api.db.exec(`insert into cmrBill (cmrId, billId) values (${cmr}, ${one.id})`);
  const mrn = `26NL000432${String(Date.now()).slice(-6)}J8`;
  api.insert('t1', {
    ...record,
    ...{ billId: other.id, mrn, officeDeparture: 'NL000432', officeDestination: 'NL000396', seals: '[]' },
    state: 'draft',
  });
  const bare = one.billNo.replace('-', '');
  const names: [string, number[], string | null][] = [
    [`${cmrNo}.pdf`, [one.id], 'pod'],
    [`signed ${cmrNo.toLowerCase()} (2).PDF`, [one.id], 'pod'],
    [`${mrn}.pdf`, [other.id], 't1'],
    [`${one.billNo}_${one.batchNo}.pdf`, [one.id], null],
    [`POD ${bare}_B2.pdf`, [other.id], null],
    // Without the batch, both bills are offered. Part of a longer number is not a match.
    [`${one.billNo}.pdf`, [one.id, other.id], null],
    [`${bare}0.pdf`, [], null],
    ['scan 0001.pdf', [], null],
    ['签收单.pdf', [], null],
  ];
  const found = await api.call.attachment.match({ body: { names: names.map(([name]) => name) } });
  expect(
    found.map(({ name, bills, category }) => [name, bills.map(({ billId: id }) => id), category]),
  ).toEqual(names);
});
