import type { Encoding } from '@contract/importing/encodings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, examplesIn } from '../../../main/tabular/encoding';
import type { TabularError } from '../../../main/tabular/tabularError';
import { long } from '../../support/long';
import { ENCODED, encode, isEncodable, WORDS } from './encoded';

const runs = long ? 3_000 : 150;
const CHINESE = '提单号,批次号\n999-64512803,张三的货物\n';

const gb = {
  has: (char: string) => char.charCodeAt(0) < 128 || isEncodable(char, 'gb18030'),
  encode: (text: string) => encode(text, 'gb18030'),
};

function decoded(bytes: Uint8Array, wanted?: Encoding): [string, string] {
  const { encoding, pieces } = decodeText(bytes, 'x.csv', { wanted });
  return [encoding, pieces.join('')];
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as TabularError).problem.code;
  }
}

const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('the encoding of a text file', () => {
  test.each<[string, Uint8Array, string, string]>([
    ['ASCII', Buffer.from('a,b\n1,2'), 'utf-8', 'a,b\n1,2'],
    ['nothing', Buffer.alloc(0), 'utf-8', ''],
    ['UTF-8', Buffer.from(CHINESE), 'utf-8', CHINESE],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${CHINESE}`), 'utf-8', CHINESE],
    ['a mark alone', Buffer.from('\ufeff'), 'utf-8', ''],
    ['UTF-16 little with a mark', utf16(`\ufeff${CHINESE}`, false), 'utf-16le', CHINESE],
    ['UTF-16 big with a mark', utf16(`\ufeff${CHINESE}`, true), 'utf-16be', CHINESE],
    ['UTF-16 little', utf16(CHINESE, false), 'utf-16le', CHINESE],
    ['UTF-16 big', utf16(CHINESE, true), 'utf-16be', CHINESE],
    ['GB18030', gb.encode(CHINESE), 'gb18030', CHINESE],
    [
      'GB18030, mostly Latin',
      gb.encode(`${'abc,def\n'.repeat(100)}张`),
      'gb18030',
      `${'abc,def\n'.repeat(100)}张`,
    ],
    ['Windows-1252', Buffer.from('Caf\xe9,Stra\xdfe\n', 'latin1'), 'windows-1252', 'Café,Straße\n'],
  ])('is found for %s', (_, bytes, encoding, text) => expect(decoded(bytes)).toEqual([encoding, text]));

  test('is found from the whole file: a late byte decides', () => {
    const late = Buffer.concat([Buffer.from('a,b\n'.repeat(300_000)), gb.encode('张三')]);
    const [encoding, text] = decoded(late);
    expect([encoding, text.slice(-3)]).toEqual(['gb18030', '\n张三']);
  });

  test('is the same in any pieces', () => {
    const long = `${'箱号,'.repeat(50_000)}`;
    expect(decoded(Buffer.from(long.repeat(4)))[1]).toBe(long.repeat(4));
    expect(decoded(gb.encode(long.repeat(4)))[1]).toBe(long.repeat(4));
    expect(decoded(utf16(long.repeat(4), true))[1]).toBe(long.repeat(4));
  });

  test('is used alone when it is selected', () => {
    expect(decoded(gb.encode('张三'), 'windows-1252')[0]).toBe('windows-1252');
    expect(decoded(Buffer.from([0xb1, 0x69, 0xa4, 0x54]), 'big5')).toEqual(['big5', '張三']);
    expect(codeOf(() => decodeText(gb.encode('张三'), 'x', { wanted: 'utf-8' }))).toBe('FILE_ENCODING');
    expect(codeOf(() => decodeText(Buffer.from('abc'), 'x', { wanted: 'utf-16le' }))).toBe('FILE_ENCODING');
    expect(codeOf(() => decodeText(Buffer.from([0xff]), 'x', { wanted: 'gb18030' }))).toBe('FILE_ENCODING');
  });

  test.each([
    ['NUL', Buffer.from('a,b\0c')],
    ['NUL in UTF-16', utf16('\ufeffa,b\0c', false)],
    [
      'a picture',
      Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]),
        Buffer.alloc(100, 7),
      ]),
    ],
    ['bytes of no text', Buffer.from([0xff, 0x01, 0x02, 0x80, 0x03])],
  ])('is refused for %s', (_, bytes) => expect(codeOf(() => decodeText(bytes, 'x'))).toBe('FILE_CONTENT'));

  test('is read back from any written text', () => {
    const char = fc.oneof(
      fc.constantFrom(...'abc,;"\n\r提单号张三的货物箱'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    );
    const text = fc
      .array(char, { minLength: 1 })
      .map((list) => list.join('').replace(/[\0\ufeff\ud800-\udfff]/g, ''));
    fc.assert(
      fc.property(text, (value) => {
        expect(decoded(Buffer.from(value), 'utf-8')[1]).toBe(value);
        expect(decoded(Buffer.from(`\ufeff${value}`))).toEqual(['utf-8', value]);
        for (const big of [false, true]) expect(decoded(utf16(`\ufeff${value}`, big))[1]).toBe(value);
        const simple = [...value].filter((part) => gb.has(part)).join('');
        expect(decoded(gb.encode(simple), 'gb18030')[1]).toBe(simple);
      }),
      { numRuns: runs },
    );
  });

  test('gives for any bytes a text or a typed error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([undefined, 'FILE_CONTENT', 'FILE_ENCODING', 'FILE_ENCODING_ROW']).toContain(
          codeOf(() => decodeText(bytes, 'x')),
        );
      }),
      { numRuns: runs * 5 },
    );
  });
});

describe('an uncertain encoding', () => {
  const text = (words: readonly string[]) =>
    `Bill or CMR number;POD time;Receiver;Remark\r\n${words.map((word) => `112-90424456;03/11/2026 09:30;${word};ok\r\n`).join('')}`;

  test('is correct or asked about, never silently wrong, for 12 encodings, six languages and any form', () => {
    const count = { right: 0, asked: 0, first: 0 };
    for (const [encoding, languages] of ENCODED) {
      fc.assert(
        fc.property(
          fc
            .constantFrom(...languages)
            .chain((language) =>
              fc.array(fc.constantFrom(...(WORDS[language] ?? [])), { minLength: 1, maxLength: 12 }),
            ),
          fc.constantFrom(';', ',', '\t'),
          (words, separator) => {
            const written = text(words).replaceAll(';', separator);
            const found = decodeText(encode(written, encoding), 'x.csv');
            const isRight = found.pieces.join('') === written;
            if (isRight && !found.encodingChoice) count.right++;
            else if (found.encodingChoice?.includes(encoding)) count.asked++;
            if (isRight) count.first++;
            expect(isRight || found.encodingChoice !== undefined).toBe(true);
            if (found.encodingChoice) expect(found.encodingChoice).toContain(encoding);
          },
        ),
        { numRuns: long ? 500 : 50, seed: 11 },
      );
    }
    process.stdout.write(`files of ${ENCODED.length} encodings: ${JSON.stringify(count)}\n`);
    // The first one offered is nearly always right.
    const all = ENCODED.length * (long ? 500 : 50);
    expect(count.right + count.asked).toBe(all);
    expect(count.first / all).toBeGreaterThan(0.95);
  });

  test('is not asked about when words at the start prove it', () => {
    const bytes = gb.encode(CHINESE);
    expect(decodeText(bytes, 'x').encodingChoice?.[0]).toBe('gb18030');
    expect(
      decodeText(bytes, 'x', { isKnown: (head) => head.startsWith('提单号') }).encodingChoice,
    ).toBeUndefined();
    expect(decodeText(bytes, 'x', { wanted: 'gb18030' }).encodingChoice).toBeUndefined();
  });

  test('is reported with its row for one stray byte in UTF-8', () => {
    const [head = '', ...rows] = ['Receiver,Remark', '张伟,"two\nlines"', 'M*ller,', '李娜,ok'];
    const bytes = Buffer.from([head, ...rows].join('\r\n').replace('*', '\u0001'));
    bytes[bytes.indexOf(1)] = 0xfc;
    expect(() => decodeText(bytes, 'x.csv')).toThrow(
      expect.objectContaining({ problem: { code: 'FILE_ENCODING_ROW', params: { name: 'x.csv', row: 3 } } }),
    );
    // A mostly Latin text is no UTF-8 with errors.
    expect(decodeText(Buffer.from('Caf\xe9 Stra\xdfe \xc3\xa9', 'latin1'), 'x').encodingChoice?.[0]).toBe(
      'windows-1252',
    );
  });
});

describe('examples of the cells that differ by encoding', () => {
  test('are the first three, read in each encoding', () => {
    const bytes = encode('Name,City\r\nJürgen,Köln\r\nAnna,Bonn\r\nWeiß,Düren\r\n', 'windows-1252');
    expect(examplesIn(bytes, ['windows-1252', 'windows-1251'])).toEqual({
      'windows-1252': 'Jürgen · Köln · Weiß',
      'windows-1251': 'Jьrgen · Kцln · WeiЯ',
    });
  });

  test('do not end in half a character where a long cell is cut', () => {
    for (const before of ['', 'x']) {
      const { gb18030 = '' } = examplesIn(encode(`${before}${'王'.repeat(50)},1`, 'gb18030'), ['gb18030']);
      expect(gb18030).toMatch(/^x?王{29,30}$/);
    }
  });
});
