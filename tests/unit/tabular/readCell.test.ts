import { check } from '@contract/checked';
import { explain } from '@contract/errors';
import {
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  decimal,
  flag,
  money,
  note,
  percentage,
  text,
  unitPrice,
  volume,
  weight,
} from '@contract/fields';
import { compileColumn, compileParts, Flaw, Wall } from '@contract/importing/readCell';
import type { ImportColumn } from '@contract/importing/template';
import { boxNo, trackingNo, uldNo } from '@contract/rules/codes';
import { hsCode } from '@contract/rules/customs';
import { countryCode } from '@contract/rules/places';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { long } from '../../support/long';

const runs = long ? 20_000 : 1_000;

function column(field: z.ZodType, more: Partial<ImportColumn> = {}): ImportColumn {
  return { key: 'x', en: 'X', cn: '某', field, required: false, examples: ['', '', ''], ...more };
}

/** Returns a reader of cells that returns the value, or the code of the error; a warning is behind the value. */
function reading(field: z.ZodType, more: Partial<ImportColumn> = {}) {
  const read = compileColumn(column(field, more));
  return (cell: string, zone?: string) => {
    const value = read(cell, zone);
    if (value instanceof Wall) return `wall ${value.text}`;
    if (!(value instanceof Flaw)) return value;
    return value.level === 'error' ? value.problem.code : [value.value, value.problem.code];
  };
}

describe('identifiers written as numbers by a program', () => {
  test('are repaired when no digit is lost, and refused otherwise', () => {
    const read = reading(code(trackingNo));
    expect(read('784512345678.0')).toBe('784512345678');
    expect(['7.84512345678E11', '7.84512345678e+11', '7,84512345678E+11'].map((cell) => read(cell))).toEqual(
      Array.from({ length: 3 }, () => '784512345678'),
    );
    const lost = ['7.84512E11', '7.84512e11', '7.84512E+11', '7.84512E+011', '1.23456789012346E+17', '8E+14'];
    expect(lost.map((cell) => read(cell))).toEqual(lost.map(() => 'NUMBER_SCIENTIFIC'));
    // Letters in a code are not an exponent.
    expect(['12E45678', '219E01BE77', '784512E6'].map((cell) => read(cell))).toEqual([
      '12E45678',
      '219E01BE77',
      '784512E6',
    ]);
  });
  test('are repaired for every code, and for long ones in texts', () => {
    expect([reading(code(boxNo))('1001001.0'), reading(code(hsCode))('610910.0')]).toEqual([
      '1001001',
      '610910',
    ]);
    const read = reading(text(40));
    expect(['70255512.0', '1.0', '7.84512345678e11'].map((cell) => read(cell))).toEqual([
      '70255512',
      '1.0',
      '784512345678',
    ]);
    expect(read('7.84512e11')).toEqual(['7.84512e11', 'NUMBER_SCIENTIFIC']);
  });
});

describe('numbers by the decimal sign of their file', () => {
  const reading = (field: z.ZodType, decimal: 'point' | 'comma' | 'open') => {
    const { read } = compileParts(column(field), 'DMY', decimal);
    return (cell: string) => {
      const value = read(cell);
      if (!(value instanceof Flaw)) return value;
      return value.level === 'error' ? value.problem.code : [value.value, value.problem.code];
    };
  };
  test('are read as amounts', () => {
    const cells = ['980,50', '1.250', '1.234,50', '12,345'];
    expect(cells.map(reading(money(), 'comma'))).toEqual(['980.50', '1250', '1234.50', '12.345']);
    expect(['1,250', '980.50', '0,42'].map(reading(money(), 'point'))).toEqual(['1250', '980.50', '0.42']);
    expect(['1.250', '1,250', '980.50'].map(reading(money(), 'open'))).toEqual([
      'NUMBER_SEPARATOR',
      'NUMBER_SEPARATOR',
      '980.50',
    ]);
    expect(['5,5%', '1.250'].map(reading(percentage(), 'comma'))).toEqual(['5.5', '1250']);
  });
  test('are read as weights, which scales show with three decimals', () => {
    const cells = ['18,425', '0,420', '520.400', '34'];
    const doubtful = [520.4, 'NUMBER_TWO_WAYS'];
    expect(cells.map(reading(weight(), 'comma'))).toEqual([18.425, 0.42, doubtful, 34]);
    expect(cells.map(reading(weight(), 'point'))).toEqual([18_425, 0.42, 520.4, 34]);
  });
  test('are read as counts, without decimals', () =>
    expect(['1.200', '1,200', '34 colli'].map(reading(count(), 'comma'))).toEqual([1200, 1200, 34]));
});

