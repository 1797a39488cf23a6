import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { pdf } from './cases/files';

const api = testApi();
let billId: number;

beforeAll(async () => {
  billId = (await makeBill(api)).id;
});

/** Uploads a PDF under a name, sent byte by byte in the request. */
async function uploadAs(name: string) {
  const line = '----freight';
  const head = Buffer.concat([
    Buffer.from(`--${line}\r\ncontent-disposition: form-data; name="file"; filename="`),
    Buffer.from(name),
    Buffer.from('"\r\ncontent-type: application/pdf\r\n\r\n'),
  ]);
  const answer = await fetch(`${api.base}/bill-lading/${billId}/attachments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.admin.token}`,
      'content-type': `multipart/form-data; boundary=${line}`,
    },
    body: Buffer.concat([head, pdf, Buffer.from(`\r\n--${line}--\r\n`)]),
  });
  return { status: answer.status, answer: await answer.json() };
}

/** Names as sent, and as stored. */
const KEPT: readonly [string, string][] = [
  ['../../../etc/pod.pdf', 'pod.pdf'],
  ['..\\\\..\\\\pod.pdf', 'pod.pdf'],
  ['/etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\\\Users\\\\me\\\\pod.pdf', 'pod.pdf'],
  ['\\\\\\\\server\\\\share\\\\pod.pdf', 'pod.pdf'],
  ['%2e%2e%2fpod.pdf', '%2e%2e%2fpod.pdf'],
  ['....//pod.pdf', 'pod.pdf'],
  ['po\u0000d.pdf', 'pod.pdf'],
  ['pod\u0000.pdf', 'pod.pdf'],
  ['pod\u202efdp.pdf', 'podfdp.pdf'],
  ['\u2066pod\u2069.pdf', 'pod.pdf'],
  ['po\td.pdf', 'pod.pdf'],
  ['  pod.pdf  ', 'pod.pdf'],
  ['CON.pdf', 'CON.pdf'],
  ['nul.tar.pdf', 'nul.tar.pdf'],
  ['-rf.pdf', '-rf.pdf'],
  ['~.pdf', '~.pdf'],
  ['pod.exe.pdf', 'pod.exe.pdf'],
  ['POD.PDF', 'POD.PDF'],
  ['签收单 №1 \u{1f6a2}.pdf', '签收单 №1 \u{1f6a2}.pdf'],
  ["it's <b>&amp;.pdf", "it's <b>&amp;.pdf"],
  ['a; filename=b.pdf', 'a; filename=b.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  [`${'\u{1f6a2}'.repeat(200)}.pdf`, `${'\u{1f6a2}'.repeat(125)}.pdf`],
];

/** Checks that an attachment is returned intact, under a name that no program misinterprets. */
async function comesBack(attachmentId: string, kept: string): Promise<void> {
  const file = await api.call.attachment.download({ params: { attachmentId } });
  expect(file.name).toBe(kept);
  expect(file.bytes.equals(pdf)).toBe(true);
  // The name for old programs is one header value in ASCII letters.
  const header = file.headers.get('content-disposition') ?? '';
  expect(header).toMatch(
    /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
  );
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-length')).toBe(String(pdf.length));
  expect(file.mime).toBe('application/pdf');
}

test.each(KEPT)('a file called %j is stored as %j and returned so', async (name, kept) => {
  const { status, answer } = await uploadAs(name);
  expect({ status, fileName: answer.data?.fileName }).toEqual({ status: 200, fileName: kept });
  await comesBack(answer.data.id, kept);
});

// PostgreSQL stores no text with a NUL.
test.each(KEPT.filter(([name, kept]) => name !== kept && !name.includes('\0')))(
  'a file called %j would be noticed if stored as it came',
  async (name, kept) => {
    const { answer } = await uploadAs(kept);
    await comesBack(answer.data.id, kept);
    const { fileId } = api.row('select fileId from attachment where id = ?', answer.data.id);
    api.db.prepare('update storedFile set fileName = ? where id = ?').run(name, String(fileId));
    await expect(comesBack(answer.data.id, kept)).rejects.toThrow();
  },
);

test.each([
  '',
  '.pdf',
  'pdf',
  '..',
  '/',
  'pod.pdf.',
  'pod.pdf.exe',
  'pod.pdf\u0000.exe',
  'pod.pdf ::$DATA',
  'pod.pdf/',
  'pod',
])('a file called %j is refused', async (name) => {
  const before = api.storedFiles();
  const { status, answer } = await uploadAs(name);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ ret: false });
  expect(api.storedFiles()).toEqual(before);
});

describe('a stored file on disk', () => {
  /** Returns stored files with anything but a random name. */
  const odd = () =>
    api
      .storedFiles()
      .map((place) => place.slice(api.folder.length))
      .filter((place) => !/^\/files\/[\w-]{2}\/[\w-]{22}$/.test(place));

  test('has a random name, whatever its original name', () => {
    expect(api.storedFiles().length).toBeGreaterThan(KEPT.length);
    expect(odd()).toEqual([]);
  });

  test('would be noticed under its own name, or if stored although refused', () => {
    const before = api.storedFiles();
    const place = path.join(path.dirname(before[0] ?? ''), 'pod.pdf');
    writeFileSync(place, pdf);
    expect(odd()).toEqual([place.slice(api.folder.length)]);
    expect(api.storedFiles()).not.toEqual(before);
    rmSync(place);
  });
});
