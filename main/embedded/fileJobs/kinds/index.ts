import type { RecordChanges } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates as templates } from '@contract/files/templates';
import type { ImportTemplate } from '@contract/importing/template';
import { type ResourceName, resourceNames } from '@contract/resourceNames';
import type { CheckedTable } from '../../../tabular/check';
import type { Context } from '../../context';
import type { Reader } from '../../store/open';
import { bookConverter } from '../books';
import { type Conversion, type Reading, readTable } from '../convert';
import { rowConverter } from '../rows';
import { awbFiles } from './awbFiles';
import { boxWeightRows, warehouseBoxRows } from './boxes';
import { boxParcel } from './boxParcel';
import { costRows } from './costs';
import { declaration } from './declaration';
import { consignmentBook, entryBook } from './entries';
import { invoices } from './invoices';
import { isfBook } from './isf';
import { mainBillRows } from './mainBills';
import { flightRows, podRows, t1Rows, timeNodeRows } from './nodes';
import { abnormalRows, failureRows, feedbackRows, freeRows, holdRows } from './parcels';
import { recordRows } from './records';
import { hsCodeRows, tariffRows } from './tariffs';

/** What a conversion would find in a file, and for a file of records what it would do to those that are there. */
export interface Trial {
  readonly sheets: readonly CheckedTable[];
  readonly records: RecordChanges | null;
}

/** Parts of the process that a dry run needs. */
export interface Trying {
  /** The records as the one who sent the file sees them. */
  readonly read: Reader;
  /** Carries out what only writing tells, of which nothing stays. */
  readonly rehearsed: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
}

/** How the files of a kind are converted: `run` brings a job to one of its ends. */
export interface Converter {
  readonly template: ImportTemplate;
  readonly run: (conversion: Conversion) => Promise<void>;
  /** Reads and checks a file against the records that its rows name; nothing is written. */
  readonly trial?: (trying: Trying, file: Reading) => Promise<Trial>;
}

const recordConverters = Object.fromEntries(
  resourceNames.map((name) => [name, rowConverter(recordRows(name))]),
) as Record<ResourceName, Converter>;

/** Every kind of file. */
export const converters: Readonly<Record<FileKind, Converter>> = {
  bill: rowConverter(mainBillRows(templates.bill)),
  declaration,
  box_parcel: boxParcel(templates.box_parcel),
  box_weight: rowConverter(boxWeightRows(templates.box_weight)),
  warehouse_box: rowConverter(warehouseBoxRows(templates.warehouse_box)),
  pod: rowConverter(podRows(templates.pod)),
  t1: rowConverter(t1Rows(templates.t1)),
  time_node: rowConverter(timeNodeRows(templates.time_node)),
  flight: rowConverter(flightRows(templates.flight)),
  hold: rowConverter(holdRows(templates.hold)),
  free: rowConverter(freeRows(templates.free)),
  failure: rowConverter(failureRows(templates.failure)),
  abnormal: rowConverter(abnormalRows(templates.abnormal)),
  api_feedback: rowConverter(feedbackRows(templates.api_feedback)),
  bill_cost: rowConverter(costRows),
  ...recordConverters,
  hsCode: rowConverter(hsCodeRows),
  isf: bookConverter(isfBook),
  entry: bookConverter(entryBook),
  entry_type11: bookConverter(consignmentBook),
  invoice: invoices,
  awb_file: awbFiles,
  tariff: rowConverter(tariffRows),
};

/** What a conversion would find in a file, as far as it can be known before. Throws TabularError. */
export async function trial(trying: Trying, file: Reading): Promise<Trial> {
  const { trial: known } = converters[file.kind];
  if (known) return known(trying, file);
  const { sheets } = await readTable(file, {});
  return { sheets, records: null };
}
