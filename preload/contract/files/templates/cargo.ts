import { choice, count, volume, weight } from '../../fields';
import { type ImportColumn, importTemplate, type RowIssue, type RowValues } from '../../importing/template';
import { MAX_ROWS } from '../../limits';
import { type SIDES, sideIssues } from '../../rules/boxSides';
import { boxWeightProblem, parcelWeightProblem } from '../../rules/weights';
import { boxColumn, error, parcelColumn } from './parts';

const weightColumn = (required: boolean, examples: ImportColumn['examples']): ImportColumn => ({
  key: 'weight',
  en: 'Weight (kg)',
  cn: '重量(KG)',
  aliases: [
    'Weight',
    'Gross weight',
    'Gross weight (kg)',
    'KG',
    '重量',
    '毛重',
    '实重',
    'G.W.',
    'G.W. (kg)',
    'Gewicht',
    'Gewicht (kg)',
    'Bruttogewicht',
    'Bruttogewicht (kg)',
    '重量(公斤)',
    '毛重(公斤)',
  ],
  field: weight(),
  required,
  examples,
});

/** A decimal column for a side, without a displayed unit. */
const sideColumn = (
  key: (typeof SIDES)[number],
  en: string,
  cn: string,
  aliases: readonly string[],
  example: string,
): ImportColumn => ({
  ...{ key, en: `${en} (cm)`, cn: `${cn}(CM)`, aliases: [en, cn, ...aliases] },
  field: volume(),
  unit: 'cm',
  required: false,
  examples: [example, example, ''],
});

/** Returns NUMBER_MIN for a zero weight, and warnings for an odd one. */
function weightIssues({ weight: found }: RowValues, oddity: typeof boxWeightProblem): readonly RowIssue[] {
  if (found === 0) return [error('weight', 'NUMBER_MIN', { min: 0.001 })];
  const odd = oddity(found);
  return odd ? [{ column: 'weight', level: 'warning', problem: odd }] : [];
}

/** Boxes and parcels without their contents: for bills whose customs data comes from elsewhere. */
export const boxParcelTemplate = importTemplate({
  name: 'box_parcel',
  maxRows: MAX_ROWS.declaration,
  unique: ['trackingNo'],
  row: (values) => weightIssues(values, parcelWeightProblem),
  columns: [
    boxColumn(['PLD26110300001', 'PLD26110300001', 'PLD26110300002']),
    parcelColumn(['TUL8800012345NL', 'TUL8800012347NL', 'TUL8800012346NL']),
    weightColumn(true, ['1.050', '0.420', '0.085']),
  ],
});

/** Measured weight and sides of each box. */
export const boxWeightTemplate = importTemplate({
  name: 'box_weight',
  maxRows: MAX_ROWS.box,
  unique: ['boxNo'],
  row: (values) => [...weightIssues(values, boxWeightProblem), ...sideIssues(values)],
  columns: [
    boxColumn(['PLD26110300001', 'PLD26110300002', 'PLD26110300003']),
    weightColumn(true, ['18.450', '22.1', '9.75']),
    sideColumn('length', 'Length', '长', ['L', '长度', 'Länge', 'Länge (cm)'], '60'),
    sideColumn('width', 'Width', '宽', ['W', '宽度', 'Breite', 'Breite (cm)'], '40'),
    sideColumn('height', 'Height', '高', ['H', '高度', 'Höhe', 'Höhe (cm)'], '42.5'),
  ],
});

/** Boxes received, from a list instead of a scanner. */
export const warehouseBoxTemplate = importTemplate({
  name: 'warehouse_box',
  maxRows: MAX_ROWS.box,
  unique: ['boxNo'],
  row: (values) => weightIssues(values, boxWeightProblem),
  columns: [
    boxColumn(['PLD26110300001', 'PLD26110300002', 'PLD26110300003']),
    {
      key: 'parcels',
      en: 'Parcels',
      cn: '包裹数',
      aliases: ['Parcel count', 'Pieces', '小包数', '件数'],
      field: count(0, 5000),
      required: false,
      examples: ['26', '31', ''],
    },
    weightColumn(false, ['18.450', '', '']),
    {
      key: 'state',
      en: 'State',
      cn: '状态',
      aliases: ['Status', 'Result', '箱状态', '结果'],
      field: choice('boxState', ['received', 'missing']),
      required: false,
      also: {
        received: ['In', 'Inbound', 'OK', 'Arrived', 'Scanned', '到货', '入库', '已到', '已收'],
        missing: ['Short', 'Lost', 'Not found', 'Shortage', '少件', '未到', '缺失', '缺少'],
      },
      examples: ['received', '', 'missing'],
    },
  ],
});
