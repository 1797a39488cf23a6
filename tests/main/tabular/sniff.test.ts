import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileType } from '@contract/endpoint';
import { explain, problem } from '@contract/errors';
import * as SheetJS from '@e965/xlsx';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sniff, sniffBytes } from '../../../main/tabular/sniff';
import { xlsxOf, xlsxParts, zipOf } from './officeFiles';
import { oleOf } from './oleFile';

const TYPES: readonly FileType[] = ['xlsx', 'xls', 'ods', 'csv', 'pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx'];
const samples = new Map<string, { bytes: Uint8Array; fits: readonly FileType[] }>();
const XLSX_MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const docxTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const contents = '[Content_Types].xml';

beforeAll(async () => {
  const book = SheetJS.utils.book_new();
  SheetJS.utils.book_append_sheet(book, SheetJS.utils.aoa_to_sheet([['a', 1]]), 'S');
  const plain = xlsxParts('<sheetData/>');
  const add = (name: string, bytes: Uint8Array | string, ...fits: FileType[]) =>
    samples.set(name, { bytes: Buffer.from(bytes as string), fits });
  add('xlsx of hucre', await writeXlsx({ sheets: [{ name: 'S', rows: [['a', 1]] }] }), 'xlsx');
  add('xlsx of SheetJS', new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'xlsx' })), 'xlsx');
  add('xls', new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'biff8' })), 'xls');
  add('xlsb', new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'xlsb' })));
  add('ods', new Uint8Array(SheetJS.write(book, { type: 'array', bookType: 'ods' })), 'ods');
  add('doc', oleOf(['WordDocument', '1Table']), 'doc');
  add('xls by hand', oleOf(['Workbook']), 'xls');
  add('msg', oleOf(['__properties_version1.0']));
  add(
    'docx',
    zipOf([
      { name: contents, data: docxTypes },
      { name: 'word/document.xml', data: '<w/>' },
    ]),
    'docx',
  );
  // .NET libraries set the type of the workbook by extension, and those of other parts by name (OPC, 6.2.3).
  add(
    'xlsx typed by its extension',
    xlsxOf({
      ...plain,
      [contents]: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="XML" ContentType="${XLSX_MAIN}"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    }),
    'xlsx',
  );
  add(
    'another type given to the part by its name',
    xlsxOf({
      ...plain,
      [contents]: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="${XLSX_MAIN}"/><Override PartName="/XL/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>`,
    }),
  );
  add('docx without its part', zipOf([{ name: contents, data: docxTypes }]));
  add(
    'docm',
    zipOf([
      {
        name: contents,
        data: docxTypes.replace(
          'openxmlformats-officedocument.wordprocessingml.document',
          'ms-word.document.macroEnabled',
        ),
      },
      { name: 'word/document.xml', data: '<w/>' },
    ]),
  );
  add(
    'xlsm',
    xlsxOf({
      ...plain,
      [contents]: (plain[contents] ?? '').replace(
        'openxmlformats-officedocument.spreadsheetml.sheet',
        'ms-excel.sheet.macroEnabled',
      ),
    }),
  );
  add('zip', zipOf([{ name: 'a.txt', data: 'a' }]));
  add('pdf', '%PDF-1.7\n%\xe2\n1 0 obj', 'pdf', 'csv');
  add('pdf behind a few lines', `\n\n${'%'.repeat(50)}%PDF-1.4`, 'pdf', 'csv');
  add('zip with a pdf in it', Buffer.concat([zipOf([{ name: 'a', data: 'x' }]), Buffer.from('%PDF-1.4')]));
  add('page with a pdf in it', '<html>%PDF-1.4', 'csv');
  add('jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), 'jpg', 'jpeg');
  add('png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'png');
  add('gif', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'));
  add('program', Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'));
  add('csv', '提单号,批次号\n1,2\n', 'csv');
  add('nothing', '', 'csv');
});

describe('the content check of a file', () => {
  test('accepts each type under its own name alone', async () => {
    let pairs = 0;
    for (const [name, { bytes, fits }] of samples) {
      for (const type of TYPES) {
        const found = await sniffBytes(bytes, type, `x.${type}`);
        expect([name, type, found === undefined]).toEqual([name, type, fits.includes(type)]);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(200);
  });

  test('accepts text or a page named .xls only where its table is read', async () => {
    for (const text of ['a;b\n1;2\n', '<html><table>', '<?xml version="1.0"?><Workbook xmlns="urn:x">']) {
      const bytes = Buffer.from(text);
      expect(await sniffBytes(bytes, 'xls', 'x.xls', true)).toBeUndefined();
      expect(await sniffBytes(bytes, 'xls', 'x.xls')).toMatchObject({ code: 'FILE_CONTENT' });
    }
    expect(await sniffBytes(Buffer.from('MZ\x90\0'), 'xls', 'x.xls', true)).toMatchObject({
      code: 'FILE_CONTENT',
    });
  });

  test('reports a password-protected file', async () => {
    const locked = oleOf(['EncryptedPackage', 'EncryptionInfo']);
    for (const type of ['xlsx', 'docx', 'xls', 'doc'] as const) {
      expect(await sniffBytes(locked, type, 'x')).toEqual({ code: 'FILE_PROTECTED', params: { name: 'x' } });
    }
  });

  test('reports a damaged file', async () => {
    const xlsx = samples.get('xlsx of hucre')?.bytes ?? new Uint8Array();
    expect(await sniffBytes(xlsx.subarray(0, xlsx.length / 2), 'xlsx', 'x')).toMatchObject({
      code: 'FILE_BROKEN',
    });
    const xls = samples.get('xls')?.bytes ?? new Uint8Array();
    expect(await sniffBytes(xls.subarray(0, 600), 'xls', 'x')).toMatchObject({ code: 'FILE_BROKEN' });
  });
});

describe('the content check of a file on disk', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sniff-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  test('names the file in its message', async () => {
    const file = path.join(folder, 'a.pdf');
    writeFileSync(file, 'hello');
    expect(await sniff(file, 'pdf')).toEqual({
      code: 'FILE_CONTENT',
      params: { name: 'a.pdf', type: 'pdf', found: { choice: ['fileContent', 'text'] } },
    });
    expect(await sniff(file, 'csv')).toBeUndefined();
  });

  test.each([
    ['a.xlsx', '%PDF-1.4', 'a.xlsx is a PDF, not xlsx.'],
    ['a.xlsx', '', 'a.xlsx is empty, not xlsx.'],
    ['a.csv', 'PK\u0003\u0004', 'a.csv is an archive or a document of another program, not csv.'],
    ['a.pdf', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'a.pdf is a picture, not pdf.'],
    ['a.xls', 'MZ', 'a.xls is a program, not xls.'],
    ['a.csv', Buffer.from([1, 0, 2, 0, 9]), 'a.csv is something else, not csv.'],
  ] as const)('names the content of %s, and the remedy', async (name, bytes, expected) => {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    const type = path.extname(name).slice(1) as 'xlsx';
    const found = await sniff(file, type);
    const message = explain('en', found ?? problem('INTERNAL'));
    expect(message).toContain(expected);
    expect(message).toContain(`save it as ${type}`);
  });
});
