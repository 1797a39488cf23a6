import { type Problem, problem } from '../errors';
import { boxNo, hasGs1Digit, palletSscc } from './codes';

/** Separator of element strings; scanners send it for FNC1 (GS1 General Specifications 7.8.4). */
const GS = '\u001d';
/** Symbology identifier that a scanner may send first (ISO/IEC 15424): `]`, a letter for the symbology, a modifier. */
const AIM = /^\]([A-Za-z])([0-9A-Za-z])/;
/** Identifiers of symbols with GS1 element strings; Caps Lock inverts the case of all of them. */
const GS1_SYMBOLS: ReadonlySet<string> = new Set([
  ...['C1', 'e0', 'd2', 'Q3', 'J1'],
  ...['c1', 'D2', 'q3', 'j1'],
]);
const STARS = /^\*([^*]+)\*$/;

/** Digits of an application identifier, by its first two (GS1 General Specifications, section 3). */
const IDENTIFIER_DIGITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [
        2,
        [
          '00',
          '01',
          '02',
          '03',
          '04',
          '10',
          '11',
          '12',
          '13',
          '15',
          '16',
          '17',
          '20',
          '21',
          '22',
          '30',
          '37',
        ],
      ],
      [2, ['90', '91', '92', '93', '94', '95', '96', '97', '98', '99']],
      [3, ['23', '24', '25', '40', '41', '42', '71']],
      [4, ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82']],
    ] as const
  ).flatMap(([digits, heads]) => heads.map((head) => [head, digits] as const)),
);
/** Length of predefined element strings with their identifier: no separator follows (figure 7.8.5-2). */
const PREDEFINED: ReadonlyMap<string, number> = new Map([
  ...[
    ['00', 20] as const,
    ['01', 16] as const,
    ['02', 16] as const,
    ['03', 16] as const,
    ['04', 18] as const,
  ],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((head) => [head, 8] as const),
  ...[['20', 4] as const, ['41', 16] as const],
  ...['31', '32', '33', '34', '35', '36'].map((head) => [head, 10] as const),
]);

/** A value with its application identifier. */
export interface GsElement {
  readonly identifier: string;
  readonly value: string;
}

/** Parses element strings in human-readable form, `(00)340…(37)12`. */
function bracketed(text: string): GsElement[] | undefined {
  if (!/^(?:\(\d{2,4}\)[^()]+)+$/.test(text)) return undefined;
  return [...text.matchAll(/\((\d{2,4})\)([^()]+)/g)].map(([, identifier = '', value = '']) => ({
    identifier,
    // Printed with spaces between the parts of a key.
    value: /^[\d ]+$/.test(value) ? value.replaceAll(' ', '') : value.trim(),
  }));
}

/** Parses the element strings of a GS1 symbol; undefined if the text has none, or ends within one. */
export function gs1Elements(text: string): GsElement[] | undefined {
  const elements: GsElement[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === GS) {
      at += 1;
      continue;
    }
    const head = text.slice(at, at + 2);
    const digits = IDENTIFIER_DIGITS.get(head);
    if (digits === undefined) return undefined;
    const length = PREDEFINED.get(head);
    const separator = text.indexOf(GS, at);
    const end = length === undefined ? (separator < 0 ? text.length : separator) : at + length;
    const [identifier, value] = [text.slice(at, at + digits), text.slice(at + digits, end)];
    const isWhole = end <= text.length && value !== '' && /^\d+$/.test(identifier);
    if (!isWhole || (length !== undefined && !/^\d+$/.test(value))) return undefined;
    elements.push({ identifier, value });
    at = end;
  }
  return elements.length > 0 ? elements : undefined;
}

const elementsText = (elements: readonly GsElement[]) =>
  elements.map(({ identifier, value }) => `(${identifier}) ${value}`).join(' ');

/** The number in a scan, with a note if it was corrected; or why there is none. */
export type ScanRead =
  | {
      readonly number: string;
      /** An alternative number of the same box. */
      readonly other?: string;
      readonly note?: Problem;
    }
  | { readonly problem: Problem };

const isSscc = (value: string) => /^\d{18}$/.test(value) && palletSscc.check(value) === undefined;

/** Identifiers of other keys with a check digit: GTIN, GSIN and GLN (GS1 General Specifications 3.3 and 3.7). */
const CHECKED_KEY = /^(0[123]|402|41[0-7])$/;

