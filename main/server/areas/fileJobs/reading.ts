import path from 'node:path';
import type { FileKind } from '@contract/files/fileKindNames';
import type { FileContext } from '@contract/importing/readRow';
import type { ImportTemplate } from '@contract/importing/template';
import { type OpenedBook, openBook } from '../../../tabular/book';
import type { CheckedTable } from '../../../tabular/check';
import { examplesIn } from '../../../tabular/encoding';
import { datesOf, decimalsOf, findHeader, matchTable, ordersIn } from '../../../tabular/match';
import { numberHeader } from '../../../tabular/matchNumbers';
import { readBytes } from '../../../tabular/open';
import { checkSheets, countsOfAll, leaveOutOf } from '../../../tabular/sheets';
import { tabularError } from '../../../tabular/tabularError';
import { placeOf } from '../../store/storedFiles';
import type { Conversion } from './conversion';
import type { JobOptions } from './jobRow';

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** A file read and checked against its template. */
export interface CheckedFile {
  readonly opened: OpenedBook;
  /** Sheets in the order of the template, checked against each other too. */
  readonly sheets: readonly CheckedTable[];
  /** The first sheet, which for most kinds is the whole file. */
  readonly checked: CheckedTable;
}

/** A file to be read, and how. */
export interface Reading {
  readonly path: string;
  /** Name of the file, whose extension decides the type. */
  readonly fileName: string;
  readonly kind: FileKind;
  readonly template: ImportTemplate;
  readonly options: JobOptions;
  /** Time of reading: a date far from it counts as odd. */
  readonly now: string;
  /** Called at intervals; an exception from it ends the reading. */
  readonly beat?: Conversion['beat'];
}

/** Reads and checks the file of a job: the first half of every conversion. Throws TabularError. */
export function readAndCheck(conversion: Conversion, zones: FileContext = {}): Promise<CheckedFile> {
  const { job, options, template, files } = conversion;
  return readTable(
    {
      ...{ path: placeOf(files, job.fileId), fileName: job.fileName, kind: job.kind, template, options },
      now: conversion.now(),
      beat: (...how) => conversion.beat(...how),
    },
    zones,
  );
}

/** Reads and checks a file. Throws TabularError. */
export async function readTable(
  { path: place, fileName, template, options, now, beat = () => undefined }: Reading,
  zones: FileContext,
): Promise<CheckedFile> {
  const { bytes } = await readBytes(place, fileName, template.maxSize, (read, total) =>
    beat(0, 5, read / total),
  );
  const name = path.basename(fileName);
  const { encoding, separator, sheet, hidden } = options;
  const opened = await openBook(
    bytes,
    name,
    template,
    {
      types: template.types,
      ...(encoding ? { encoding } : {}),
      ...(separator ? { separator: SEPARATORS[separator] } : {}),
      ...(sheet ? { sheet } : {}),
      leaveHidden: hidden === 'leave',
    },
    (_, read) => beat(5, 15, read / bytes.length),
  );
  if (opened.encodingChoice) {
    // Beside the candidates, how each reads the cells that differ: a person chooses by these.
    const encodings = { list: opened.encodingChoice };
    throw tabularError('ENCODING_AMBIGUOUS', {
      ...examplesIn(bytes, opened.encodingChoice),
      name,
      encodings,
    });
  }
  const headers = opened.parts.map(({ table, template: own }) =>
    options.header === undefined ? findHeader(table, own) : (table.rowOf(options.header) ?? 0),
  );
  const matches = opened.parts.map((part, at) =>
    // Column choices apply to files of one sheet only.
    matchTable(part.table, part.template, headers[at] ?? 0, template.sheets ? undefined : options.mapping),
  );
  const dates = datesOf(matches.map((match) => match.dates));
  const order = options.order ?? dates?.order;
  if (order === 'open' && !options.order) {
    const values = { list: (dates?.examples ?? []).map(({ text }) => text) };
    throw tabularError('DATE_ORDER_AMBIGUOUS', { name, values, orders: { list: dates?.choices ?? [] } });
  }
  const decimals = decimalsOf(matches.map((match) => match.decimals));
  const decimal = options.decimal ?? decimals?.sign;
  const [number] = decimals?.examples ?? [];
  // Texts among the numbers of a spreadsheet are no examples: they are refused one by one.
  if (decimal === 'open' && !options.decimal && decimals && number !== undefined) {
    const [column = ''] = opened.parts.flatMap(({ table, template: own }, at) => {
      const match = matches[at];
      return (match && numberHeader(table, own, match, headers[at] ?? 0, number)) || [];
    });
    throw tabularError('DECIMAL_AMBIGUOUS', { name, column, values: decimals.examples.join('; ') });
  }
  const total = opened.parts.reduce((sum, { table }) => sum + table.rowCount, 0);
  let before = 0;
  const sheets = checkSheets(opened.parts, (part, at) => {
    const from = before;
    before += part.table.rowCount;
    return {
      mapping: (matches[at]?.columns ?? []).map(({ key }) => key),
      header: headers[at] ?? 0,
      context: {
        ...{ ...zones, now: Date.parse(now) },
        ...(order ? { order } : {}),
        ...(order && !options.order ? { orders: ordersIn(matches[at]?.dates ?? null, order) } : {}),
        ...(decimal ? { decimal } : {}),
      },
      language: options.language,
      progress: (rows) => beat(15, 40, (from + rows) / total, { totalRows: from + rows }),
    };
  });
  leaveOutOf(sheets, options.leave ?? []);
  if (countsOfAll(sheets).rows === 0) throw tabularError('FILE_EMPTY');
  return { opened, sheets, checked: sheets[0] as CheckedTable };
}
