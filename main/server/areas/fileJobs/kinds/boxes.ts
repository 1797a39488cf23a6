import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import type { ImportTemplate } from '@contract/importing/template';
import type { Context } from '../../../core/context';
import { requireInScope } from '../../../core/inScope';
import { readBill, refreshBill } from '../../bill/billFacts';
import { logBill } from '../../bill/billHistory';
import { weighBox } from '../../warehouse/boxes';
import { NAMED, otherBillsWith } from '../../warehouse/otherBills';
import { receiveBox } from '../../warehouse/receiving';
import { requireOpenBill } from '../jobRow';
import type { Outcome, RowKind } from '../rowKind';
import { rowByRow } from '../rows';
import { atColumn, numberOf, textOf } from './bills';

const CHUNK = 50;
/** Share by which the boxes' total may differ from the bill's weight before a warning. */
const DIFFERENCE = 0.05;

/** Columns of a box that weighing changes. */
const MEASURES = ['measuredWeight', 'length', 'width', 'height'] as const;

/** Weighing results for the boxes of a bill. */
export const boxWeightRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: 200,
  apply: async (context, rows, conversion) => {
    const billId = conversion.job.billId ?? 0;
    const bill = await requireOpenBill(context.write, billId);
    const weigh = rowByRow(async (inner, row): Promise<Outcome> => {
      const boxNo = textOf(row, 'boxNo') ?? '';
      const before = await measured(inner, billId, boxNo);
      const found = await weighBox(inner, billId, {
        boxNo,
        weight: numberOf(row, 'weight') ?? 0,
        length: numberOf(row, 'length'),
        width: numberOf(row, 'width'),
        height: numberOf(row, 'height'),
      });
      const after = await measured(inner, billId, boxNo);
      if (!found || !before || !after) throw await notOnBill(inner, billId, boxNo);
      const { id, ...old } = before;
      const { id: _, ...made } = after;
      return { effects: [{ what: 'box', recordId: id, before: old, after: made }] };
    });
    const outcomes = await weigh(context, rows, conversion);
    const done = rows.filter(({ row }) => !outcomes.get(row)?.problem).length;
    if (done > 0) {
      await refreshBill(context.write, billId);
      await logBill(context, 'update', bill, {
        after: { measuredBoxes: done },
        remark: conversion.job.fileName,
      });
    }
    return outcomes;
  },
  verdict: async ({ write }, { job }) => {
    const bill = await readBill(write, job.billId ?? 0);
    const { weight } = await write
      .selectFrom('box')
      .select((sum) => sum.fn.sum<number | null>('measuredWeight').as('weight'))
      .where('billId', '=', bill.id)
      .executeTakeFirstOrThrow();
    const { open } = await write
      .selectFrom('box')
      .select((n) => n.fn.countAll<number>().as('open'))
      .where('billId', '=', bill.id)
      .where('measuredWeight', 'is', null)
      .executeTakeFirstOrThrow();
    const total = (weight ?? 0) / 1000;
    const difference = (total - bill.weight) / bill.weight;
    // Nothing to compare until all boxes are weighed.
    if (open > 0 || Math.abs(difference) <= DIFFERENCE) return undefined;
    return problem('BOX_WEIGHT_DIFFERS', {
      total,
      header: bill.weight,
      percent: Math.round(difference * 1000) / 10,
    });
  },
});

const measured = ({ write }: Context, billId: number, boxNo: string) =>
  write
    .selectFrom('box')
    .select(['id', ...MEASURES])
    .where('billId', '=', billId)
    .where('boxNo', '=', boxNo)
    .executeTakeFirst();

/** Boxes received, from a list instead of a scanner. */
export const warehouseBoxRows = (template: ImportTemplate): RowKind => ({
  template,
  chunk: CHUNK,
  apply: async (context, rows, conversion) => {
    const touched = new Map<number, number>();
    const receive = rowByRow(async (inner, row): Promise<Outcome | undefined> => {
      // A box listed as missing has not come in: closing the count makes it a shortage.
      if (textOf(row, 'state') === 'missing') return undefined;
      const boxNo = textOf(row, 'boxNo') ?? '';
      const billId = conversion.job.billId ?? (await billOfBox(inner, boxNo));
      const result = await receiveBox(inner, billId, {
        boxNo,
        parcels: numberOf(row, 'parcels'),
        weight: numberOf(row, 'weight'),
        state: 'received',
      });
      if (result === 'unknown') throw await notOnBill(inner, billId, boxNo);
      if (result === 'done') touched.set(billId, (touched.get(billId) ?? 0) + 1);
      return undefined;
    });
    const outcomes = await receive(context, rows, conversion);
    for (const [billId, boxes] of touched) {
      const before = await readBill(context.write, billId);
      await refreshBill(context.write, billId);
      await logBill(context, 'update', before, {
        after: { inboundBoxes: boxes },
        remark: conversion.job.fileName,
      });
    }
    return outcomes;
  },
});

/** Refusal of a line whose box its bill does not have: it names the bills that have it. */
async function notOnBill(context: Context, billId: number, boxNo: string) {
  const bills = await otherBillsWith(context, boxNo, billId);
  return atColumn(
    'boxNo',
    bills.length === 0
      ? problem('FILE_BOX_UNKNOWN', { no: boxNo })
      : problem('FILE_BOX_ELSEWHERE', { no: boxNo, bills: { list: bills.map(billName) } }),
  );
}

/** Finds the one active bill that has a box of this number. */
async function billOfBox(context: Context, boxNo: string): Promise<number> {
  const found = await context.write
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .select(['box.billId', 'bill.warehouseId', 'bill.billNo', 'bill.batchNo'])
    .where('box.boxNo', '=', boxNo)
    .where('bill.removedAt', 'is', null)
    .where('bill.archived', '=', 0)
    .orderBy('box.billId')
    .limit(NAMED)
    .execute();
  const [one, other] = found;
  requireInScope(context, found);
  if (other)
    throw atColumn('boxNo', problem('FILE_BOX_TWICE', { no: boxNo, bills: { list: found.map(billName) } }));
  if (!one) throw atColumn('boxNo', problem('FILE_BOX_UNKNOWN', { no: boxNo }));
  return one.billId;
}
