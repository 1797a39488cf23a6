import { billTemplate } from '../../bill/billTemplate';
import { declarationTemplate } from '../../bill/declarationTemplate';
import type { ImportTemplate } from '../../importing/template';
import { MAX_DECLARATION, MAX_ROWS } from '../../limits';
import type { FileKind } from '../fileKindNames';
import { apiFeedbackTemplate } from './apiFeedback';
import { flightTemplate, podTemplate, t1Template } from './bills';
import { boxParcelTemplate, boxWeightTemplate, warehouseBoxTemplate } from './cargo';
import { costTemplate } from './costs';
import { consignmentTemplate, entryTemplate } from './entries';
import { isfTemplate } from './isf';
import { abnormalTemplate, failureTemplate, freeTemplate, holdTemplate } from './parcelStates';
import { recordTemplates } from './records';
import { timeNodeTemplate } from './timeNodes';

/** The template of each kind of file. */
export const fileTemplates: Readonly<Record<FileKind, ImportTemplate>> = {
  ...recordTemplates,
  bill: billTemplate,
  declaration: declarationTemplate,
  box_parcel: boxParcelTemplate,
  box_weight: boxWeightTemplate,
  pod: podTemplate,
  t1: t1Template,
  time_node: timeNodeTemplate,
  flight: flightTemplate,
  hold: holdTemplate,
  free: freeTemplate,
  failure: failureTemplate,
  abnormal: abnormalTemplate,
  warehouse_box: warehouseBoxTemplate,
  api_feedback: apiFeedbackTemplate,
  bill_cost: costTemplate,
  isf: isfTemplate,
  entry: entryTemplate,
  entry_type11: consignmentTemplate,
  invoice: { ...declarationTemplate, name: 'invoice', types: ['csv', 'xlsx', 'xls', 'ods'] },
  awb_file: { ...declarationTemplate, name: 'awb_file', types: ['csv', 'xlsx', 'xls', 'ods'] },
  tariff: {
    ...recordTemplates.hsCode,
    name: 'tariff',
    maxSize: MAX_DECLARATION,
    maxRows: MAX_ROWS.declaration,
  },
};
