import path from 'node:path';
import { fileTemplates } from '@contract/files/templates';
import { canonicalText } from '@contract/importing/readRow';
import { fromMinor } from '@contract/rules/money';
import type { awbOutputs } from '@contract/tools/awbFile';
import { choiceLabel, labelOf } from '@contract/words';
import type { CheckedTable } from '../../../../tabular/check';
import { writeCsv } from '../../../../tabular/csvWriter';
import type { ExportColumn, ExportRow } from '../../../../tabular/exportCell';
import { mimeOf } from '../../../store/storedFiles';
import { keepOutputs, type OutputFile, writeMade } from '../../tools/outputs';
import { conclude } from '../conclude';
import type { Conversion, Converter } from '../conversion';
import { countsOf, foundIn, keepIssues, refuseAll } from '../outcome';
import { readAndCheck } from '../reading';
import { keepStatistic } from './declaration';
import { stage } from './declarationStage';
import { loadKnown } from './knownNumbers';
import type { StagedFile } from './staged';

/** A table to be written as a file. */
interface Table {
  readonly columns: readonly ExportColumn[];
  readonly rows: Iterable<ExportRow>;
  readonly count: number;
}

/**
 * Splits the declaration file of a waybill for those who work with its parts: lines by the system they are declared in,
 * as files that are declarations themselves, and lists of boxes and of IOSS numbers. All or nothing.
 */
export const awbFiles: Converter = {
  template: fileTemplates.awb_file,
  run: async (conversion) => {
    const { db, job } = conversion;
    const read = await readAndCheck(conversion);
    const { checked } = read;
    const staged = stage(
      conversion,
      checked,
      { currency: 'EUR' },
      await loadKnown(db, { now: conversion.now() }),
    );
    if (checked.counts.errors > 0)
      return refuseAll(conversion, read, ({ write }) => keepStatistic(write, job.id, null, staged));
    const made = await writeTables(conversion, checked, staged);
    const issues = foundIn(checked);
    await conversion.write(async (context) => {
      const { write, now } = context;
      await write.deleteFrom('fileIssue').where('jobId', '=', job.id).execute();
      await keepIssues(write, job.id, issues);
      await keepStatistic(write, job.id, null, staged);
      await keepOutputs(context, job.id, made);
      await conclude(write, job, { ...countsOf(checked), status: 'success' }, now);
    });
  },
};

async function writeTables(
  conversion: Conversion,
  checked: CheckedTable,
  staged: StagedFile,
): Promise<OutputFile[]> {
  const { job, files, options } = conversion;
  const tables: Record<(typeof awbOutputs)[number], Table> = {
    ags: lines(conversion, checked, staged, true),
    deco: lines(conversion, checked, staged, false),
    boxes: boxes(conversion, staged),
    ioss: sellers(conversion, staged),
  };
  const bare = path.parse(job.fileName).name.slice(0, 220);
  const made: OutputFile[] = [];
  for (const [output, { columns, rows, count }] of Object.entries(tables)) {
    conversion.beat(60, 98, made.length / 4);
    const name = `${bare} ${choiceLabel(options.language, 'awbOutput', output)}.csv`;
    const stream = writeCsv(columns, rows);
    made.push(await writeMade(files, { output, name, mime: mimeOf('csv'), rows: count, stream }));
  }
  return made;
}

/** Lines of the parcels of one system, in the columns of the file. */
function lines({ options }: Conversion, checked: CheckedTable, staged: StagedFile, ags: boolean): Table {
  const mappedColumns = checked.template.columns.filter(({ key }) => checked.placeOf(key) !== undefined);
  function* rows(): Generator<ExportRow> {
    for (const place of checked.rows('all')) {
      const { values, walls } = checked.read(place);
      if (staged.parcels.get(String(values.trackingNo))?.ags !== ags) continue;
      yield mappedColumns.map(({ key }) => canonicalText(values[key], walls?.[key]));
    }
  }
  return {
    columns: mappedColumns.map((column) => ({ header: column[options.language], kind: 'text' })),
    rows: rows(),
    count: (ags ? staged.ags : staged.deco).lines,
  };
}

const kilograms = (grams: number): string => (grams / 1000).toFixed(3);

function boxes({ options: { language } }: Conversion, staged: StagedFile): Table {
  const deco = new Map<string, number>();
  for (const { ags, box } of staged.parcels.values())
    if (!ags) deco.set(box.boxNo, (deco.get(box.boxNo) ?? 0) + 1);
  const fields = ['boxNo', 'totalParcels', 'decoParcels', 'agsParcels', 'totalWeight'];
  return {
    columns: fields.map((field, at) => ({
      header: labelOf(language, field),
      kind: at === 0 ? 'text' : 'number',
    })),
    rows: [...staged.boxes.values()].map(({ boxNo, parcels, weight }) => {
      const low = deco.get(boxNo) ?? 0;
      return [boxNo, parcels, low, parcels - low, kilograms(weight)];
    }),
    count: staged.boxes.size,
  };
}

/** One row for each IOSS number and its seller; goods without a number are left out. */
function sellers({ options: { language } }: Conversion, staged: StagedFile): Table {
  interface Sum {
    readonly iossNo: string;
    readonly sellerName: string;
    parcels: number;
    lines: number;
    weight: number;
    value: number;
  }
  const sums = new Map<string, Sum>();
  for (const { iossNo, sellerName, lines: n, grossWeight, value } of staged.parcels.values()) {
    if (iossNo === null) continue;
    const key = `${iossNo} ${sellerName}`;
    const sum = sums.get(key) ?? { iossNo, sellerName, parcels: 0, lines: 0, weight: 0, value: 0 };
    sum.parcels += 1;
    sum.lines += n;
    sum.weight += grossWeight;
    sum.value += value;
    sums.set(key, sum);
  }
  const fields = [
    'iossNo',
    'sellerName',
    'totalParcels',
    'totalLines',
    'totalWeight',
    'totalValue',
    'currency',
  ];
  const texts = new Set(['iossNo', 'sellerName', 'currency']);
  return {
    columns: fields.map((field) => ({
      header: labelOf(language, field),
      kind: texts.has(field) ? 'text' : 'number',
    })),
    rows: [...sums.values()].map((sum) => [
      sum.iossNo,
      sum.sellerName,
      sum.parcels,
      sum.lines,
      kilograms(sum.weight),
      fromMinor(sum.value, staged.currency),
      staged.currency,
    ]),
    count: sums.size,
  };
}
