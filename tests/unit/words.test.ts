import { resources } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { reports } from '@contract/report';
import { ACTORS, actorIn, fill, say, words } from '@contract/words';
import { describe, expect, test } from 'vitest';

test('keeps a placeholder without a value visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

test('chooses singular or plural by a count', () => {
  const rows = (n: string | number) => fill('{n} {n|row has|rows have} errors', { n });
  expect([0, 1, 2, '1'].map(rows)).toEqual([
    ...['0 rows have errors', '1 row has errors', '2 rows have errors', '1 row has errors'],
  ]);
  expect(fill('{n|row|rows}')).toBe('{n|row|rows}');
  expect(say('en', 'FILE_DONE', { name: 'a.csv', ok: 1 })).toBe('File a.csv: 1 row converted');
  expect(say('cn', 'FILE_ROW_ERRORS', { n: 1 })).toBe('1行数据有误，未导入');
});

test('names actors other than people in words, and people by their names', () => {
  expect(LANGUAGES.map((language) => actorIn(language, ACTORS.system))).toEqual(['System', '系统']);
  expect(LANGUAGES.map((language) => actorIn(language, ACTORS.app))).toEqual([
    'Freight Console',
    '货运操作台',
  ]);
  expect(LANGUAGES.map((language) => actorIn(language, '陈静 / Chen Jing'))).toEqual([
    '陈静 / Chen Jing',
    '陈静 / Chen Jing',
  ]);
});

describe.each(LANGUAGES)('the words in %s', (language) => {
  test('repeat only the beginning of a very long value in a message', () => {
    expect(say(language, 'CURRENCY_UNKNOWN', { value: 'XYZ' })).toContain('XYZ');
    const long = say(language, 'CURRENCY_UNKNOWN', { value: 'X'.repeat(70_000) });
    expect(long).toContain(`${'X'.repeat(500)}…`);
    expect(long.length).toBeLessThan(1000);
  });

  const labels: Readonly<Record<string, string>> = words[language].fields;

  test.each(reports)('name every field, number and chart of $name', async ({ name, row, tiles, charts }) => {
    const unnamed = Object.keys(row.shape).filter(
      (field) => !(`report_${field}` in labels || field in labels),
    );
    expect(unnamed.filter((field) => field !== 'billId')).toEqual([]);
    const { report } = (await import(`../../renderer/i18n/${language}/report.ts`)) as {
      report: { numbers: Record<string, string>; charts: Record<string, Record<string, string>> };
    };
    const numbers = [tiles, ...Object.values(charts).map(({ series }) => series)].flatMap(Object.keys);
    expect(numbers.filter((one) => !report.numbers[one])).toEqual([]);
    expect(Object.keys(charts)).toEqual(Object.keys(report.charts[name] ?? {}));
  });

  test.each(Object.values(resources).map(({ name, row }) => ({ name: name as string, row })))(
    'name every field of $name',
    ({ name, row }) => {
      const unnamed = Object.keys(row.shape).filter(
        (field) => !(`${name}_${field}` in labels || field in labels),
      );
      expect(unnamed).toEqual([]);
    },
  );
});