describe('a placeholder in a cell', () => {
  const errors = ['#N/A', '#REF!', '#DIV/0!', '#NV', '#BEZUG!', '#¡REF!'];
  test('is no value when it is a spreadsheet error, in fields of every kind', () => {
    for (const field of [text(40), note(40), code(boxNo), codes(boxNo), weight(), money(), count(), date()])
      expect(errors.map((cell) => reading(field)(cell))).toEqual(errors.map(() => 'CELL_ERROR'));
    expect(reading(text(40))('#12 Main Street')).toBe('#12 Main Street');
  });
  test('is empty when it is a word for nothing, and never goods', () => {
    const words = ['nan', 'NaN', 'NULL', 'null', 'undefined', '<NA>'];
    for (const field of [text(40), note(40), code(boxNo)]) {
      expect([...words, 'None', 'N/A'].map((cell) => reading(field, { required: true })(cell))).toEqual(
        [...words, 'None', 'N/A'].map(() => 'CELL_PLACEHOLDER'),
      );
      expect(words.map((cell) => reading(field)(cell))).toEqual(
        words.map(() => [null, 'CELL_PLACEHOLDER_EMPTY']),
      );
    }
    expect(reading(text(40), { required: true })('-')).toBe('CELL_PLACEHOLDER');
    // Names, and words of choices.
    expect(['Nan', 'Null', 'Nancy', '-'].map((cell) => reading(text(40))(cell))).toEqual([
      'Nan',
      'Null',
      'Nancy',
      '-',
    ]);
    expect(reading(choice('mode', ['air', 'sea']))('nan')).toBe('CHOICE_UNKNOWN');
  });
});

describe('cells filled by a program', () => {
  test('are spreadsheet errors in any language, or the crosses of a narrow column', () => {
    const errors = ['#ССЫЛКА!', '#BLOCKED!', '#¿NOMBRE?', 'Err:502', '#######'];
    const read = reading(text(40), { required: true });
    expect(errors.map((cell) => read(cell))).toEqual(errors.map(() => 'CELL_ERROR'));
    expect(read('#1 brand!')).toBe('#1 brand!');
  });

  test('are refused as true and false for identifiers and names, in any spreadsheet language', () => {
    const truths = ['TRUE', 'False', 'WAHR', 'FAUX', 'ONWAAR'];
    for (const field of [code(boxNo), text(40)])
      expect(truths.map((cell) => reading(field, { required: true })(cell))).toEqual(
        truths.map(() => 'CELL_PLACEHOLDER'),
      );
    expect(reading(text(40))('TRUE')).toEqual([null, 'CELL_PLACEHOLDER_EMPTY']);
    expect(reading(note(40))('TRUE')).toBe('TRUE');
    expect(reading(text(40), { required: true })('Vero')).toBe('Vero');
  });

  test('are refused as empty words for required texts', () => {
    const read = reading(text(40), { required: true });
    const words = ['无', '暂无', '???', '.', 'TBD', 'n.a.', 'nil', '(null)', '\\N', '[object Object]'];
    expect(words.map((cell) => read(cell))).toEqual(words.map(() => 'CELL_PLACEHOLDER'));
    expect(['Nan', 'Null', 'Wu'].map((cell) => read(cell))).toEqual(['Nan', 'Null', 'Wu']);
    expect(reading(code(countryCode), { required: true })('NA')).toBe('NA');
  });

  test('are whole numbers with decimals, also in tariff headings', () => {
    const read = reading(code(trackingNo));
    expect(['784512345678.00', '784512345678,0'].map((cell) => read(cell))).toEqual([
      '784512345678',
      '784512345678',
    ]);
    const hs = reading(code(hsCode));
    expect([hs('610910.00'), hs('9503.00')]).toEqual(['610910', '950300']);
  });
});

describe('a percentage', () => {
  test('is read with or without its sign in every percentage field', () => {
    expect(reading(decimal('%', 100))('Free')).toBe(0);
    const cells = ['21', '21%', '21 %', '5.5%', '21％'];
    expect(cells.map((cell) => reading(decimal('%', 100))(cell))).toEqual([21, 21, 21, 5.5, 21]);
    expect(cells.map((cell) => reading(percentage())(cell))).toEqual(['21', '21', '21', '5.5', '21']);
    expect(['%', '21%%'].map((cell) => reading(percentage())(cell))).toEqual([
      'NUMBER_INVALID',
      'NUMBER_INVALID',
    ]);
  });
  test('is refused in other fields', () =>
    expect([reading(weight())('21%'), reading(money())('21%'), reading(count())('21%')]).toEqual([
      'NUMBER_INVALID',
      'NUMBER_INVALID',
      'NUMBER_INVALID',
    ]));
});

