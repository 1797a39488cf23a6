import type { LogAction } from '@contract/access/operateLog';
import type {
  ApprovalLogRow,
  ApprovedType,
  DocumentFacts,
  DocumentRights,
  DocumentState,
  DocumentType,
} from '@contract/business/document';
import { documentMachines } from '@contract/business/documentKinds';
import type { ErrorCode, Problem } from '@contract/errors';
import type { PermissionId } from '@contract/permissions';
import type { ApprovalStep } from '@contract/rules/approval';
import { type Approver, type Deciders, decidersOf } from '@contract/rules/approvalRun';
import type * as z from 'zod';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { byName } from '../../store/byName';
import type { Codec } from '../../store/codec';
import type { Reader } from '../../store/open';
import type { TableName } from '../../store/tables';
import { holds } from '../access/holds';

export type Values = Record<string, unknown>;

/** Fields common to all documents with approval. */
export interface DocumentRow {
  readonly id: number;
  readonly version: number;
  readonly createdBy: number | null;
  readonly state: DocumentState;
  readonly versionNo: number;
  readonly submittedBy: number | null;
  readonly waiting: readonly ApprovalStep[] | null;
  readonly stepNo: number | null;
  readonly approvalConfigId: number | null;
  readonly replaces: boolean;
  readonly terminatedOn: string | null;
  readonly [field: string]: unknown;
}

/** Properties of one kind of document. */
export interface DocumentKind<R extends DocumentRow = DocumentRow> {
  readonly type: DocumentType;
  readonly table: TableName & ('contract' | 'standardQuote' | 'orderQuote' | 'taxation');
  readonly row: z.ZodObject;
  /** Converts between the documents' rows and their table. */
  readonly codec: () => Codec<R>;
  readonly draft: readonly string[];
  readonly rights: DocumentRights;
  /** The field of the document's number, and the prefix of numbers. */
  readonly number: string;
  readonly prefix: string;
  readonly menu: `business.${DocumentKind['table']}`;
  /** Amount that decides which approval applies. */
  readonly amountOf: (row: DocumentRow) => {
    readonly amount: string | null;
    readonly currency: string | null;
  };
  /** Returns why a document cannot be submitted in its present form; null if it can. */
  readonly lacks?: (db: Reader, row: DocumentRow, day: string) => Promise<ErrorCode | null>;
  /** Derived columns. */
  readonly follows?: (draft: Values) => Values;
  /** Finds approved documents that conflict with the given one, and the message about the first. */
  readonly rivals?: (
    db: Reader,
    row: DocumentRow,
  ) => Promise<{ readonly rows: readonly DocumentRow[]; readonly says?: (rival: DocumentRow) => Problem }>;
}

export const numberOf = ({ number }: DocumentKind, row: DocumentRow): string => String(row[number]);

/** Loads a document. Throws NOT_FOUND. */
export async function readDocument<R extends DocumentRow>(
  db: Reader,
  kind: DocumentKind<R>,
  id: number,
): Promise<R> {
  const row = await byName(db).selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return kind.codec().decode(row);
}

/** Loads documents of a kind that match conditions on their columns. */
export async function documentsWhere<R extends DocumentRow>(
  db: Reader,
  kind: DocumentKind<R>,
  columns: Readonly<Record<string, string | number>>,
): Promise<R[]> {
  let found = byName(db).selectFrom(kind.table).selectAll();
  for (const [column, value] of Object.entries(columns)) found = found.where(column, '=', value);
  return (await found.orderBy('id').execute()).map((row) => kind.codec().decode(row));
}

/** Members of staff who can sign in and have the permission, as approvers. */
export async function holdersOf(db: Reader, right: PermissionId): Promise<Approver[]> {
  const people = await db
    .selectFrom('staff')
    .leftJoin('groupPermission', (join) =>
      join
        .onRef('groupPermission.groupId', '=', 'staff.groupId')
        .on('groupPermission.permissionId', '=', right),
    )
    .select(['staff.id', 'staff.groupId', 'staff.superAdmin', 'staff.loginAllowed', 'staff.deletedAt'])
    .select('groupPermission.permissionId')
    .orderBy('staff.id')
    .execute();
  return people.map(({ id, groupId, superAdmin, loginAllowed, deletedAt, permissionId }) => ({
    id,
    groupId,
    superAdmin: superAdmin === 1,
    able: loginAllowed === 1 && deletedAt === null && (permissionId !== null || superAdmin === 1),
  }));
}

export const approversOf = (db: Reader, { rights }: DocumentKind) => holdersOf(db, rights.approve);

/** Filters ids of staff who may still sign in; if none may, returns the managers of all documents of the kind. */
export async function inOffice(
  db: Reader,
  { rights }: DocumentKind,
  ids: readonly unknown[],
): Promise<readonly number[]> {
  const staff = await db
    .selectFrom('staff')
    .select('id')
    .where('loginAllowed', '=', 1)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  const here = staff.flatMap(({ id }) => (ids.includes(id) ? id : []));
  if (here.length > 0) return here;
  return (await holdersOf(db, rights.manage)).flatMap(({ id, able }) => (able ? id : []));
}

