import { describe, expect, test } from 'vitest';
import {
  findPattern,
  fitsPattern,
  patternProblem,
  readPattern,
} from '../../../preload/contract/rules/pattern';

const find = (pattern: string, text: string) => findPattern(readPattern(pattern), text);
/** Returns the match of JavaScript's own RegExp. */
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
  ...['a*b', 'a*?b', 'a+', '(a|ab)(a|b)', '(ab)+', '(?:a|b){2,3}', 'a{2}', 'a{2,}', 'a{0,1}b', '(a|aa)+$'],
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
    '\\p{L}{2}(\\d*)',
    '[\\[\\{\\]-]',
    '\\{|x',
    'z|',
  ],
];

describe.each(PATTERNS)('the pattern %s', (pattern) => {
  test('finds what JavaScript finds', () => {
    expect(patternProblem(pattern)).toBeUndefined();
    for (const text of TEXTS) expect([text, find(pattern, text)]).toEqual([text, expected(pattern, text)]);
  });
});

test.each([
  ['(', '('],
  ['a)', ')'],
  ['[a', '['],
  ['*a', '*'],
  ['a**', '**'],
  ['(?=a)', '(?='],
  ['(?<!a)b', '(?<!a)b'],
  ['(a)\\1', '\\1'],
  ['a{9999}', '{9999}'],
  ['\\d{4', '{'],
  ['a{x}', '{'],
  ['a{3,2}', '{3,2}'],
  ['[z-a]', 'z-a'],
  ['a\\', '\\'],
  ['((a{200}){200}){200}', '{200}'],
  ['(?:a|b|[cd]e){500}', '{}'],
])('refuses %s and names the part', (pattern, part) => {
  expect(patternProblem(pattern)).toEqual({ code: 'MAIL_PATTERN', params: { part } });
});

test('refuses a pattern that is too long', () => {
  expect(patternProblem('a'.repeat(201))).toMatchObject({ code: 'TOO_LONG' });
});

/** Returns the time of the fastest of three runs, in milliseconds. */
function fastest(run: () => void): number {
  const once = () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  return Math.min(once(), once(), once());
}

// A search that restarts at each character takes a hundred times as long for ten times the text.
test.each([...['(a+)+$', '(a|a)*b', '(a|aa)+$', '.*.*.*.*b', '(.*)*x', '(?:a{0,20}){0,20}c']])(
  'takes time for %s in proportion to the text',
  (pattern) => {
    const read = readPattern(pattern);
    const [short, long] = [1000, 10_000].map((length) => {
      const text = `${'a'.repeat(length)}!`;
      return fastest(() => findPattern(read, text));
    });
    expect(long).toBeLessThan((short ?? 0) * 40 + 20);
  },
);

test.each([`(?:${'\\w'.repeat(90)}){1000}`, `(?:${'[^ab]?'.repeat(31)}){0,1000}`, '((a{200}){200}){200}'])(
  'refuses %s at little cost',
  (pattern) => {
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    expect(patternProblem(pattern)).toMatchObject({ code: 'MAIL_PATTERN' });
    expect(performance.now() - start).toBeLessThan(3000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(120_000_000);
  },
);

test.each([
  ['件数\u3000318', '件数\\s(\\d+)', '318'],
  ['Pieces:\u00a0318', 'pieces: (\\d+)', '318'],
  ['Pieces:\u00a0\v318', 'pieces:\\W+(\\d+)', '318'],
])('treats blanks of web pages and of Chinese as blanks: %s', (text, pattern, found) => {
  expect(find(pattern, text)).toBe(found);
});

describe('a pattern for a whole text', () => {
  const FORMS = [
    ...[
      '\\d{4} ?[A-Z]{2}',
      '\\d{5}(?:-\\d{4})?',
      '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}',
      'GIR ?0AA|[A-Z]\\d',
      '',
    ],
    ...['(ab)+', '\\w+', '\\p{Lu}', 'a|ab', 'a*?', '^\\d+$', '\\bA\\b.*', '[^0-9]+', '[a-c]x?'],
  ];
  const WORDS = ['1118 CP', '1118cp', '1118CP', '01310-100', '12345', '12345-6789', 'SW1A 1AA', 'GIR 0AA'];
  const MORE = ['ab', 'abab', 'aba', 'a', '', 'A', 'A b', 'cx', 'Cx', '货运', '12\n'];
  test.each(FORMS)('fits %s as in JavaScript, case-sensitive', (form) => {
    const pattern = readPattern(form, { cased: true });
    for (const text of [...WORDS, ...MORE])
      expect(fitsPattern(pattern, text), text).toBe(new RegExp(`^(?:${form})$`, 'u').test(text));
  });

  test.each(['(a+)+', '(a|a)*', '(.*)*', '((a*)*)*'])('reads each character once for %s', (form) => {
    // JavaScript's own RegExp would take years.
    expect(fitsPattern(readPattern(form, { cased: true }), `${'a'.repeat(5000)}\n`)).toBe(false);
  });
});

test('bounds repetitions of an empty match like others', () => {
  expect(patternProblem('(((((((){200}){200}){200}){200}){200}){200}){200}')).toMatchObject({
    code: 'MAIL_PATTERN',
  });
});