describe('empty cells', () => {
  test.each([
    text(10),
    note(10),
    code(boxNo),
    choice('mode', ['air', 'sea']),
    flag(),
    count(),
    weight(),
    money(),
    date(),
    dateTime(),
  ])('are null, or missing when required', (field) => {
    for (const empty of ['', '  ', '\u3000', '\t\n']) {
      expect(reading(field)(empty)).toBeNull();
      expect(reading(field, { required: true })(empty)).toBe('REQUIRED');
    }
  });

  test('are empty, not null, in lists', () => expect(reading(codes(uldNo))('')).toEqual([]));
  test('are those of separators alone', () =>
    expect(reading(code(trackingNo), { required: true })('--')).toBe('REQUIRED'));
});

describe('a text cell', () => {
  const read = reading(text(10));
  test('is trimmed, with line breaks as blanks', () => {
    expect(read('  a b ')).toBe('a b');
    expect(read('a \r\n  b')).toBe('a b');
  });
  test('may be as long as allowed', () => {
    expect(read('0123456789')).toBe('0123456789');
    expect(read('0123456789a')).toBe('TOO_LONG');
    expect(read('x'.repeat(1_000_000))).toBe('TOO_LONG');
  });
  test('has a warning when digits were lost in a spreadsheet', () => {
    expect(read('8.68E+14')).toEqual(['8.68E+14', 'NUMBER_SCIENTIFIC']);
    expect(read('8E+shoes')).toBe('8E+shoes');
  });
  test('is checked for its format', () => {
    expect(reading(text(50, 'url'))('https://example.com/a')).toBe('https://example.com/a');
    expect(reading(text(50, 'url'))('example')).toBe('FORMAT');
    expect(reading(text(50, 'email'))('a@b.nl')).toBe('a@b.nl');
    expect(reading(text(50, 'email'))('a@b')).toBe('FORMAT');
  });
  test('keeps several lines', () => expect(reading(note(20))('a\r\nb\rc')).toBe('a\nb\nc'));
});

describe('a code cell', () => {
  test('is stored in its normal form', () => {
    expect(reading(code(trackingNo))(' tul 8800-012345 nl ')).toBe('TUL8800012345NL');
    expect(reading(code(hsCode))('8517.13.00')).toBe('85171300');
    expect(reading(code(countryCode))('nl')).toBe('NL');
  });
  test('keeps its zeros', () => expect(reading(code(hsCode))('030749')).toBe('030749'));
  test.each(['8.68E+14', '8,68E+14', '1.23456789012345E+17', '9E+10'])(
    'is refused for lost digits: %s',
    (cell) => {
      expect(reading(code(trackingNo))(cell)).toBe('NUMBER_SCIENTIFIC');
      expect(reading(code(boxNo))(cell)).toBe('NUMBER_SCIENTIFIC');
    },
  );
  test('is refused when wrong, with a warning when unusual', () => {
    expect(reading(code(hsCode))('61091')).toMatch(/^HS_/);
    expect(reading(code(trackingNo))('RR473124820GB')).toEqual(['RR473124820GB', 'CHECK_DIGIT']);
    expect(reading(code(boxNo))('X'.repeat(41))).toBe('TOO_LONG');
  });
  test('is read as a list by semicolon, comma or their Chinese forms, each once', () => {
    const read = reading(codes(uldNo, 2));
    expect(read('PMC12345CK; pmc12346ck ;PMC12345CK')).toEqual(['PMC12345CK', 'PMC12346CK']);
    expect(read('PMC12345CK，PMC12346CK')).toEqual(['PMC12345CK', 'PMC12346CK']);
    expect(read(';;')).toEqual([]);
    expect(read('PMC12345CK;nonsense')).toBe('ULD_FORMAT');
    expect(read('PMC12345CK;PMC12346CK;PMC12347CK')).toBe('LIST_TOO_LONG');
  });
});

