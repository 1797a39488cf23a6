import { reportSchedule } from '@contract/report/schedule';
import { resources } from '@contract/resources';
import { type Kysely, sql } from 'kysely';
import type { Reader } from '../store/open';
import { DOCUMENTS } from '../store/scopes';
import { NotVisible } from './notVisible';

/** Which record a path leads to, by the way it begins; the longer beginnings first. Resources lead to their own. */
const LEADS_TO: readonly (readonly [path: string, table: string, param: string, column?: string])[] = [
  ['/bill-lading/pick/{id}', 'pick', 'id'],
  ['/bill-lading/box/{id}', 'box', 'id'],
  ['/bill-lading/batch/{batchId}', 'batch', 'batchId'],
  ['/bill-lading/t1/{t1Id}', 't1', 't1Id'],
  ['/bill-lading/cases/{id}', 'abnormalCase', 'id'],
  ['/bill-lading/attachments/{attachmentId}', 'attachment', 'attachmentId'],
  ['/bill-lading/third-part-log/{id}', 'thirdPartyLog', 'id'],
  ['/import-jobs/{id}', 'fileJob', 'id'],
  ['/bill-lading/awb/{awb}', 'awb', 'awb', 'billNo'],
  ['/bill-lading/custom/parcels/{id}', 'parcel', 'id'],
  ['/bill-lading/{id}', 'bill', 'id'],
  ['/pallet/{id}', 'pallet', 'id'],
  ['/mini-tools/noa-mail/{id}', 'noaMail', 'id'],
  ['/mini-tools/utb-mail/{id}', 'utbMail', 'id'],
  ['/mini-tools/awb-file/{id}', 'fileJob', 'id'],
  ['/hscode-crawler/{id}', 'fileJob', 'id'],
  ['/invoice-file/{id}', 'fileJob', 'id'],
  ['/config/cmr/{id}', 'cmr', 'id'],
  ['/config/mail/{id}', 'mail', 'id'],
  ['/message/api-push/{id}', 'apiPush', 'id'],
  ['/monitor-record/{id}', 'monitorRecord', 'id'],
  ['/bill-cost/{id}', 'billCost', 'id'],
  ['/bill-cost-diff/{id}', 'billCostDiff', 'id'],
  ['/bill-revenue/{id}', 'billRevenue', 'id'],
  ['/bill-payment/{id}', 'billPayment', 'id'],
  ['/netchb/filing/{id}', 'filing', 'id'],
  ['/sea/nodes/{id}', 'seaNode', 'id'],
  ['/report/run/{id}', 'reportRun', 'id'],
  ...Object.values({ ...resources, reportSchedule }).flatMap(({ path, name, scope }) =>
    scope.by === 'nothing' ? [] : [[`${path}/{id}`, name, 'id'] as const],
  ),
];

/** Of what the ids in a body are, by the path. */
const IDS_OF: Readonly<Record<string, string>> = {
  '/bill-lading/cases/state': 'abnormalCase',
  '/message/push': 'apiPush',
  '/bill-cost/paid': 'billCost',
  '/bill-cost-diff/paid': 'billCostDiff',
  '/bill-revenue/state': 'billRevenue',
  '/bill-revenue/invoice': 'billRevenue',
  '/netchb/filing-send': 'filing',
  '/netchb/filing-ask': 'filing',
  '/netchb/isf-submit': 'seaIsf',
  '/netchb/isf-amend': 'seaIsf',
  '/ams/entry/amend': 'seaEntry',
  '/label/box': 'box',
  '/label/pallet': 'pallet',
  '/label/parcel': 'parcel',
  '/config/cmr/zip': 'cmr',
  '/sea/nodes': 'seaNode',
  '/config/mail/resend': 'mail',
  '/monitor-record/resend': 'monitorRecord',
  '/report/schedule/active': 'reportSchedule',
  ...Object.fromEntries(
    ['noa', 'utb'].flatMap((kind) =>
      ['state', 'reopen', 'opened'].map((call) => [`/mini-tools/${kind}-mail/${call}`, `${kind}Mail`]),
    ),
  ),
};

/** The record that a field of a body names. */
const NAMED: Readonly<Record<string, string>> = {
  billId: 'bill',
  billIds: 'bill',
  boxIds: 'box',
  palletIds: 'pallet',
  cmrId: 'cmr',
  seaBillId: 'seaBill',
  isfId: 'seaIsf',
};

/** Every field of an input with its value, those of rows within it as well. */
function fieldsOf(value: unknown): [field: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => [
    [field, inner] as [string, unknown],
    ...fieldsOf(inner),
  ]);
}

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
  const body = (input.body ?? {}) as Record<string, unknown> & { readonly selection?: object };
  const subject = LEADS_TO.find(([begins]) => path.startsWith(begins));
  if (subject) await require(subject[1], params[subject[2]], subject[3]);
  if (path.startsWith('/document/')) await require(DOCUMENTS[String(params.docType)] ?? '', params.id);
  for (const [field, value] of [...fieldsOf(body), ...fieldsOf(input.query)]) {
    const table = NAMED[field];
    if (table) await require(table, value);
  }
  if (body.selection && 'ids' in body.selection && path.startsWith('/bill-lading'))
    await require('bill', body.selection.ids);
  if (path.startsWith('/bill-payment') && Array.isArray(body.lines)) {
    const lines = body.lines as { type: 'cost' | 'revenue'; id: number }[];
    const of = (type: string) => lines.filter((line) => line.type === type).map(({ id }) => id);
    await require('billCost', of('cost'));
    await require('billRevenue', of('revenue'));
  }
  const listed = IDS_OF[path];
  if (listed)
    await require(listed, (body.selection as { ids?: unknown } | undefined)?.ids ?? body.ids ?? body.id);
}
