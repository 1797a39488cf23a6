import { choice, code, count, dateTime, type Zone } from '../../fields';
import {
  CLEAR,
  type GroupCheck,
  type GroupIssue,
  type ImportColumn,
  importTemplate,
  type RowIssue,
  type RowValues,
} from '../../importing/template';
import { isKeyOf, isOneOf, namesOf } from '../../names';
import { t1Mrn } from '../../rules/customs';
import { batchColumn, billColumn, error, isFilled, remarkColumn, warning } from './parts';

interface NodeColumns {
  readonly column: string;
  readonly needs?: string;
}

/** Nodes allowed in a file, each with its column of the wide form and the data required with its time. */
export const importedNodes = {
  eta: { column: 'eta' },
  ata: { column: 'ata' },
  noa: { column: 'noaAt', needs: 'noaBoxCount' },
  pickup: { column: 'pickupAt' },
  atWarehouse: { column: 'atWarehouseAt' },
  t1: { column: 't1At', needs: 't1Mrn' },
  tat: { column: 'tatAt' },
  pod: { column: 'podAt', needs: 'podBoxCount' },
} as const satisfies Record<string, NodeColumns>;
export type ImportedNode = keyof typeof importedNodes;

const nodeNames = namesOf(importedNodes);
const columnsOfNodes = nodeNames.map((node) => importedNodes[node].column);
/** In the narrow form one column holds the count of any node. */
const NARROW_NEEDS = { noa: 'count', pod: 'count', t1: 't1Mrn' } as const satisfies Partial<
  Record<ImportedNode, string>
>;

const time = (
  key: string,
  en: string,
  cn: string,
  aliases: readonly string[],
  examples: ImportColumn['examples'],
  zone: Zone = 'landing',
): ImportColumn => ({
  ...{ key, en, cn, aliases, examples },
  field: dateTime(zone),
  required: false,
  clearable: true,
});

/** Checks a row: it uses one form only, and has the data required with a time. */
function checkNodes(values: RowValues): readonly RowIssue[] {
  const wide = nodeNames.filter((node) => isFilled(values, importedNodes[node].column));
  const issues: RowIssue[] = [];
  if (isFilled(values, 'node') || isFilled(values, 'time')) {
    if (!isFilled(values, 'node')) issues.push(error('node', 'REQUIRED'));
    if (!isFilled(values, 'time')) issues.push(error('time', 'REQUIRED'));
    if (wide.length > 0) issues.push(error('node', 'NODE_FORMS'));
    const { node } = values;
    const needs = typeof node === 'string' && isKeyOf(NARROW_NEEDS, node) ? NARROW_NEEDS[node] : undefined;
    if (needs && isFilled(values, 'time') && values.time !== CLEAR && !isFilled(values, needs))
      issues.push(error(needs, 'REQUIRED'));
    return issues;
  }
  if (wide.length === 0) return [error('billNo', 'NODE_NONE')];
  for (const node of wide) {
    const { column, needs }: NodeColumns = importedNodes[node];
    if (needs && values[column] !== CLEAR && !isFilled(values, needs)) issues.push(error(needs, 'REQUIRED'));
  }
  for (const node of nodeNames) {
    const { column, needs }: NodeColumns = importedNodes[node];
    if (needs && isFilled(values, needs) && !isFilled(values, column))
      issues.push(warning(needs, 'NODE_ALONE', { node: { choice: ['timeNode', node] } }));
  }
  return issues;
}

/** Reports a node of a bill or batch that the file sets twice: which one wins would be chance. */
const oneTimeEach: GroupCheck = {
  by: ['billNo'],
  uses: ['batchNo', 'node', 'time', ...columnsOfNodes],
  atLeast: 2,
  check: (rows, number) => {
    const first = new Map<string, number>();
    return rows.flatMap((values, index): GroupIssue[] => {
      const { node } = values;
      const filled: [string, string][] = isFilled(values, 'node')
        ? isOneOf(nodeNames, node)
          ? [[importedNodes[node].column, 'node']]
          : []
        : columnsOfNodes.filter((column) => isFilled(values, column)).map((column) => [column, column]);
      return filled.flatMap(([what, column]): GroupIssue[] => {
        const key = `${values.batchNo ?? ''} ${what}`;
        const before = first.get(key);
        if (before !== undefined)
          return [{ index, ...error(column, 'ROW_DUPLICATE', { row: number(before) }) }];
        first.set(key, index);
        return [];
      });
    });
  },
};

