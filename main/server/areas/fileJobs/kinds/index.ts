import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates as templates } from '@contract/files/templates';
import { perName } from '@contract/names';
import { resourceNames } from '@contract/resourceNames';
import { bookConverter } from '../books';
import type { Converter, Trial, TrialServices } from '../conversion';
import { type Reading, readTable } from '../reading';
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

const recordConverters = perName(resourceNames, (name) => rowConverter(recordRows(name)));

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

/** Findings of a conversion, as far as they can be known beforehand. Throws TabularError. */
export async function trial(trying: TrialServices, file: Reading): Promise<Trial> {
  const { trial: known } = converters[file.kind];
  if (known) return known(trying, file);
  const { sheets } = await readTable(file, {});
  return { sheets, records: null };
}
