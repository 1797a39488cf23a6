import { describe, expect, test } from 'vitest';
import {
  findPattern,
  fitsPattern,
  patternProblem,
  readPattern,
} from '../../../preload/contract/rules/pattern';

const find = (pattern: string, text: string) => findPattern(readPattern(pattern), text);
/** Returns the match of the language's own RegExp. */
const expected = (pattern: string, text: string) => {
  const found = new RegExp(pattern, 'imu').exec(text);
  return found ? (found[1] ?? found[0]) : undefined;
};

const TEXTS = [
  'AWB 160-12345675 has arrived, 12 pcs / 345.60 kg',
  'Notice of Arrival\nAWB: 112-90424456\nPieces: 318\nWeight: 1,204.5 KG\nReady: 03/11/2026 14:30',
  'aaa aab abab ba',
  'x=1;y=22;z=333',
  '到货通知 主单 112-90424456 件数 318',
  '',
];
const PATTERNS = [
  ...[
    '\\d{3}-\\d{8}',
    'AWB:?\\s*(\\d{3}-\\d{8})',
    'pieces?\\W+(\\d+)',
    '(\\d+)\\s*(?:pcs|pieces)',
    '[\\d.,]+\\s*kg',
  ],
  ...[
    'a*b',
    'a*?b',
    'a+',
    '(a|ab)(a|b)',
    '(ab)+',
    '(?:a|b){2,3}',
    'a{2}',
    'a{2,}',
    'a{0,1}b',
    '(a*)*b',
    '(a|aa)+$',
  ],
  ...[
    '^Weight.*$',
    '^$',
    '\\bba\\b',
    'a\\B',
    '[^a-z\\s]+',
    '[a-c-]+',
    '\\w=(\\d+);z',
    '件数\\s*(\\d+)',
    '.',
    '(x)|y',
    'z|',
  ],
];

describe.each(PATTERNS)('%s', (pattern) => {
  test('finds what the language finds', () => {
    expect(patternProblem(pattern)).toBeUndefined();
    for (const text of TEXTS) expect([text, find(pattern, text)]).toEqual([text, expected(pattern, text)]);
  });
});

test.each([
  ['(', '('],
  ['a)', ')'],
  ['[a', '['],
  ['*a', '*'],
  ['a**', '*'],
  ['(?=a)', '(?='],
  ['(?<!a)b', '(?<'],
  ['(a)\\1', '\\1'],
  ['\\p{L}', '\\p'],
  ['a{9999}', '{'],
  ['a{3,2}', '{3,2}'],
  ['[z-a]', 'z-a'],
  ['a\\', '\\'],
  ['((a{200}){200}){200}', '{}'],
])('%s is refused, and the part is named', (pattern, part) => {
  expect(patternProblem(pattern)).toEqual({ code: 'MAIL_PATTERN', params: { part } });
});

test('refuses a pattern that is too long', () => {
  expect(patternProblem('a'.repeat(201))).toMatchObject({ code: 'TOO_LONG' });
});

/** Counts the accesses to the characters of a text: proportional to the time, on any machine. */
function looksAt(pattern: string, text: string): number {
  let looks = 0;
  const { steps } = readPattern(pattern);
  const counting = steps.map((step) =>
    step.kind === 'char'
      ? {
          ...step,
          test: (char: string) => {
            looks += 1;
            return step.test(char);
          },
        }
      : step,
  );
  findPattern({ steps: counting }, text);
  return looks;
}

test.each(['(a+)+$', '(a|a)*b', '(a|aa)+$', '.*.*.*.*b', '(.*)*x'])(
  'the work of %s grows as the text does, where an expression of the language would never come to its end',
  (pattern) => {
    const [short, long] = [looksAt(pattern, 'a'.repeat(1000)), looksAt(pattern, 'a'.repeat(4000))];
    expect(short).toBeGreaterThan(0);
    expect(long / short).toBeLessThan(4.5);
  },
);

describe('a whole text', () => {
  const FORMS = [
    ...[
      '\\d{4} ?[A-Z]{2}',
      '\\d{5}(?:-\\d{4})?',
      '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}',
      'GIR ?0AA|[A-Z]\\d',
      '',
    ],
    ...['(ab)+', 'a|ab', 'a*?', '^\\d+$', '\\bA\\b.*', '[^0-9]+', '[a-c]x?'],
  ];
  const WORDS = ['1118 CP', '1118cp', '1118CP', '01310-100', '12345', '12345-6789', 'SW1A 1AA', 'GIR 0AA'];
  const MORE = ['ab', 'abab', 'aba', 'a', '', 'A', 'A b', 'cx', 'Cx', '货运', '12\n'];
  test.each(FORMS)('fits %s as the language says, upper and lower case told apart', (form) => {
    const pattern = readPattern(form, { cased: true });
    for (const text of [...WORDS, ...MORE])
      expect(fitsPattern(pattern, text), text).toBe(new RegExp(`^(?:${form})$`, 'u').test(text));
  });

  test.each(['(a+)+', '(a|a)*', '(.*)*', '((a*)*)*'])('looks at each character once for %s', (form) => {
    // Cut off: the language's own RegExp would take years.
    expect(fitsPattern(readPattern(form, { cased: true }), `${'a'.repeat(5000)}\n`)).toBe(false);
  });
});

test('bounds repetitions of an empty match like others', () => {
  expect(patternProblem('(((((((){200}){200}){200}){200}){200}){200}){200}')).toMatchObject({
    code: 'MAIL_PATTERN',
  });
});
