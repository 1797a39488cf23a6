import { asRecord } from '@contract/access/changes';
import {
  type AbnormalCase,
  type CaseAction,
  type CaseLevel,
  type CaseType,
  caseFilters,
  caseMachine,
  caseRow,
  caseTypes,
} from '@contract/customs/abnormalCase';
import { problem } from '@contract/errors';
import { sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { addCase } from '../bill/cases';
import { requireBillOpen, requirePast } from './parcels';

const list: ListDefinition<typeof caseRow> = {
  table: 'caseOfBill',
  row: caseRow,
  filters: caseFilters,
  keyword: ['caseNo', 'billNo', 'trackingNo', 'boxNo', 'description'],
  order: '-foundAt',
};
const codec = codecOf(caseRow);

async function readCase(db: Reader, id: number): Promise<AbnormalCase & { photos: string[] }> {
  const { rows } = await sql<{ photos: string }>`select * from caseOfBill where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return { ...codec.decode(row), photos: storedTexts(row.photos) };
}
const plain = ({ photos: _, ...row }: AbnormalCase & { photos: string[] }): AbnormalCase => row;

const abnormalCases = record({
  table: 'abnormalCase',
  row: caseRow,
  machine: caseMachine,
  load: ({ read }, id: number) => readCase(read, id),
  about: (found) => itself(plain(found)),
});

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

async function logCase(
  context: Context,
  action: 'create' | 'update',
  row: AbnormalCase,
  before?: object,
): Promise<void> {
  await context.log({
    module: 'bill',
    action,
    objectType: 'abnormalCase',
    objectId: row.id,
    objectNo: row.caseNo,
    before,
    after: row,
  });
  const { id, ...bill } = await readBill(context.write, row.billId);
  await logBill(
    context,
    'update',
    { id, ...bill },
    {
      before: before ? { caseState: asRecord(before).state } : {},
      after: { caseState: row.state },
      remark: [row.caseNo, row.resolution ?? row.description].filter(Boolean).join(': ').slice(0, 500),
    },
  );
}

/** Writes fields of a case, and its photos if given; returns the updated case. */
async function change(
  context: Context,
  before: AbnormalCase,
  values: Partial<AbnormalCase>,
  photos?: string[],
) {
  const { write } = context;
  const columns = photos && { photos: JSON.stringify([...new Set(photos)]) };
  await abnormalCases.save(context, before, values, columns);
  await refreshBill(write, before.billId);
  const row = plain(await readCase(write, before.id));
  await logCase(context, 'update', row, before);
  return row;
}

/** Columns that each action writes. */
function valuesOf(
  action: Exclude<CaseAction, 'update'>,
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
    const row = await readCase(read, params.id);
    const files =
      row.photos.length === 0
        ? []
        : await read
            .selectFrom('attachment')
            .select(['id', 'fileName'])
            .where('id', 'in', row.photos)
            .execute();
    return { ...row, photos: files.map(({ id, fileName }) => ({ attachmentId: id, fileName })) };
  },

  create: async (context, { body }) => {
    const { write, now } = context;
    requireBillOpen(await readBill(write, body.billId));
    requireLevel(body.type, body.level);
    requirePast(now, 'foundAt', body.foundAt ?? undefined);
    const id = await addCase(context, { ...body, ...(await found(write, body.billId, body)) });
    await refreshBill(write, body.billId);
    const row = plain(await readCase(write, id));
    await logCase(context, 'create', row);
    return row;
  },

  update: async (context, { params, body }) => {
    const { write, now } = context;
    const { version, photos, ...patch } = body;
    const before = await abnormalCases.open(context, params.id, 'update', version);
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
    return change(context, plain(before), patch, photos);
  },

  act: async (context, { body }) => {
    const { write, now } = context;
    const { action, resolution, responsible } = body;
    const given = { resolution, responsible };
    if (action === 'resolve' && !given.resolution) throw refuseFields({ resolution: problem('REQUIRED') });
    const ids = await selectedIds(context, list, body);
    return eachOf(context, ids, async (id) => {
      const row = plain(await abnormalCases.open(context, id, action));
      requireBillOpen(await readBill(write, row.billId));
      await change(context, row, valuesOf(action, now, given));
      return true;
    });
  },
};
