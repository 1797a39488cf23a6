import { hasGs1Digit, ssccOf } from '@contract/rules/codes';
import { numbersIn } from '@contract/rules/numbers';
import { gs1Elements, readScan } from '@contract/rules/scan';
import { describe, expect, test } from 'vitest';

const SSCC = ssccOf('34012345', 678) ?? '';
const WRONG = `${SSCC.slice(0, -1)}${(Number(SSCC.at(-1)) + 1) % 10}`;
const GS = '\u001d';

/** Characters that a keyboard layout types for the keys that a scanner presses on a US keyboard. */
const KEYS = {
  french: { '1234567890': `&é"'(-è_çà`, '-]': ')$', qwazQWAZmM: 'azqwAZQW,?' },
  belgian: { '1234567890': `&é"'(§è!çà`, '-]': ')$', qwazQWAZmM: 'azqwAZQW,?' },
  german: { '-]': 'ß+', yzYZ: 'zyZY' },
} as const;
function typedOn(layout: keyof typeof KEYS, text: string): string {
  const signs = new Map(
    Object.entries(KEYS[layout]).flatMap(([from, to]) =>
      [...from].map((key, at) => [key, [...to][at] ?? key]),
    ),
  );
  return [...text].map((key) => signs.get(key) ?? key).join('');
}

const scanned = (raw: string) => {
  const read = readScan(raw);
  if ('problem' in read) return read.problem.code;
  return [read.number, read.note?.code].filter(Boolean).join(' ');
};

describe('a scan', () => {
  test.each([
    ['plain', 'LGG-0012-7', 'LGG-0012-7'],
    ['Code 39 with its stars', '*LGG-0012*', 'LGG-0012'],
    ['Code 39 with its identifier', ']A0LGG-0012', 'LGG-0012'],
    ['Code 39 with both', ']A1*LGG-0012*', 'LGG-0012'],
    ['Code 128', ']C0LGG-0012', 'LGG-0012'],
    ['Data Matrix', ']d1LGG-0012', 'LGG-0012'],
    ['QR code', ']Q1LGG-0012', 'LGG-0012'],
    ['GS1-128', `]C100${SSCC}`, `${SSCC} SCAN_SSCC`],
    ['GS1 DataMatrix with a count', `]d200${SSCC}3712`, `${SSCC} SCAN_SSCC`],
    ['GS1 QR code', `]Q3${GS}00${SSCC}`, `${SSCC} SCAN_SSCC`],
    [
      'SSCC behind goods, count and batch',
      `]C10205400000000010371${GS}10AB-1${GS}00${SSCC}`,
      `${SSCC} SCAN_SSCC`,
    ],
    ['weight and date before it', `]C133020012501526110500${SSCC}`, `${SSCC} SCAN_SSCC`],
    ['with a separator alone', `${GS}00${SSCC}`, `${SSCC} SCAN_SSCC`],
    ['without identifier and separator', `00${SSCC}`, `${SSCC} SCAN_SSCC`],
    ['the same with a count', `00${SSCC}3712`, `${SSCC} SCAN_SSCC`],
    ['as people read it', `(00)${SSCC}(37)12`, `${SSCC} SCAN_SSCC`],
    [
      'as it is printed',
      `(00) ${SSCC.slice(0, 1)} ${SSCC.slice(1, 8)} ${SSCC.slice(8)}`,
      `${SSCC} SCAN_SSCC`,
    ],
    ['SSCC without its identifier', SSCC, SSCC],
    ['twenty digits that are no SSCC', `00${WRONG}`, `00${WRONG}`],
    ['another system behind FNC1', ']C1LGG-0012', 'LGG-0012'],
    ['GS1 with a wrong check digit', `]C100${WRONG}`, 'SCAN_SSCC_WRONG'],
    ['GS1 without an SSCC', `]C1010540000000001010AB-1`, 'SCAN_NO_SSCC'],
    ['GTIN with a wrong check digit', ']C1010540000000001110AB-1', 'SCAN_KEY_WRONG'],
    ['the same as people read it', '(01)05400000000011', 'SCAN_KEY_WRONG'],
    ['GTIN-13 as people read it', '(01)5400000000010', 'SCAN_NO_SSCC'],
    ['GLN with a wrong check digit', ']C14105400000000011', 'SCAN_KEY_WRONG'],
    [
      'the same with a separator behind the count',
      `]C10205400000000011371${GS}00${SSCC}`,
      `${SSCC} SCAN_SSCC_KEY_WRONG`,
    ],
    ['GS1 that breaks off', `]C100${SSCC.slice(0, 12)}`, 'SCAN_BROKEN'],
    ['Caps Lock on', `]c100${SSCC}`, `${SSCC} SCAN_SSCC`],
    ['EAN-13', ']E05400000000010', '5400000000010'],
  ])('is read: %s', (_, raw, expected) => expect(scanned(raw)).toBe(expected));

  test.each(['french', 'belgian', 'german'] as const)('is read as typed on a %s keyboard', (layout) => {
    const typed = typedOn(layout, 'LGZ-2611-M07');
    expect(readScan(typed)).toEqual({
      problem: {
        code: 'SCAN_LAYOUT',
        params: { value: typed, number: 'LGZ-2611-M07', layout: layout === 'german' ? 'QWERTZ' : 'AZERTY' },
      },
    });
    expect(scanned(typedOn(layout, `]C100${SSCC}`))).toBe(`${SSCC} SCAN_LAYOUT_PROVEN`);
    expect(scanned(typedOn(layout, `]C100${WRONG}`))).toBe('SCAN_LAYOUT_ONLY');
  });

  test('is accepted by its check digit alone when it is digits typed on an AZERTY keyboard', () => {
    expect(scanned(typedOn('belgian', SSCC))).toBe(`${SSCC} SCAN_LAYOUT_PROVEN`);
    expect(scanned(typedOn('french', '20261105'))).toBe('SCAN_LAYOUT');
  });

  test('has the alternative number of a box stored with the identifier of its SSCC', () => {
    expect(readScan(`]C100${SSCC}`)).toMatchObject({ number: SSCC, other: `00${SSCC}` });
  });
});

test('computes the check digit of a GS1 key of each length', () => {
  // Examples of the check digit calculator of GS1 for GTIN-13, and keys of the other lengths.
  const keys = ['6291041500213', '96385074', '036000291452', '10614141000415', SSCC];
  expect(keys.map(hasGs1Digit)).toEqual(keys.map(() => true));
  expect(keys.map((key) => hasGs1Digit(`${key.slice(0, -1)}${(Number(key.at(-1)) + 1) % 10}`))).toEqual(
    keys.map(() => false),
  );
  expect(hasGs1Digit('62910A1500213')).toBe(false);
});

test('ends element strings by their length or a separator', () => {
  expect(gs1Elements(`0105400000000010${'17'}271231${'10'}AB12${GS}21S-1${GS}3103001250`)).toEqual([
    { identifier: '01', value: '05400000000010' },
    { identifier: '17', value: '271231' },
    { identifier: '10', value: 'AB12' },
    { identifier: '21', value: 'S-1' },
    { identifier: '3103', value: '001250' },
  ]);
  expect(gs1Elements('LGG')).toBeUndefined();
  expect(gs1Elements('10')).toBeUndefined();
  expect(gs1Elements('01054000000000')).toBeUndefined();
});

test('reads a list of numbers without the marks of scanners', () => {
  expect(numbersIn(`*LGG-1*\n]C100${SSCC}\n]A0LGG-2, LGG-1 00${SSCC}`)).toEqual([
    ...['LGG-1', SSCC, 'LGG-2', `00${SSCC}`],
  ]);
});
