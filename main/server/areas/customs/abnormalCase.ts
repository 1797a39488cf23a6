import {
  type AbnormalCase,
  type CaseLevel,
  type CaseStep,
  type CaseType,
  caseFilters,
  caseRow,
  caseTypes,
} from '@contract/customs/abnormalCase';
import { problem } from '@contract/errors';
import type { GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { addCase } from '../bill/cases';
import { abnormalCases, changeCase, logCase, readCase } from './caseRecord';
import { claimNoticeHandlers } from './claimNotice';
import { limitsOf } from './claims';
import { requireBillOpen, requirePast } from './parcels';

const list: ListDefinition<typeof caseRow> = {
  table: 'caseOfBill',
  row: caseRow,
  filters: caseFilters,
  keyword: ['caseNo', 'billNo', 'trackingNo', 'boxNo', 'description'],
  order: '-foundAt',
};
function requireLevel(type: CaseType, level: CaseLevel): void {
  const levels: readonly CaseLevel[] = caseTypes[type];
  if (levels.includes(level)) return;
  const params = {
    type: { choice: ['caseType', type] as const },
    level: { choice: ['caseLevel', level] as const },
  };
  throw refuseFields({ level: problem('CASE_LEVEL', params) });
}

/** Finds the box or parcel of a bill by its number. */
async function found(
  db: Reader,
  billId: number,
  draft: { boxNo: string | null; trackingNo: string | null; level: CaseLevel },
) {
  const { boxNo, trackingNo, level } = draft;
  if (level === 'box') {
    if (!boxNo) throw refuseFields({ boxNo: problem('REQUIRED') });
    const box = await db
      .selectFrom('box')
      .select('id')
      .where('billId', '=', billId)
      .where('boxNo', '=', boxNo.toUpperCase())
      .executeTakeFirst();
    if (!box) throw refuseFields({ boxNo: problem('REFERENCE_UNKNOWN', { value: boxNo }) });
    return { boxId: box.id };
  }
  // A case about parcels needs no number: it may be about surplus parcels, or about many.
  if (level === 'bill' || !trackingNo) return {};
  const parcel = await db
    .selectFrom('parcel')
    .select(['id', 'boxId'])
    .where('billId', '=', billId)
    .where('trackingNo', '=', trackingNo.toUpperCase())
    .executeTakeFirst();
  if (!parcel) throw refuseFields({ trackingNo: problem('REFERENCE_UNKNOWN', { value: trackingNo }) });
  return { parcelId: parcel.id, boxId: parcel.boxId };
}

/**
 * Completes changes of a claim: amounts are stored in the minor unit of their currency, so they are written together
 * with it, and the limits follow from the facts. Throws REQUIRED for an amount without a currency.
 */
async function withClaim(db: Reader, before: AbnormalCase, patch: Partial<AbnormalCase>) {
  const { billId, claimAmount, settledAmount, currency, claimConvention, claimFinding, claimStartOn } = {
    ...before,
    ...patch,
  };
  if (currency === null && (claimAmount !== null || settledAmount !== null))
    throw refuseFields({ currency: problem('REQUIRED') });
  const isClock = ['claimConvention', 'claimFinding', 'claimStartOn'].some((name) => name in patch);
  const facts = { claimConvention, claimFinding, claimStartOn };
  return {
    ...patch,
    claimAmount,
    settledAmount,
    currency,
    ...(isClock ? await limitsOf(db, billId, facts) : {}),
  };
}

/** Columns that each action writes. */
function valuesOf(
  action: CaseStep,
  now: string,
  given: {
    resolution?: string | undefined;
    responsible?: AbnormalCase['responsible'] | undefined;
  },
): Partial<AbnormalCase> {
  const changes = {
    ...(given.resolution ? { resolution: given.resolution } : {}),
    ...(given.responsible === undefined ? {} : { responsible: given.responsible }),
  };
  switch (action) {
    case 'start':
      return { ...changes, state: 'processing' };
    case 'resolve':
      return { ...changes, state: 'resolved' };
    case 'close':
      return { ...changes, state: 'closed', closedAt: now };
    case 'reopen':
      return { ...changes, state: 'open', closedAt: null };
  }
}

/** Abnormal cases: the list over all bills, single cases, and their actions from open to closed. */
export const abnormalCaseHandlers: GroupHandlers<'abnormalCase'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'abnormalCase' }, query),

  get: async ({ read }, { params }) => {
    const { row, photos } = await readCase(read, params.id);
    const files =
      photos.length === 0
        ? []
        : await read.selectFrom('attachment').select(['id', 'fileName']).where('id', 'in', photos).execute();
    return { ...row, photos: files.map(({ id, fileName }) => ({ attachmentId: id, fileName })) };
  },

  create: async (context, { body }) => {
    const { write, now } = context;
    requireBillOpen(await readBill(write, body.billId));
    requireLevel(body.type, body.level);
    requirePast(now, 'foundAt', body.foundAt ?? undefined);
    const id = await addCase(context, { ...body, ...(await found(write, body.billId, body)) });
    await refreshBill(write, body.billId);
    const { row } = await readCase(write, id);
    await logCase(context, 'create', row);
    return row;
  },

  update: async (context, { params, body }) => {
    const { write, now } = context;
    const { version, photos, ...patch } = body;
    const { row: before } = await abnormalCases.open(context, params.id, 'update', version);
    requireBillOpen(await readBill(write, before.billId));
    requireLevel(patch.type ?? before.type, patch.level ?? before.level);
    requirePast(now, 'foundAt', patch.foundAt);
    if (photos && photos.length > 0) {
      const { n } = await write
        .selectFrom('attachment')
        .select((of) => of.fn.countAll<number>().as('n'))
        .where('billId', '=', before.billId)
        .where('id', 'in', photos)
        .executeTakeFirstOrThrow();
      if (n !== new Set(photos).size)
        throw refuseFields({ photos: problem('REFERENCE_UNKNOWN', { value: String(photos.length - n) }) });
    }
    const columns = photos && { photos: JSON.stringify([...new Set(photos)]) };
    return changeCase(context, before, await withClaim(write, before, patch), columns);
  },

  ...claimNoticeHandlers,

  act: async (context, { body }) => {
    const { write, now } = context;
    const { action, resolution, responsible } = body;
    const given = { resolution, responsible };
    if (action === 'resolve' && !given.resolution) throw refuseFields({ resolution: problem('REQUIRED') });
    const ids = await selectedIds(context, list, body);
    return eachOf(context, ids, async (id) => {
      const { row } = await abnormalCases.open(context, id, action);
      requireBillOpen(await readBill(write, row.billId));
      await changeCase(context, row, valuesOf(action, now, given));
      return true;
    });
  },
};
