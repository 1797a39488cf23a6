import type { Bill } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { problem } from '@contract/errors';
import { zoneOf } from '@contract/fields';
import type { ImportTemplate } from '@contract/importing/template';
import { cmrRow } from '@contract/linehaul/cmr';
import { NO_GOODS } from '@contract/linehaul/noteGoods';
import { type BoxDetail, billsToSet, isBoxDetail, shareBoxes } from '@contract/rules/boxShares';
import {
  type NodeDetail,
  type NodeEntry,
  permissionOf,
  type TimeNodeName,
  timeNode,
  timeNodeNames,
} from '@contract/rules/timeNodes';
import type { Context } from '../../../core/context';
import { requireInScope } from '../../../core/inScope';
import { holds } from '../../access/holds';
import { unshared } from '../../bill/awbShares';
import { readBill } from '../../bill/billFacts';
import { changeFlight } from '../../bill/flight';
import { setNode } from '../../bill/timeNodes';
import { createT1 } from '../../customs/t1';
import { billsOfCmr } from '../../linehaul/cmrFacts';
import { notes } from '../../linehaul/cmrView';
import { signNote } from '../../linehaul/truckNodes';
import type { Effect, FileRow, RowKind } from '../rowKind';
import { rowByRow } from '../rows';
import { nodeOf } from '../undoEffect';
import { atColumn, billsOf, Clocks, numberOf, textOf } from './bills';

/** Cell text that clears a node. */
const CLEAR = 'CLEAR';
const DETAILS = ['noaBoxCount', 'podBoxCount', 't1Mrn'] as const satisfies readonly NodeDetail[];
/** Nodes change bills one by one: a few dozen block other writers only for a moment. */
const CHUNK = 25;

const nodesByKey = new Map(timeNodeNames.map((name) => [name.toLowerCase(), name]));
const plain = (text: string) => text.replace(/[_\s-]/g, '').toLowerCase();

/**
 * Columns of a row that hold times, each with its node: one column per node, or one whose node another column names.
 */
function cellsOf(row: FileRow): { node: TimeNodeName; key: string }[] {
  const cells: { node: TimeNodeName; key: string }[] = timeNodeNames.map((node) => ({
    node,
    key: timeNode(node).field,
  }));
  const named = nodesByKey.get(plain(textOf(row, 'node') ?? ''));
  if (named) cells.push({ node: named, key: 'time' });
  return cells.filter(({ key }) => row.walls[key] !== undefined || textOf(row, key) !== null);
}

/**
 * Returns the data to set at a node by bill id, for all bills of a row. A number of boxes is that of the row's whole
 * waybill, and is shared among its bills. Refuses FILE_SHARE where it cannot be shared.
 */
function detailsOf(
  row: FileRow,
  node: TimeNodeName,
  bills: readonly Bill[],
): ReadonlyMap<number, Omit<NodeEntry, 'time'>> {
  const { detail } = timeNode(node);
  if (isBoxDetail(detail)) {
    const column = numberOf(row, detail) === null ? 'count' : detail;
    const total = numberOf(row, column);
    if (total !== null) return partsOf(bills, detail, { total, column });
  }
  const mrn = detail === 't1Mrn' ? textOf(row, detail) : null;
  return new Map(bills.map(({ id }) => [id, mrn === null ? {} : { t1Mrn: mrn }]));
}

/** Shares a row's number of boxes among the bills of its waybill. Refuses FILE_SHARE at the column. */
function partsOf(
  bills: readonly Bill[],
  detail: BoxDetail,
  { total, column }: { readonly total: number; readonly column: string },
): ReadonlyMap<number, Omit<NodeEntry, 'time'>> {
  const shares = shareBoxes(detail, total, bills);
  if (!shares) throw atColumn(column, problem('FILE_SHARE', unshared(detail, total, bills)));
  return new Map(billsToSet(detail, shares, bills).map(({ id }) => [id, { [detail]: shares.get(id) }]));
}

/** Sets a node of a bill from a row, and returns the changes. */
async function setFromRow(
  context: Context,
  bill: Bill,
  node: TimeNodeName,
  entry: NodeEntry,
): Promise<Effect[]> {
  const { bill: after } = await setNode(context, bill.id, node, entry);
  const effect = {
    what: `node:${node}`,
    recordId: bill.id,
    before: nodeOf(bill, node),
    after: nodeOf(after, node),
  };
  return JSON.stringify(effect.before) === JSON.stringify(effect.after) ? [] : [effect];
}

const columnsOfNodes = Object.fromEntries([
  ...DETAILS.map((name) => [name, name]),
  ['warehouseId', 'atWarehouseAt'],
]);

/** Times of bills, one row for each bill or each node. */
export const timeNodeRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  apply: rowByRow(async (context, row) => {
    const clocks = new Clocks(context.write);
    const bills = await billsOf(context, row);
    const cells = cellsOf(row).map((cell) => ({
      ...cell,
      details: textOf(row, cell.key) === CLEAR ? undefined : detailsOf(row, cell.node, bills),
    }));
    const effects: Effect[] = [];
    for (const bill of bills) {
      const entries = await Promise.all(
        cells.map(async ({ node, key, details }) => {
          const time = details && (await clocks.instant(row, key, bill, billZone(timeNode(node).field)));
          return { node, key, details, time: time ?? null };
        }),
      );
      // Nodes are cleared from the last one, and set from the first one.
      const cleared = entries.filter(({ time }) => time === null).reverse();
      const set = entries.filter(({ time }) => time !== null);
      for (const { node, key, details, time } of [...cleared, ...set]) {
        requireNode(context, node, key);
        const its = details ? details.get(bill.id) : {};
        if (its)
          effects.push(...(await setFromRow(context, await fresh(context, bill), node, { ...its, time })));
      }
      const remarks = textOf(row, 'remark');
      if (remarks) await setNode(context, bill.id, 'remarks', { remarks });
    }
    return { effects };
  }, columnsOfNodes),
});

