import { problem } from '@contract/errors';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../refusal';
import type { Reader } from '../store/open';

/** The refusal of what lies beyond a caller's view: any call may answer it, and it says no more than that there is nothing. */
export class NotVisible extends Refusal {
  constructor() {
    super(problem('NOT_FOUND'));
  }
}

/** Which record a path leads to, by the way it begins; the longer beginnings first. */
const LEADS_TO: readonly (readonly [path: string, table: string, param: string, column?: string])[] = [
  ['/bill-lading/pick/{id}', 'pick', 'id'],
  ['/bill-lading/box/{id}', 'box', 'id'],
  ['/bill-lading/batch/{batchId}', 'batch', 'batchId'],
  ['/bill-lading/t1/{t1Id}', 't1', 't1Id'],
  ['/bill-lading/cases/{id}', 'abnormalCase', 'id'],
  ['/bill-lading/attachments/{attachmentId}', 'attachment', 'attachmentId'],
  ['/import-jobs/{id}', 'fileJob', 'id'],
  ['/bill-lading/awb/{awb}', 'awb', 'awb', 'billNo'],
  ['/bill-lading/{id}', 'bill', 'id'],
  ['/pallet/{id}', 'pallet', 'id'],
  ['/mini-tools/noa-mail/{id}', 'noaMail', 'id'],
  ['/mini-tools/utb-mail/{id}', 'utbMail', 'id'],
  ['/config/cmr/{id}', 'cmr', 'id'],
  ['/bill-cost/{id}', 'billCost', 'id'],
  ['/bill-cost-diff/{id}', 'billCostDiff', 'id'],
  ['/bill-revenue/{id}', 'billRevenue', 'id'],
  ['/bill-payment/{id}', 'billPayment', 'id'],
];

/** Of what the ids in a body are, by the path. */
const IDS_OF: Readonly<Record<string, string>> = {
  '/bill-lading/cases/state': 'abnormalCase',
  '/message/push': 'apiPush',
  '/bill-cost/paid': 'billCost',
  '/bill-cost-diff/paid': 'billCostDiff',
  '/bill-revenue/state': 'billRevenue',
  '/bill-revenue/invoice': 'billRevenue',
  ...Object.fromEntries(
    ['noa', 'utb'].flatMap((kind) =>
      ['state', 'reopen', 'opened'].map((call) => [`/mini-tools/${kind}-mail/${call}`, `${kind}Mail`]),
    ),
  ),
};

/**
 * Refuses with NOT_FOUND a call that names records which the reader does not show: nothing is said of them then, not even
 * that they are there.
 */
export async function requireVisible(
  read: Reader,
  path: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const tables = read as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const require = async (table: string, values: unknown, column = 'id') => {
    const wanted = [...new Set([values].flat())].filter((value) => value !== undefined && value !== null);
    if (wanted.length === 0) return;
    const found = await tables
      .selectFrom(table)
      .select(sql<number>`count(distinct ${sql.ref(column)})`.as('n'))
      .where(column, 'in', wanted)
      .executeTakeFirstOrThrow();
    if (Number(found.n) < wanted.length) throw new NotVisible();
  };
  const params = (input.params ?? {}) as Record<string, unknown>;
  const body = (input.body ?? {}) as {
    billId?: unknown;
    ids?: unknown;
    boxIds?: unknown;
    lines?: unknown;
    selection?: object;
  };
  const subject = LEADS_TO.find(([begins]) => path.startsWith(begins));
  if (subject) await require(subject[1], params[subject[2]], subject[3]);
  await require('bill', body.billId);
  await require('box', body.boxIds);
  if (body.selection && 'ids' in body.selection && path.startsWith('/bill-lading'))
    await require('bill', body.selection.ids);
  if (path.startsWith('/bill-payment') && Array.isArray(body.lines)) {
    const lines = body.lines as { type: 'cost' | 'revenue'; id: number }[];
    const of = (type: string) => lines.filter((line) => line.type === type).map(({ id }) => id);
    await require('billCost', of('cost'));
    await require('billRevenue', of('revenue'));
  }
  const listed = IDS_OF[path];
  if (listed) await require(listed, body.ids);
}