describe('a choice cell', () => {
  const read = reading(choice('vatScheme', ['ioss', 'special', 'standard']));
  test.each([
    ['IOSS', 'ioss'],
    ['special', 'special'],
    ['Special Arrangement', 'special'],
    ['special-arrangement', 'special'],
  ])('is read: %s', (cell, value) => expect(read(cell)).toBe(value));
  test('is read in Chinese', () => expect(reading(choice('mode', ['air', 'sea']))('空运')).toBe('air'));
  test('is refused with the choices when unknown', () => {
    const flaw = compileColumn(column(choice('mode', ['air', 'sea'])))('rail');
    expect(flaw).toMatchObject({
      problem: { code: 'CHOICE_UNKNOWN', params: { value: 'rail', choices: { list: ['air', 'sea'] } } },
    });
  });
  test.each([
    ['Y', true],
    ['yes', true],
    ['1', true],
    ['TRUE', true],
    ['是', true],
    ['n', false],
    ['No', false],
    ['0', false],
    ['False', false],
    ['否', false],
    ['maybe', 'CHOICE_UNKNOWN'],
  ])('is read as flag: %s', (cell, value) => expect(reading(flag())(cell)).toBe(value));
});

describe('a number cell', () => {
  test('is read as whole number', () => {
    const read = reading(count(1, 9999));
    expect(['1', '9,999', ' 12 ', '12.0'].map((cell) => read(cell))).toEqual([1, 9999, 12, 12]);
    expect(['0', '10000', '-1', '1.5', 'x', '1.234'].map((cell) => read(cell))).toEqual([
      'NUMBER_RANGE',
      'NUMBER_RANGE',
      'NUMBER_RANGE',
      'NUMBER_INTEGER',
      'NUMBER_INVALID',
      'NUMBER_SEPARATOR',
    ]);
  });
  test('is read as weight or volume', () => {
    const read = reading(weight());
    expect(['0.123', '12,5', '1.5000', '3'].map((cell) => read(cell))).toEqual([0.123, 12.5, 1.5, 3]);
    expect(['0.1234', '-1', '1e10', '1,234'].map((cell) => read(cell))).toEqual([
      'NUMBER_DECIMALS',
      'NUMBER_MIN',
      'NUMBER_MAX',
      'NUMBER_SEPARATOR',
    ]);
    expect(reading(volume())('1000001')).toBe('NUMBER_MAX');
  });
  test('stays text when it is an amount', () => {
    const read = reading(money());
    expect(
      ['118900.00', '1.234.567,89', '0.1', '.5', '9007199254.7409', '1.50000'].map((cell) => read(cell)),
    ).toEqual(['118900.00', '1234567.89', '0.1', '0.5', '9007199254.7409', '1.5000']);
    expect(['0.12345', '1234567890123', '5 €5'].map((cell) => read(cell))).toEqual([
      'NUMBER_DECIMALS',
      'NUMBER_MAX',
      'NUMBER_INVALID',
    ]);
  });
});

describe('a date cell', () => {
  test('is read as a day, with or without a time', () => {
    expect(reading(date())('03/11/2026')).toBe('2026-11-03');
    expect(reading(date())('2026-11-03 08:15:00')).toBe('2026-11-03');
    expect(reading(date())('31/02/2026')).toBe('DATE_INVALID');
  });
  test('is an instant with its zone, or waits for it', () => {
    const read = reading(dateTime('landing'));
    expect(read('03/11/2026 07:50', 'Europe/Amsterdam')).toBe('2026-11-03T06:50:00Z');
    expect(read('03/11/2026 07:50')).toBe('wall 2026-11-03T07:50:00');
    expect(read('2026-11-03T06:50:00Z')).toBe('2026-11-03T06:50:00Z');
    expect(read('29/03/2026 02:30', 'Europe/Amsterdam')).toBe('TIME_SKIPPED');
    expect(read('25/10/2026 02:30', 'Europe/Amsterdam')).toBe('TIME_TWICE');
    expect(read('2026-10-25 02:30 +0100', 'Europe/Amsterdam')).toBe('2026-10-25T01:30:00Z');
    expect(read('25/10/2026 02:30 CEST', 'Europe/Amsterdam')).toBe('2026-10-25T00:30:00Z');
  });
  test('is no time from a day alone, except at midnight', () => {
    expect(reading(dateTime())('03/11/2026')).toBe('TIME_MISSING');
    expect(reading(dateTime(), { timeOptional: true })('03/11/2026', 'Asia/Shanghai')).toBe(
      '2026-11-02T16:00:00Z',
    );
  });
});

