import { beforeAll, describe, expect, test } from 'vitest';
import { makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { pdf } from './cases/files';

const api = testApi();
let billId: number;

beforeAll(async () => {
  billId = (await makeBill(api)).id;
});

/** Uploads a PDF under a name, as it stands byte by byte in the request. */
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

/** Names as they come, and as they are kept. */
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

test.each(KEPT)('%j is kept as %j and comes back so', async (name, kept) => {
  const { status, answer } = await uploadAs(name);
  expect({ status, fileName: answer.data?.fileName }).toEqual({ status: 200, fileName: kept });
  const file = await api.call.attachment.download({ params: { attachmentId: answer.data.id } });
  expect(file.name).toBe(kept);
  expect(file.bytes.equals(pdf)).toBe(true);
  // The name for old programs is one header value in plain letters.
  const header = file.headers.get('content-disposition') ?? '';
  expect(header).toMatch(
    /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
  );
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('content-length')).toBe(String(pdf.length));
  expect(file.mime).toBe('application/pdf');
});

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
])('%j is no name of a file that is taken', async (name) => {
  const before = api.storedFiles();
  const { status, answer } = await uploadAs(name);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ ret: false });
  expect(api.storedFiles()).toEqual(before);
});

describe('on disk', () => {
  test('a file lies under a random name, whatever it is called', () => {
    const files = api.storedFiles().map((place) => place.slice(api.folder.length));
    expect(files.length).toBeGreaterThan(KEPT.length);
    const odd = files.filter((place) => !/^\/files\/[\w-]{2}\/[\w-]{22}$/.test(place));
    expect(odd).toEqual([]);
  });
});