/** Reloads the bill after the earlier nodes of its row. */
const fresh = ({ write }: Context, bill: Bill): Promise<Bill> => readBill(write, bill.id);

function requireNode({ caller }: Context, node: TimeNodeName, key: string): void {
  if (!holds(caller, permissionOf(node))) throw atColumn(key, problem('NO_PERMISSION'));
}

/** Flights of bills. */
export const flightRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  apply: rowByRow(async (context, row) => {
    const clocks = new Clocks(context.write);
    for (const bill of await billsOf(context, row)) {
      const etd = await clocks.instant(row, 'etd', bill, 'origin');
      const eta = await clocks.instant(row, 'eta', bill, 'landing');
      await changeFlight(context, bill.id, {
        flightNo: textOf(row, 'flightNo') ?? '',
        reason: textOf(row, 'reason'),
        ...(etd ? { etd } : {}),
        ...(eta ? { eta } : {}),
      });
    }
    return undefined;
  }),
});

/** Proofs of delivery as a list: by bill, or by the CMR it was delivered with. */
export const podRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  apply: rowByRow(
    async (context, row) => {
      const number = textOf(row, 'billNo') ?? '';
      if (number.startsWith('CMR')) return { effects: await signCmr(context, row, number) };
      const clocks = new Clocks(context.write);
      const bills = await billsOf(context, row);
      const details = detailsOf(row, 'pod', bills);
      const effects: Effect[] = [];
      for (const bill of bills) {
        const its = details.get(bill.id);
        if (!its) continue;
        const time = await clocks.instant(row, 'podAt', bill, billZone('podAt'));
        effects.push(...(await setFromRow(context, bill, 'pod', { ...its, time })));
      }
      return { effects };
    },
    { podBoxCount: 'podBoxCount', missing: 'missingBoxNos' },
  ),
});

/**
 * Signs the consignment note of one truck (reference 3.8), for its load except the boxes named as missing. Refuses
 * FILE_CMR_UNKNOWN, and what `signNote` refuses.
 */
async function signCmr(context: Context, row: FileRow, cmrNo: string): Promise<Effect[]> {
  const { write } = context;
  const found = await write
    .selectFrom('cmr')
    .select(['id', 'state', 'arrivedAt', 'podAt', 'podBoxCount', 'fromWarehouseId', 'toDestinationId'])
    .where('cmrNo', '=', cmrNo)
    .executeTakeFirst();
  requireInScope(context, found ? [{ warehouseId: found.fromWarehouseId }] : []);
  const [first] = found ? await billsOfCmr(write, found.id, textOf(row, 'batchNo')) : [];
  if (!found || !first) throw atColumn('billNo', problem('FILE_CMR_UNKNOWN', { no: cmrNo }));
  const podAt = (await new Clocks(write).instant(row, 'podAt', found, zoneOf(cmrRow.shape.podAt))) ?? '';
  const podBoxCount = numberOf(row, 'podBoxCount') ?? 0;
  const { id, fromWarehouseId: _from, toDestinationId: _to, ...before } = found;
  // A file sent twice, or with a row for each batch, signs a note once.
  if (before.podAt === podAt && before.podBoxCount === podBoxCount) return [];
  const { missingBoxNos } = row.values;
  const missing = { ...NO_GOODS, boxNos: Array.isArray(missingBoxNos) ? [...missingBoxNos] : [] };
  await signNote(context, await notes.open(context, id, 'deliver'), { podAt, podBoxCount, missing });
  const after = { state: 'delivered', arrivedAt: before.arrivedAt ?? podAt, podAt, podBoxCount };
  return [{ what: 'cmr', recordId: id, before, after }];
}

/** Transit declarations, one per row, released as the file says. */
export const t1Rows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  apply: rowByRow(
    async (context, row) => {
      const [bill, other] = await billsOf(context, row);
      if (!bill || other)
        throw atColumn('billNo', problem('FILE_AMBIGUOUS', { no: textOf(row, 'billNo') ?? '' }));
      const releasedAt = await new Clocks(context.write).instant(row, 't1At', bill, 'landing');
      const { seals } = row.values;
      const { id, version } = await createT1(context, bill.id, {
        mrn: textOf(row, 'mrn') ?? '',
        officeDeparture: textOf(row, 'officeDeparture') ?? '',
        officeDestination: textOf(row, 'officeDestination') ?? '',
        timeLimit: textOf(row, 'timeLimit'),
        boxes: numberOf(row, 'boxes'),
        weight: numberOf(row, 'weight'),
        seals: Array.isArray(seals) ? [...seals] : [],
        remark: textOf(row, 'remark'),
        releasedAt,
      });
      return { effects: [{ what: 't1', recordId: id, before: null, after: { version } }] };
    },
    { releasedAt: 't1At' },
  ),
});
