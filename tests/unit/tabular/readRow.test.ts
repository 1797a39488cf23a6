import { billTemplate } from '@contract/bill/billTemplate';
import { problem } from '@contract/errors';
import { choice, code, codes, count, dateTime, text } from '@contract/fields';
import { canonicalText, missingProblem, rowReader } from '@contract/importing/readRow';
import { importTemplate, matchHeaders } from '@contract/importing/template';
import { uldNo } from '@contract/rules/codes';
import { airportCode } from '@contract/rules/places';
import { describe, expect, test } from 'vitest';

const base = { required: false, examples: ['', '', ''] as const };
const template = importTemplate({
  name: 'flight',
  unique: [],
  row: ({ boxes, mode }) => [
    ...(boxes === 13 ? [{ column: 'boxes', level: 'warning' as const, problem: problem('FORMAT') }] : []),
    ...(mode === null ? [{ column: 'mode', level: 'error' as const, problem: problem('REQUIRED') }] : []),
  ],
  columns: [
    { ...base, key: 'eta', en: 'ETA', cn: '预计到港', field: dateTime('landing'), zoneOf: 'airport' },
    { ...base, key: 'airport', en: 'Airport', cn: '机场', field: code(airportCode), required: true },
    { ...base, key: 'boxes', en: 'Boxes', cn: '箱数', field: count(1, 5000) },
    { ...base, key: 'mode', en: 'Mode', cn: '方式', field: choice('mode', ['air', 'sea']) },
    { ...base, key: 'ulds', en: 'ULD', cn: '板号', field: codes(uldNo) },
    { ...base, key: 'remark', en: 'Remark', cn: '备注', field: text(10) },
  ],
});

const zones = new Map([['AMS', 'Europe/Amsterdam']]);
const context = { zoneOf: (airport: string) => zones.get(airport) };
const read = (cells: string[], mapping = ['eta', 'airport', 'boxes', 'mode', 'ulds', 'remark']) =>
  rowReader(template, mapping, context)(cells);

describe('an imported row', () => {
  test('has a value for every column, read in the zone of its airport', () => {
    expect(read(['03/11/2026 07:50', 'ams', '12', 'Air', 'PMC12345CK', ''])).toEqual({
      values: {
        eta: '2026-11-03T06:50:00Z',
        airport: 'AMS',
        boxes: 12,
        mode: 'air',
        ulds: ['PMC12345CK'],
        remark: null,
      },
      issues: [],
      walls: undefined,
    });
  });

  test('keeps a time of unknown zone apart from its values', () => {
    const { values, walls, issues } = read(['03/11/2026 07:50', 'LGG', '12', 'air']);
    expect(walls).toEqual({ eta: '2026-11-03T07:50:00' });
    expect('eta' in values).toBe(false);
    expect(issues).toEqual([]);
  });

  test('reports each wrong cell once, in the order of the template', () => {
    const { issues, values } = read(['31/02/2026', 'A', '13', 'rail', '', 'much too long']);
    expect(issues.map(({ column, level, problem: { code } }) => `${column} ${level} ${code}`)).toEqual([
      'eta error DATE_INVALID',
      'airport error AIRPORT_FORMAT',
      'boxes warning FORMAT',
      'mode error CHOICE_UNKNOWN',
      'remark error TOO_LONG',
    ]);
    expect(values).toEqual({ eta: null, airport: null, boxes: 13, mode: null, ulds: [], remark: null });
  });

  test('has no value without a column in the file', () => {
    const { values, issues } = read(['AMS', 'sea'], ['airport', 'mode']);
    expect(values).toEqual({ eta: null, airport: 'AMS', boxes: null, mode: 'sea', ulds: [], remark: null });
    expect(issues).toEqual([]);
  });

  test('uses the first of two columns with the same meaning', () => {
    expect(read(['AMS', 'LGG'], ['airport', 'airport']).values.airport).toBe('AMS');
  });

  test('shares its lists with no other row', () => {
    const reader = rowReader(template, ['airport'], context);
    expect(reader(['AMS']).values).not.toBe(reader(['AMS']).values);
  });
});

test('names missing required columns in the language of the user', () => {
  expect(missingProblem(template, ['eta', null], 'en')).toEqual(
    problem('HEADER_MISSING', { columns: { list: ['Airport'] } }),
  );
  expect(missingProblem(template, ['eta'], 'cn')).toEqual(
    problem('HEADER_MISSING', { columns: { list: ['机场'] } }),
  );
  expect(missingProblem(template, ['airport'], 'en')).toBeUndefined();
});

test('writes values so that they read as the same values, in any order of dates', () => {
  const cells = ['03/11/2026 07:50', 'LGG', '12', 'air', 'PMC12345CK;PMC12346CK', '=1+1'];
  const first = read(cells);
  const keys = template.columns.map(({ key }) => key);
  const canonical = keys.map((key) => canonicalText(first.values[key], first.walls?.[key]));
  expect(canonical[0]).toBe('2026-11-03 07:50:00');
  const again = rowReader(template, keys, { ...context, order: 'MDY' })(canonical);
  expect(again).toEqual(first);
});

describe('the bill template', () => {
  test.each(['en', 'cn'] as const)('reads its own examples (%s)', (language) => {
    const headers = billTemplate.columns.map((column) => column[language]);
    const mapping = matchHeaders(billTemplate, headers);
    expect(mapping).toEqual(billTemplate.columns.map(({ key }) => key));
    const zone: Record<string, string> = {
      PVG: 'Asia/Shanghai',
      CAN: 'Asia/Shanghai',
      CNSHA: 'Asia/Shanghai',
      NLRTM: 'Europe/Amsterdam',
      AMS: 'Europe/Amsterdam',
      LGG: 'Europe/Brussels',
    };
    const reader = rowReader(billTemplate, mapping, { zoneOf: (airport) => zone[airport] });
    for (const at of [0, 1, 2] as const) {
      const { issues, walls } = reader(billTemplate.columns.map(({ examples }) => examples[at]));
      expect(issues.filter(({ level }) => level === 'error')).toEqual([]);
      expect(walls).toBeUndefined();
    }
  });
});