describe('a cell that is read', () => {
  const fields: [string, z.ZodType][] = [
    ['text', text(12)],
    ['code', code(boxNo)],
    ['tracking', code(trackingNo)],
    ['country', code(countryCode)],
    ['count', count(1, 9999)],
    ['weight', weight()],
    ['volume', volume()],
    ['money', money()],
    ['price', unitPrice()],
    ['date', date()],
    ['instant', dateTime()],
    ['codes', codes(uldNo, 3)],
    ['choice', choice('mode', ['air', 'sea'])],
    ['flag', flag()],
  ];
  const cells = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-+0-9., ]{0,14}$/),
    fc.stringMatching(/^[A-Za-z0-9 ;-]{0,20}$/),
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString()),
    fc.constantFrom('NL', 'air', 'Y', 'PMC12345CK', '03/11/2026', '2026-11-03 08:15'),
  );
  test.each(fields)('passes the schema of its field: %s', (_, field) => {
    const read = compileColumn(column(field));
    fc.assert(
      fc.property(cells, (cell) => {
        const found = read(cell);
        const value = found instanceof Flaw ? found.value : found;
        if (value === null || value instanceof Wall) return;
        expect(check(field, value)).toMatchObject({ ok: true });
      }),
      { numRuns: runs },
    );
  });
  test.each(fields)('gives the same when read twice: %s', (_, field) => {
    const read = compileColumn(column(field));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '1', '2', 'NL', 'air', '03/11/2026', '', 'x'.repeat(50))),
        (list) => {
          for (const cell of list) expect(read(cell)).toEqual(compileColumn(column(field))(cell));
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('reads a column of many different texts correctly to its end', () => {
  const read = compileColumn(column(code(trackingNo)));
  for (let i = 0; i < 10_000; i++)
    expect(read(`tul${8_800_000_000 + i}nl`)).toBe(`TUL${8_800_000_000 + i}NL`);
  expect(read('tul8800000001nl')).toBe('TUL8800000001NL');
});

describe('signs and units around a number', () => {
  test('include a currency, ignored with a warning when no row confirms it', () => {
    const read = reading(money());
    expect(read('€ 980.50')).toEqual(['980.50', 'CURRENCY_WRITTEN']);
    expect(read('980.50 stone')).toBe('NUMBER_INVALID');
    expect(read('(980.50)')).toBe('-980.50');
    expect(read('980.50-')).toBe('-980.50');
    expect(read('-(980.50)')).toBe('NUMBER_INVALID');
  });

  test('include the own unit, a convertible one, or one refused by name', () => {
    const read = reading(weight());
    expect([read('0.42kg'), read('18公斤')]).toEqual([0.42, 18]);
    expect([read('420 g'), read('1.5 t')]).toEqual([
      [0.42, 'UNIT_CONVERTED'],
      [1500, 'UNIT_CONVERTED'],
    ]);
    expect([read('1 lb'), read('1 oz'), read('1 ton')]).toEqual(['UNIT_OTHER', 'UNIT_OTHER', 'UNIT_OTHER']);
    const space = reading(volume());
    expect([space('1.2 cbm'), space('500 l'), space('3 cuft')]).toEqual([
      1.2,
      [0.5, 'UNIT_CONVERTED'],
      'UNIT_OTHER',
    ]);
    expect(reading(volume(), { unit: 'cm' })('24"')).toBe('UNIT_OTHER');
  });

  test.each([
    ['1 lb', '1 lb” is in pounds. Enter it in kg', '单位是磅，请按公斤填写'],
    ['420 g', 'is read as 0.42 kg', '按0.42公斤读取'],
    ['2 斤', 'is in jin. Enter it in kg', '单位是斤，请按公斤填写'],
  ])('are named in each language for the unit of %s', (text, en, cn) => {
    const { read } = compileParts(column(weight()));
    const found = read(text);
    if (!(found instanceof Flaw)) throw new Error('no flaw');
    expect(explain('en', found.problem, 'W')).toContain(en);
    expect(explain('cn', found.problem, 'W')).toContain(cn);
  });

  test('are kept as the foot sign in a container type', () => {
    const also = { '40HQ': ['40HC', '45G1'] };
    const read = reading(choice('containerType', ['20GP', '40HQ']), { also });
    expect(["40'HQ", '40’HC', '40 HQ', '45G1', "20'GP", "20' GP"].map((cell) => read(cell))).toEqual([
      '40HQ',
      '40HQ',
      '40HQ',
      '40HQ',
      '20GP',
      '20GP',
    ]);
  });

  test('are refused as currency on other numbers, and as other weights than kilograms', () => {
    expect(reading(count(0, 100))('€ 12')).toEqual([12, 'CURRENCY_WRITTEN']);
    expect(reading(percentage())('€ 21')).toBe('NUMBER_INVALID');
    const kilos = reading(decimal(null, 1000), { unit: 'kg' });
    expect([kilos('12 kg'), kilos('350 g'), kilos('2 lbs')]).toEqual([
      12,
      [0.35, 'UNIT_CONVERTED'],
      'UNIT_OTHER',
    ]);
  });
});