export const logOf = (db: Reader, { type }: DocumentKind, docId: number) =>
  db
    .selectFrom('approvalLog')
    .selectAll()
    .where('docType', '=', type)
    .where('docId', '=', docId)
    .orderBy('id')
    .execute();
type LogColumns = Awaited<ReturnType<typeof logOf>>[number];

/** Approvals since the last submission. */
export function currentApprovals(log: readonly LogColumns[]): LogColumns[] {
  const submitted = log.findLastIndex(({ action }) => action === 'submit');
  return log.slice(submitted + 1).filter(({ action }) => action === 'approve');
}

/** People who decided on the step that is open now. */
const decidedOf = (running: readonly LogColumns[], { stepNo }: DocumentRow): number[] =>
  running.filter((line) => line.stepNo === stepNo).flatMap(({ staffId }) => staffId ?? []);

interface DocumentStatus {
  readonly log: readonly LogColumns[];
  readonly decided: readonly number[];
  readonly deciders: Deciders;
  readonly facts: DocumentFacts;
}

/** True if a document is the caller's own, or one they manage. */
export const isMine = (caller: Context['caller'], kind: DocumentKind, row: DocumentRow): boolean =>
  holds(caller, kind.rights.manage) || row.createdBy === caller.id || row.ownerStaffId === caller.id;

/** Status of a document for the caller. */
async function statusFor(
  { read, caller, now }: Pick<Context, 'read' | 'caller' | 'now'>,
  kind: DocumentKind,
  row: DocumentRow,
): Promise<DocumentStatus> {
  const log = await logOf(read, kind, row.id);
  const running = currentApprovals(log);
  const decided = decidedOf(running, row);
  const [step] = row.waiting ?? [];
  const deciders = step
    ? decidersOf(step, await approversOf(read, kind), row.submittedBy, decided)
    : { next: [], standIn: false };
  const submitter = row.submittedBy === caller.id;
  return {
    log,
    decided,
    deciders,
    facts: {
      state: row.state,
      mine: isMine(caller, kind, row),
      submitter,
      fresh: !log.some(({ action }) => action === 'submit' || action === 'auto'),
      decided: row.state === 'pending' ? running.length : 0,
      stuck: row.state === 'pending' && deciders.next.length === 0,
      decides: deciders.next.includes(caller.id) ? 'yes' : submitter ? 'own' : 'no',
      lacks: (await kind.lacks?.(read, row, officeDay(now))) ?? null,
    },
  };
}

/** A document that waits for a decision, and since when. */
export interface Awaiting {
  readonly docType: ApprovedType;
  readonly docId: number;
  readonly docNo: string;
  readonly submittedAt: string;
}

/** Documents of a kind whose open step a person may decide now. */
export async function awaitedBy(db: Reader, kind: DocumentKind, staffId: number): Promise<DocumentRow[]> {
  const people = await approversOf(db, kind);
  const found: DocumentRow[] = [];
  for (const row of await documentsWhere(db, kind, { state: 'pending' })) {
    const [step] = row.waiting ?? [];
    if (!step) continue;
    const decided = decidedOf(currentApprovals(await logOf(db, kind, row.id)), row);
    if (decidersOf(step, people, row.submittedBy, decided).next.includes(staffId)) found.push(row);
  }
  return found;
}

const recordOf = (kind: DocumentKind) =>
  record({
    table: kind.table,
    row: kind.row,
    machine: documentMachines[kind.type],
    load: async (context, id: number) => {
      const row = await readDocument(context.read, kind, id);
      return { row, ...(await statusFor(context, kind, row)) };
    },
    about: ({ row, facts }) => ({ row, facts }),
  });
const records = new Map<DocumentType, ReturnType<typeof recordOf>>();
/** Changes of documents of a kind. */
export function documentsOf(kind: DocumentKind): ReturnType<typeof recordOf> {
  const known = records.get(kind.type) ?? recordOf(kind);
  records.set(kind.type, known);
  return known;
}

/** Adds a line to the history of approvals. */
export async function note(
  { write, now }: Pick<Context, 'write' | 'now'>,
  kind: DocumentKind,
  row: DocumentRow,
  action: ApprovalLogRow['action'],
  more: Partial<Pick<ApprovalLogRow, 'stepNo' | 'stepName' | 'staffId' | 'remark' | 'standIn'>> = {},
): Promise<void> {
  const { stepNo = null, stepName = null, staffId = null, remark = null, standIn = false } = more;
  await write
    .insertInto('approvalLog')
    .values({
      at: now,
      docType: kind.type,
      docId: row.id,
      docNo: numberOf(kind, row),
      stepNo,
      stepName,
      action,
      staffId,
      remark,
      standIn: standIn ? 1 : 0,
    })
    .execute();
}

/** Writes an action on a document to the operation log. */
export const logged = (
  context: Context,
  kind: DocumentKind,
  action: LogAction,
  row: DocumentRow,
  before: unknown,
  after: unknown,
) =>
  context.log({
    module: 'business',
    action,
    objectType: kind.table,
    objectId: row.id,
    objectNo: numberOf(kind, row),
    before,
    after,
  });

/** Initial state of a document. */
export const newDocument = { state: 'draft', versionNo: 1, replaces: false };
