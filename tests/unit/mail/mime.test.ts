import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MailUnreadable, readMime } from '../../../main/server/areas/mail/mime';
import { eml, PDF, utbEml } from '../../support/letters';

/** GB18030 of 到货通知 and of 件数：318. */
const NOTICE_GBK = Buffer.from('b5bdbbf5cda8d6aa', 'hex');
const PIECES_GBK = Buffer.concat([Buffer.from('bcfecafda3ba', 'hex'), Buffer.from('318')]);

test('reads folded headers with their addresses', () => {
  expect(
    readMime(
      eml(`Received: from somewhere
Delivered-To: <noa-in@example.com>
From: "Ops, night" <ops@handler.example.net>
To: noa@example.com,
 second@example.com
Cc: third@example.com
Date: Tue, 03 Nov 2026 12:20:00 +0100 (CET)
Message-ID: <abc@handler.example.net>
Subject: Notice of
\tarrival

Pieces: 3`),
    ),
  ).toMatchObject({
    messageId: 'abc@handler.example.net',
    date: '2026-11-03T11:20:00Z',
    from: '"Ops, night" <ops@handler.example.net>',
    to: 'noa@example.com, second@example.com, third@example.com',
    delivered: ['noa-in@example.com'],
    subject: 'Notice of arrival',
    text: 'Pieces: 3',
    files: [],
  });
});

describe('the subject of a mail in encoded words', () => {
  test.each([
    ['=?UTF-8?B?5Yiw6LSn6YCa55+l?= 112', '到货通知 112'],
    [`=?GB2312?B?${NOTICE_GBK.toString('base64')}?=`, '到货通知'],
    // A character may be split between two words of one charset.
    [
      `=?gbk?B?${NOTICE_GBK.subarray(0, 3).toString('base64')}?=\n =?gbk?B?${NOTICE_GBK.subarray(3).toString('base64')}?=`,
      '到货通知',
    ],
    ['=?iso-8859-1?Q?Aankomst_=E9=E9n?=', 'Aankomst één'],
    ['=?no-such-charset?Q?plain?=', 'plain'],
    ['=?utf-8?X?neither?=', '=?utf-8?X?neither?='],
  ])('is decoded: %s', (raw, text) => {
    expect(readMime(eml(`From: a@example.com\nSubject: ${raw}\n\n.`)).subject).toBe(text);
  });
});

describe('the text of a mail', () => {
  const read = (body: Buffer | string, type: string, encoding = '8bit') =>
    readMime(
      Buffer.concat([
        eml(`From: a@example.com\nContent-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n`),
        Buffer.from(body),
      ]),
    ).text;
  test.each([
    ['GB18030', PIECES_GBK, 'text/plain; charset="gb18030"', '8bit', '件数：318'],
    ['GBK in base64', PIECES_GBK.toString('base64'), 'text/plain; charset=GBK', 'base64', '件数：318'],
    [
      'quoted-printable',
      'Totaal =E2=82=AC 12,=\r\n00',
      'text/plain; charset=utf-8',
      'quoted-printable',
      'Totaal € 12,00',
    ],
    ['UTF-8 that says it is ASCII', 'kosten één', 'text/plain; charset=us-ascii', '8bit', 'kosten één'],
    ['bytes of Western Europe without a charset', Buffer.from('e9e96e', 'hex'), 'text/plain', '8bit', 'één'],
    [
      'a page',
      '<html><head><title>x</title></head><style>p{}</style><p>AWB&nbsp;112<br>Pieces:<td>3</td></p><script>alert(1)</script>&#8364; 5 &lt;b&gt;',
      'text/html; charset=utf-8',
      '8bit',
      'AWB 112\nPieces: 3\n€ 5 <b>',
    ],
  ])('is decoded: %s', (_, body, type, encoding, text) => {
    expect(read(body, type, encoding)).toBe(text);
  });
});

test('reads the plain one of two forms of a text, and a forwarded mail in place', () => {
  const mail = readMime(
    eml(`From: a@example.com
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=bb

--bb
Content-Type: text/plain

plain text
--bb
Content-Type: text/html

<p>the page</p>
--bb--
--b
Content-Type: message/rfc822

From: first@example.com
Subject: inner
Content-Type: text/plain

what was forwarded
--b--
after the end`),
  );
  expect(mail.text).toBe('plain text\n\nwhat was forwarded');
});