/** Returns the SSCC of element strings. Another key with a wrong check digit is only reported beside a valid SSCC. */
function readElements(elements: readonly GsElement[]): ScanRead {
  const sscc = elements.find(({ identifier }) => identifier === '00');
  const wrong = elements.find(({ identifier, value }) => CHECKED_KEY.test(identifier) && !hasGs1Digit(value));
  const key = wrong && elementsText([wrong]);
  const value = elementsText(elements);
  if (!sscc)
    return { problem: key ? problem('SCAN_KEY_WRONG', { key }) : problem('SCAN_NO_SSCC', { value }) };
  if (!isSscc(sscc.value)) return { problem: problem('SCAN_SSCC_WRONG', { value: sscc.value }) };
  return {
    ...{ number: sscc.value, other: `00${sscc.value}` },
    note: key ? problem('SCAN_SSCC_KEY_WRONG', { value, key }) : problem('SCAN_SSCC', { value }),
  };
}

/**
 * Characters of keyboard layouts by the keys of a US keyboard, the default of scanners. French and Belgian AZERTY
 * differ in 6 and 8 only.
 */
const LAYOUTS = [
  {
    name: 'AZERTY',
    telling: /[&é"'(§èçà_!?$]/,
    from: `&é"'(-§è_!çà)?,$aAqQzZwW`,
    to: '1234566788\u0039\u0030-Mm]qQaAwWzZ',
  },
  { name: 'QWERTZ', telling: /[ßüöä+´]/, from: 'ßyYzZ+', to: '-zZyY]' },
] as const;

/** Undoes another keyboard layout of the computer for a scanner set to a US keyboard; undefined for a US layout. */
function ofOtherLayout(text: string): { layout: string; sent: string } | undefined {
  const found = LAYOUTS.find(
    ({ telling, name }) => telling.test(text) && (name === 'QWERTZ' || !/\d/.test(text)),
  );
  if (!found) return undefined;
  const signs = new Map([...found.from].map((sign, at) => [sign, found.to[at] ?? sign]));
  return { layout: found.name, sent: [...text].map((sign) => signs.get(sign) ?? sign).join('') };
}

/** Removes the marks that scanners and symbols put around a number; they identify themselves. */
export function withoutMarks(text: string): string {
  const [, letter = '', modifier = ''] = AIM.exec(text) ?? [];
  const isGs1 = GS1_SYMBOLS.has(letter + modifier) || text.includes(GS);
  const bare = letter === '' ? text : text.slice(3);
  const elements = isGs1 ? gs1Elements(bare) : bracketed(bare);
  const sscc = elements?.find(({ identifier, value }) => identifier === '00' && isSscc(value));
  return sscc?.value ?? STARS.exec(bare)?.[1] ?? bare;
}

/**
 * Returns the box number in a scanner's input. Symbology identifiers, FNC1 and the asterisks of Code 39 are removed;
 * from a GS1 label the SSCC is used. A scan in another keyboard layout is reported, and accepted only if a check digit
 * proves it.
 */
export function readScan(raw: string): ScanRead {
  const text = raw.normalize('NFC').trim();
  const other = ofOtherLayout(text);
  if (other) return readOtherLayout(text, other);
  const [, letter = '', modifier = ''] = AIM.exec(text) ?? [];
  const bare = letter === '' ? text : text.slice(3);
  const written = bracketed(bare);
  if (written) return readElements(written);
  if (GS1_SYMBOLS.has(letter + modifier) || bare.includes(GS)) {
    const elements = gs1Elements(bare);
    if (elements) return readElements(elements);
    // A label of another system that also begins with FNC1.
    if (!/^\d\d/.test(bare.replaceAll(GS, ''))) return { number: bare.replaceAll(GS, '') };
    return { problem: problem('SCAN_BROKEN', { value: bare.replaceAll(GS, ' ') }) };
  }
  // Without identifier and FNC1, the check digit proves the SSCC.
  const elements = /^00\d{18}/.test(bare) && isSscc(bare.slice(2, 20)) ? gs1Elements(bare) : undefined;
  if (elements) return readElements(elements);
  return { number: STARS.exec(bare)?.[1] ?? bare };
}

function readOtherLayout(value: string, { layout, sent }: { layout: string; sent: string }): ScanRead {
  const read = readScan(sent);
  if ('problem' in read) return { problem: problem('SCAN_LAYOUT_ONLY', { value, layout }) };
  const number = boxNo.normalise(read.number);
  if (isSscc(number)) return { ...read, note: problem('SCAN_LAYOUT_PROVEN', { value, layout, number }) };
  return {
    problem:
      boxNo.check(number) === undefined
        ? problem('SCAN_LAYOUT', { value, layout, number })
        : problem('SCAN_LAYOUT_ONLY', { value, layout }),
  };
}
