import { fileTemplates } from '@contract/files/templates';
import * as SheetJS from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { openBook } from '../../../main/tabular/book';
import { CheckedTable } from '../../../main/tabular/check';
import { matchTable } from '../../../main/tabular/match';
import { openTable } from '../../../main/tabular/open';
import { sniffBytes } from '../../../main/tabular/sniff';
import { templateFile } from '../../../main/tabular/templateFile';

test('registers every template under its own name', () => {
  for (const [name, template] of Object.entries(fileTemplates)) expect(template.name).toBe(name);
});

// Templates of several sheets are tested in book.test.
describe.each(Object.values(fileTemplates).filter(({ sheets }) => !sheets))(
  'the file for $name',
  (template) => {
    describe.each(['en', 'cn'] as const)('in %s', (language) => {
      test.each(['xlsx', 'csv'] as const)(
        'is accepted by the import as %s, without its examples',
        async (format) => {
          const bytes = await templateFile(template, language, format);
          expect(await sniffBytes(bytes, format, `x.${format}`)).toBeUndefined();
          const { table } = await openTable(bytes, `x.${format}`, { types: ['csv', 'xlsx'], maxRows: 100 });
          const match = matchTable(table, template, 0);
          expect(match.columns.map(({ key }) => key)).toEqual([
            ...template.columns.map(({ key }) => key),
            null,
          ]);
          expect(match.notices).toEqual(template.later?.(() => []) ?? []);
          expect(table.rowCount).toBe(4);
          const mapping = match.columns.map(({ key }) => key);
          expect(() => new CheckedTable(table, { template, mapping })).toThrow('FILE_EMPTY');
        },
      );

      test('explains every column', async () => {
        const book = SheetJS.read(await templateFile(template, language, 'xlsx'));
        expect(book.SheetNames).toHaveLength(2);
        const guide = SheetJS.utils.sheet_to_json<string[]>(
          book.Sheets[book.SheetNames[1] ?? ''] as SheetJS.WorkSheet,
          { header: 1 },
        );
        for (const [at, column] of template.columns.entries()) {
          expect(guide[at + 1]?.[0]).toBe(column[language]);
          expect(guide[at + 1]?.[2]).toMatch(/\S/);
        }
        // Only addresses may keep the placeholder {no}: any other one was not filled in.
        const text = JSON.stringify(guide).replaceAll('{no}', '');
        expect(text).not.toMatch(/[{}]|undefined|KIND_|GUIDE_/);
      });
    });

    test('keeps identifiers as text, in rows still to be filled too', async () => {
      const book = SheetJS.read(await templateFile(template, 'en', 'xlsx'), {
        cellNF: true,
        sheetStubs: true,
      });
      const sheet = book.Sheets[book.SheetNames[0] ?? ''] as SheetJS.WorkSheet;
      expect(sheet.A2).toMatchObject({ t: 's', z: '@' });
      expect(sheet.A1000).toMatchObject({ z: '@' });
    });
  },
);

describe.each(Object.values(fileTemplates).filter(({ sheets }) => sheets))(
  'the workbook for $name',
  (template) => {
    test.each([
      ['en', 'xlsx'],
      ['cn', 'xlsx'],
      ['en', 'csv'],
      ['cn', 'csv'],
    ] as const)('is accepted by the import in %s as %s, without its examples', async (language, format) => {
      const bytes = await templateFile(template, language, format);
      const { parts } = await openBook(bytes, `x.${format}`, template, { types: template.types });
      expect(parts.map((part) => part.template)).toEqual(template.sheets);
      for (const { table, template: sheet } of parts) {
        const match = matchTable(table, sheet, 0);
        // A column that an earlier sheet of a csv has as well is in the same place there.
        const keys = match.columns.map(({ key }) => key);
        expect(new Set(keys)).toEqual(new Set([...sheet.columns.map(({ key }) => key), null]));
        expect(keys).toHaveLength(sheet.columns.length + 1);
        expect(match.notices).toEqual([]);
        expect(table.rowCount).toBe(4);
      }
    });
  },
);