test('keeps the bytes of files, under names without folders', () => {
  const { files, text } = readMime(utbEml({ file: '..\\\\..\\\\évil/aanslag.pdf' }));
  expect(files.map(({ name }) => name)).toEqual(['aanslag.pdf']);
  expect(Buffer.compare(Buffer.from(files[0]?.bytes ?? []), PDF)).toBe(0);
  expect(text).toContain('Douanerechten: € 1.234,56');
  const named = (name: string) =>
    readMime(
      eml(
        `From: a@example.com\nContent-Type: application/pdf\nContent-Disposition: attachment;\n ${name}\n\nx`,
      ),
    ).files[0]?.name;
  expect(named("filename*=UTF-8''%E7%BC%B4%E7%A8%8E.pdf")).toBe('缴税.pdf');
  expect(named('filename*0="a long "; filename*1="name.pdf"')).toBe('a long name.pdf');
  expect(named('filename="=?UTF-8?B?57y056iOLnBkZg==?="')).toBe('缴税.pdf');
  expect(named('filename="a\u202egpj.exe"')).not.toContain('\u202e');
});

describe('a file that is no mail', () => {
  test.each([
    ['a text', 'Pieces: 318'],
    ['nothing', ''],
    ['parts within parts without end', nested(30)],
    [
      'too many parts',
      `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n${'\n--b\n\nx'.repeat(500)}`,
    ],
    ['a header without end', `From: a@example.com\nX: ${'x'.repeat(300_000)}\n y\n\n.`],
  ])('is refused: %s', (_, source) => {
    expect(() => readMime(eml(source))).toThrow(MailUnreadable);
  });
});

function nested(depth: number): string {
  let inner = 'Content-Type: text/plain\n\nx';
  for (let at = 0; at < depth; at += 1)
    inner = `Content-Type: multipart/mixed; boundary=b${at}x\n\n--b${at}x\n${inner}\n--b${at}x--`;
  return `From: a@example.com\n${inner}`;
}

test('survives every mail without hanging', () => {
  const word = fc.constantFrom(
    ...[
      'From: a@b.cd',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: text/html',
      '--b',
      '--b--',
    ],
    ...[
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      '=?gbk?b?',
      '?=',
      '<',
    ],
    ...[
      '<!--',
      '<style>',
      '=3D=',
      '\r\n',
      '\n\n',
      '\0',
      ';',
      '"',
      "filename*0*=utf-8''%",
      'Content-Type: message/rfc822',
    ],
  );
  const source = fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 60 });
  fc.assert(
    fc.property(source, fc.constantFrom('\n', ''), (parts, between) => {
      try {
        const { text, files } = readMime(eml(`From: a@b.cd\n${parts.join(between)}`));
        expect(typeof text).toBe('string');
        expect(files.every(({ name }) => !/[/\\]/.test(name))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(MailUnreadable);
      }
    }),
    { numRuns: 500 },
  );
});

/** Time of a mail of ten times the size, in times of the first: far below the hundred of repeated reading. */
test.each([
  ['openings of tags', (n: number) => `Content-Type: text/html\n\n${'<style><a '.repeat(n)}`],
  ['encoded words without end', (n: number) => `Subject: ${'=?utf-8?b?'.repeat(Math.min(n, 20_000))}\n\n`],
  ['brackets in a date', (n: number) => `Date: ${'('.repeat(Math.min(n, 200_000))}\n\n`],
  [
    'marks of other parts',
    (n: number) => `Content-Type: multipart/mixed; boundary=b\n\n${'--bx\n'.repeat(n)}`,
  ],
  ['quotes', (n: number) => `Content-Type: text/plain; name=${'"\\'.repeat(Math.min(n, 100_000))}\n\n`],
  ['soft ends of lines', (n: number) => `Content-Transfer-Encoding: quoted-printable\n\n${'= \t'.repeat(n)}`],
])('reads a mail in time that grows with its size: %s', (_, source) => {
  const timed = (n: number) => {
    const bytes = eml(`From: a@b.cd\n${source(n)}`);
    const startedAt = performance.now();
    readMime(bytes);
    return performance.now() - startedAt;
  };
  timed(10_000);
  const small = Math.min(timed(10_000), timed(10_000), timed(10_000));
  const large = Math.min(timed(100_000), timed(100_000));
  expect(large).toBeLessThan(small * 40 + 50);
});