/** Time nodes of many bills: a row or a column for each node. An empty cell changes nothing. */
export const timeNodeTemplate = importTemplate({
  name: 'time_node',
  unique: [],
  row: checkNodes,
  groups: [oneTimeEach],
  columns: [
    billColumn(['112-90424456', '784-90197726', '784-90197726']),
    batchColumn(['B20261103-01', '', '']),
    {
      key: 'node',
      en: 'Node',
      cn: '节点',
      aliases: ['Time node', 'Event', '时间节点', '节点名称', 'Ereignis'],
      field: choice('timeNode', nodeNames),
      required: false,
      also: {
        eta: ['ETA', '预计到港', '预计到港时间'],
        ata: ['ATA', 'Arrival', 'Arrived', '实际到港', '到港', '到港时间'],
        noa: ['NOA', 'Notice of arrival', '到货通知', '到货通知时间'],
        pickup: ['Pick up', 'Picked up', '提货', '提货时间'],
        atWarehouse: ['Warehouse', 'In warehouse', 'Arrived at warehouse', '到仓', '到仓时间'],
        t1: ['T1', 'T1 release', 'T1时间', '转关'],
        tat: ['TAT', 'Truck arrival', '卡车到达', '卡车到达时间'],
        pod: ['POD', 'Delivered', 'Proof of delivery', '签收', '签收时间'],
      },
      examples: ['', 'NOA', 'ATA'],
    },
    time(
      'time',
      'Time',
      '时间',
      ['Node time', 'Date', '节点时间', '日期', 'Zeit', 'Zeitpunkt', 'Datum'],
      ['', '03/11/2026 16:20', CLEAR],
    ),
    {
      key: 'count',
      en: 'Count',
      cn: '箱数',
      aliases: ['Boxes', 'Pieces', '件数', 'Kartons', 'Anzahl Kartons'],
      field: count(0, 5000),
      required: false,
      examples: ['', '318', ''],
    },
    time(
      'eta',
      'ETA',
      '预计到港',
      ['ETA time', '预计到港时间', 'Voraussichtliche Ankunft'],
      ['03/11/2026 07:50', '', ''],
    ),
    time(
      'ata',
      'ATA',
      '实际到港',
      ['ATA time', 'Arrival', '实际到港时间', '到港时间', 'Ankunft', 'Tatsächliche Ankunft'],
      ['03/11/2026 08:15', '', ''],
    ),
    time(
      'noaAt',
      'NOA',
      '到货通知时间',
      ['NOA time', 'NOA时间', '到货通知', 'Ankunftsmitteilung'],
      ['03/11/2026 13:40', '', ''],
    ),
    {
      key: 'noaBoxCount',
      en: 'NOA boxes',
      cn: 'NOA箱数',
      aliases: ['NOA box count', 'NOA pieces', 'NOA件数', 'NOA-Kartons'],
      field: count(0, 5000),
      required: false,
      examples: ['320', '', ''],
    },
    time('pickupAt', 'Pickup', '提货时间', ['Pickup time', 'Pick up', '提货', 'Abholung'], ['', '', '']),
    time(
      'atWarehouseAt',
      'At warehouse',
      '到仓时间',
      ['Warehouse time', 'Arrived at warehouse', '到仓', 'Ankunft Lager'],
      ['', '', ''],
    ),
    time('t1At', 'T1', 'T1时间', ['T1 time'], ['', '', '']),
    {
      key: 't1Mrn',
      en: 'T1 MRN',
      cn: 'T1 MRN',
      aliases: ['MRN', 'MRN号', 'T1号'],
      field: code(t1Mrn),
      required: false,
      examples: ['', '', ''],
    },
    time(
      'tatAt',
      'TAT',
      '卡车到达时间',
      ['TAT time', 'Truck arrival', 'TAT时间', '卡车到达', 'LKW-Ankunft'],
      ['', '', ''],
      'hub',
    ),
    time(
      'podAt',
      'POD',
      '签收时间',
      ['POD time', 'POD时间', '签收', 'Zustellung', 'Ablieferung'],
      ['', '', ''],
      'hub',
    ),
    {
      key: 'podBoxCount',
      en: 'POD boxes',
      cn: '签收箱数',
      aliases: ['POD box count', 'POD pieces', 'POD箱数', 'POD-Kartons'],
      field: count(0, 5000),
      required: false,
      examples: ['', '', ''],
    },
    remarkColumn(),
  ],
});
