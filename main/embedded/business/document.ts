import type { LogAction } from '@contract/access/operateLog';
import {
  type ApprovalLogRow,
  type ApprovedType,
  type DocumentFacts,
  type DocumentProgress,
  type DocumentRights,
  type DocumentState,
  type DocumentType,
  documentLists,
} from '@contract/business/document';
import { documentMachines } from '@contract/business/documentKinds';
import { approvalConfig } from '@contract/config/approvalConfig';
import { type ErrorCode, type Problem, problem } from '@contract/errors';
import type { PermissionId } from '@contract/permissions';
import { type ApprovalStep, approvalFor } from '@contract/rules/approval';
import { type Approver, afterStep, type Deciders, decidersOf, isDecided } from '@contract/rules/approvalRun';
import { formatDay } from '@contract/rules/zonedTime';
import { say, words } from '@contract/words';
import type * as z from 'zod';
import { holds } from '../access/holds';
import type { Context } from '../context';
import { putMail } from '../mail/outbox';
import { officeDay } from '../officeClock';
import { inBoth, tellStaff } from '../partners/messages';
import { record } from '../record';
import { Refusal, refuse, refuseFields } from '../refusal';
import { newStamp } from '../stamps';
import { byName } from '../store/byName';
import { type Codec, codecOf } from '../store/codec';
import { listed } from '../store/dialect';
import { nextNumber } from '../store/numbers';
import type { Reader } from '../store/open';
import type { TableName } from '../store/tables';

type Values = Record<string, unknown>;

/** What all documents with approval have. */
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

/** What one kind of document has of its own. */
export interface DocumentKind {
  readonly type: DocumentType;
  readonly table: TableName & ('contract' | 'standardQuote' | 'orderQuote' | 'taxation');
  readonly row: z.ZodObject;
  readonly draft: readonly string[];
  readonly rights: DocumentRights;
  /** The field of its number, and what numbers begin with. */
  readonly number: string;
  readonly prefix: string;
  readonly menu: `business.${DocumentKind['table']}`;
  /** What its approval goes by. */
  readonly amountOf: (row: DocumentRow) => {
    readonly amount: string | null;
    readonly currency: string | null;
  };
  /** Why it cannot be submitted as it is. */
  readonly lacks?: (db: Reader, row: DocumentRow, day: string) => Promise<ErrorCode | null>;
  /** Columns that follow from what a person fills in. */
  readonly follows?: (draft: Values) => Values;
  /** Approved ones that it cannot stand beside, and how that is said of the first. */
  readonly rivals?: (
    db: Reader,
    row: DocumentRow,
  ) => Promise<{ readonly rows: readonly DocumentRow[]; readonly says?: (rival: DocumentRow) => Problem }>;
}

const codecs = new Map<string, Codec<DocumentRow>>();
/** Between a kind's rows and its table. */
export function codecFor({ table, row }: DocumentKind): Codec<DocumentRow> {
  let codec = codecs.get(table);
  if (!codec) {
    codec = codecOf(row) as unknown as Codec<DocumentRow>;
    codecs.set(table, codec);
  }
  return codec;
}

export const numberOf = ({ number }: DocumentKind, row: DocumentRow): string => String(row[number]);

/** A document. Throws NOT_FOUND. */
export async function readDocument(db: Reader, kind: DocumentKind, id: number): Promise<DocumentRow> {
  const row = await byName(db).selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return codecFor(kind).decode(row);
}

/** Documents of a kind that fulfil conditions on their columns. */
export async function documentsWhere(
  db: Reader,
  kind: DocumentKind,
  columns: Readonly<Record<string, string | number>>,
): Promise<DocumentRow[]> {
  let found = byName(db).selectFrom(kind.table).selectAll();
  for (const [column, value] of Object.entries(columns)) found = found.where(column, '=', value);
  return (await found.orderBy('id').execute()).map((row) => codecFor(kind).decode(row));
}

/** Everybody of the staff as one who may do something: who may sign in and holds the right. */
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

const approversOf = (db: Reader, { rights }: DocumentKind) => holdersOf(db, rights.approve);

/** Those of some people who may still sign in; where nobody may, who keeps all documents of the kind. */
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

const logOf = (db: Reader, { type }: DocumentKind, docId: number) =>
  db
    .selectFrom('approvalLog')
    .selectAll()
    .where('docType', '=', type)
    .where('docId', '=', docId)
    .orderBy('id')
    .execute();
type LogColumns = Awaited<ReturnType<typeof logOf>>[number];

/** Decisions since it was last submitted. */
function runningOf(log: readonly LogColumns[]): LogColumns[] {
  const begun = log.findLastIndex(({ action }) => action === 'submit');
  return log.slice(begun + 1).filter(({ action }) => action === 'approve');
}

/** Who of these decisions decided the step that is open now. */
const decidedOf = (running: readonly LogColumns[], { stepNo }: DocumentRow): number[] =>
  running.filter((line) => line.stepNo === stepNo).flatMap(({ staffId }) => staffId ?? []);

interface Running {
  readonly log: readonly LogColumns[];
  readonly decided: readonly number[];
  readonly deciders: Deciders;
  readonly facts: DocumentFacts;
}

/** Whether a document is the caller's, or one of those that they keep. */
export const isMine = (caller: Context['caller'], kind: DocumentKind, row: DocumentRow): boolean =>
  holds(caller, kind.rights.manage) || row.createdBy === caller.id || row.ownerStaffId === caller.id;

/** How a document stands, for whoever calls. */
async function standOf(
  { read, caller, now }: Pick<Context, 'read' | 'caller' | 'now'>,
  kind: DocumentKind,
  row: DocumentRow,
): Promise<Running> {
  const log = await logOf(read, kind, row.id);
  const running = runningOf(log);
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

/** What waits for a decision, and since when. */
export interface Awaiting {
  readonly docType: ApprovedType;
  readonly docId: number;
  readonly docNo: string;
  readonly submittedAt: string;
}

/** Documents of a kind whose open step somebody may decide now. */
export async function awaitedBy(db: Reader, kind: DocumentKind, staffId: number): Promise<DocumentRow[]> {
  const people = await approversOf(db, kind);
  const found: DocumentRow[] = [];
  for (const row of await documentsWhere(db, kind, { state: 'pending' })) {
    const [step] = row.waiting ?? [];
    if (!step) continue;
    const decided = decidedOf(runningOf(await logOf(db, kind, row.id)), row);
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
      return { row, ...(await standOf(context, kind, row)) };
    },
    about: ({ row, facts }) => ({ row, facts }),
  });
const records = new Map<DocumentType, ReturnType<typeof recordOf>>();
/** The changes of the documents of a kind. */
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

/** Tells the operation log what was done to a document. */
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

const linkOf = ({ type }: DocumentKind, { id }: DocumentRow) => `${documentLists[type]}/detail/${id}`;

/** What messages say of a document. */
const textOf = (kind: DocumentKind, row: DocumentRow, more: Readonly<Record<string, string>>) =>
  ({ ...more, no: numberOf(kind, row), doc: { choice: ['approvalDoc', kind.type] } }) as const;

type Teller = Pick<Context, 'write' | 'now'> & { readonly caller?: Context['caller'] };

/** Tells people of a document: as a message that leads to it, and by mail. */
export async function tell(
  by: Teller,
  kind: DocumentKind,
  row: DocumentRow,
  to: readonly number[],
  code:
    | 'DOCUMENT_TO_DECIDE'
    | 'DOCUMENT_STUCK'
    | 'DOCUMENT_APPROVED'
    | 'DOCUMENT_REJECTED'
    | 'DOCUMENT_ENDS'
    | 'DOCUMENT_RENEWS',
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const receivers = [...new Set(to)].filter((id) => id !== by.caller?.id);
  if (receivers.length === 0) return;
  const text = inBoth(code, textOf(kind, row, more));
  await tellStaff(by, { type: 'approval', text, to: receivers, link: linkOf(kind, row) });
  const people = await by.write
    .selectFrom('staff')
    .select('email')
    .where('id', 'in', receivers)
    .where('loginAllowed', '=', 1)
    .orderBy('id')
    .execute();
  const toEmails = [...new Set(people.flatMap(({ email }) => email || []))];
  if (toEmails.length === 0) return;
  const body = (language: 'en' | 'cn') =>
    say(language, 'DOCUMENT_MAIL', { text: text[language], screen: words[language].menu[kind.menu] });
  await putMail(by, {
    toEmails,
    subject: text.en,
    text: `${body('en')}\n\n${body('cn')}`,
    objectType: kind.table,
    objectNo: numberOf(kind, row),
  });
}

/** Tells who may decide the open step that it waits for them. */
async function tellDeciders(by: Teller, kind: DocumentKind, id: number): Promise<void> {
  const row = await readDocument(by.write, kind, id);
  const [step] = row.waiting ?? [];
  if (!step) return;
  const { next } = decidersOf(step, await approversOf(by.write, kind), row.submittedBy, []);
  await tell(by, kind, row, next, 'DOCUMENT_TO_DECIDE', { step: step.name });
}

const closed = { waiting: null, stepNo: null, stepDueAt: null };

/** The first day on which a document counts; nothing where that is the day of its approval. */
export const firstDay = ({ validFrom }: DocumentRow): string =>
  typeof validFrom === 'string' ? validFrom : '';

/** What ends when a document takes its place: from its first day on, at the earliest today. */
async function endRivals(by: Teller, kind: DocumentKind, row: DocumentRow): Promise<void> {
  const rivals = (await kind.rivals?.(by.write, row))?.rows ?? [];
  const reason = say('en', 'DOCUMENT_REPLACED', { no: numberOf(kind, row) });
  for (const rival of rivals) {
    const day = officeDay(by.now);
    const from = firstDay(row);
    await end(by, kind, rival, from > day ? from : day, reason);
    await note(by, kind, rival, 'replace', { staffId: by.caller?.id ?? null, remark: reason });
  }
}

/** Lets an approved document end on a day: at once when that has come. */
async function end(
  by: Teller,
  kind: DocumentKind,
  row: DocumentRow,
  on: string,
  reason: string,
): Promise<void> {
  const state = on <= officeDay(by.now) ? 'terminated' : row.state;
  await documentsOf(kind).save(by, row, { state, terminatedOn: on, terminatedReason: reason });
}

async function refuseRivals(db: Reader, kind: DocumentKind, row: DocumentRow): Promise<void> {
  if (row.replaces) return;
  const found = await kind.rivals?.(db, row);
  const [first] = found?.rows ?? [];
  if (first && found?.says) throw new Refusal(found.says(first));
}

/** A document whose last step was decided counts from now on. */
async function conclude(by: Teller, kind: DocumentKind, row: DocumentRow, more: Values = {}): Promise<void> {
  await refuseRivals(by.write, kind, row);
  if (row.replaces) await endRivals(by, kind, row);
  await documentsOf(kind).save(by, row, { ...closed, ...more, state: 'approved', approvedAt: by.now });
}

interface Input<B> {
  readonly params: { readonly id: number };
  readonly body: B;
}

/** The calls of documents with approval, for one kind of them. */
export function documentHandlers<Row>(kind: DocumentKind) {
  const answer = async (context: Context, id: number) =>
    (await readDocument(context.write, kind, id)) as unknown as Row;
  const documents = documentsOf(kind);

  return {
    progress: async (
      context: Context,
      { params }: Pick<Input<never>, 'params'>,
    ): Promise<DocumentProgress> => {
      const row = await readDocument(context.read, kind, params.id);
      const { log, deciders, facts } = await standOf(context, kind, row);
      const { state: _, ...seen } = facts;
      return {
        facts: seen,
        next: [...deciders.next],
        standIn: deciders.standIn,
        log: log.map((line) => ({ ...line, standIn: line.standIn === 1 })),
      };
    },

    submit: async (
      context: Context,
      { params, body }: Input<{ version?: number | undefined; replace: boolean }>,
    ) => {
      const { write, caller, now } = context;
      const { row: before } = await documents.open(context, params.id, 'submit', body.version);
      const row = { ...before, replaces: body.replace };
      await refuseRivals(write, kind, row);
      const settings = await write.selectFrom('approvalConfig').selectAll().where('active', '=', 1).execute();
      const decoder = codecOf(approvalConfig.row);
      const asked = { docType: kind.type, ...kind.amountOf(row), at: now };
      const run = approvalFor(
        settings.map((setting) => decoder.decode(setting)),
        asked,
      );
      const submitted = { submittedAt: now, submittedBy: caller.id, replaces: body.replace };
      if (run) {
        await documents.save(context, before, {
          ...submitted,
          state: 'pending',
          waiting: run.steps,
          stepNo: 1,
          stepDueAt: run.dueAt,
          approvalConfigId: run.config.id,
        });
        await note(context, kind, row, 'submit', { staffId: caller.id });
        await tellDeciders(context, kind, row.id);
      } else {
        await conclude(context, kind, row, { ...submitted, approvalConfigId: null });
        await note(context, kind, row, 'auto', { staffId: caller.id });
      }
      await logged(
        context,
        kind,
        'submit',
        row,
        { state: before.state },
        { state: run ? 'pending' : 'approved' },
      );
      return answer(context, params.id);
    },

    withdraw: async (context: Context, { params, body }: Input<{ version?: number | undefined }>) => {
      const { row: before } = await documents.open(context, params.id, 'withdraw', body.version);
      await documents.save(context, before, { ...closed, state: 'draft' });
      await note(context, kind, before, 'withdraw', { staffId: context.caller.id });
      await logged(context, kind, 'recall', before, { state: before.state }, { state: 'draft' });
      return answer(context, params.id);
    },

    approval: async (
      context: Context,
      {
        params,
        body,
      }: Input<{ version?: number | undefined; result: 'approve' | 'reject'; remark: string | null }>,
    ) => {
      const { caller } = context;
      const { result, remark } = body;
      const opened = await documents.open(context, params.id, result, body.version);
      const { row: before, decided, deciders } = opened;
      const [step] = before.waiting ?? [];
      if (!step) throw new Error(`nothing to decide on ${numberOf(kind, before)}`);
      const line = {
        stepNo: before.stepNo,
        stepName: step.name,
        staffId: caller.id,
        remark: remark || null,
        standIn: deciders.standIn,
      };
      if (result === 'reject') {
        if (!remark) throw refuse('REASON_REQUIRED');
        await documents.save(context, before, { ...closed, state: 'rejected' });
        await note(context, kind, before, 'reject', line);
        if (before.submittedBy !== null)
          await tell(context, kind, before, [before.submittedBy], 'DOCUMENT_REJECTED', {
            name: caller.realName,
            reason: remark,
          });
        await logged(
          context,
          kind,
          'disapprove',
          before,
          { state: 'pending' },
          { state: 'rejected', remark },
        );
        return answer(context, params.id);
      }
      await note(context, kind, before, 'approve', line);
      const all = [...decided, caller.id];
      if (!(await advance(context, kind, before, all))) await documents.save(context, before, {});
      const row = await readDocument(context.write, kind, params.id);
      await logged(
        context,
        kind,
        'approve',
        before,
        { state: before.state, stepNo: before.stepNo },
        { state: row.state, stepNo: row.stepNo, remark },
      );
      return answer(context, params.id);
    },

    terminate: async (
      context: Context,
      { params, body }: Input<{ version?: number | undefined; reason: string; on: string }>,
    ) => {
      const { row: before } = await documents.open(context, params.id, 'terminate', body.version);
      if (!body.reason) throw refuse('REASON_REQUIRED');
      const day = officeDay(context.now);
      if (body.on < day) throw refuseFields({ on: problem('DOCUMENT_DAY_PAST', { day: formatDay(day) }) });
      await end(context, kind, before, body.on, body.reason);
      await note(context, kind, before, 'terminate', { staffId: context.caller.id, remark: body.reason });
      await logged(
        context,
        kind,
        'terminate',
        before,
        { state: before.state },
        { terminatedOn: body.on, reason: body.reason },
      );
      return answer(context, params.id);
    },

    copy: async (context: Context, { params }: Pick<Input<never>, 'params'>) => {
      const { write, now } = context;
      const { row: from } = await documents.open(context, params.id, 'copy');
      const kept = Object.fromEntries(kind.draft.map((name) => [name, from[name]]));
      const made = {
        ...kept,
        ...kind.follows?.(kept),
        ...newDocument,
        versionNo: from.versionNo + 1,
        copiedFromId: from.id,
        [kind.number]: await nextNumber(write, kind.table, kind.number, kind.prefix, now),
        ...newStamp(context),
      };
      const { id } = (await byName(write)
        .insertInto(kind.table)
        .values(codecFor(kind).encode(made))
        .returning('id')
        .executeTakeFirstOrThrow()) as { id: number };
      const row = await readDocument(write, kind, id);
      await logged(context, kind, 'create', row, undefined, { ...kept, copiedFromId: from.id });
      return row as unknown as Row;
    },
  };
}

/** What a document is when it is new. */
export const newDocument = { state: 'draft', versionNo: 1, replaces: false };

/** Goes on to the next step, or to the end, where the decisions on the open one are enough. Answers whether they were. */
async function advance(
  by: Teller,
  kind: DocumentKind,
  row: DocumentRow,
  decided: readonly number[],
): Promise<boolean> {
  const [step] = row.waiting ?? [];
  if (!step) return false;
  const left = decidersOf(step, await approversOf(by.write, kind), row.submittedBy, decided);
  if (!isDecided(left, decided)) return false;
  const { waiting, dueAt } = afterStep(row.waiting ?? [], by.now);
  if (waiting) {
    const values = { waiting, stepNo: Number(row.stepNo) + 1, stepDueAt: dueAt };
    await documentsOf(kind).save(by, row, values);
    await tellDeciders(by, kind, row.id);
    return true;
  }
  await conclude(by, kind, row);
  if (row.submittedBy !== null) await tell(by, kind, row, [row.submittedBy], 'DOCUMENT_APPROVED');
  return true;
}

/**
 * Hands an approval on where people came and went: goes on where all who can still decide have, tells those who can decide
 * now and were not told, and where nobody is left those who may take it back.
 */
export async function handOn(by: Teller, kind: DocumentKind, row: DocumentRow): Promise<void> {
  const [step] = row.waiting ?? [];
  if (!step) return;
  const log = await logOf(by.write, kind, row.id);
  const ofStep = runningOf(log).filter(({ stepNo }) => stepNo === row.stepNo);
  const decided = ofStep.flatMap(({ staffId }) => staffId ?? []);
  try {
    if (await advance(by, kind, row, decided)) return;
  } catch (error) {
    // Something that came to count meanwhile stands in its way: nothing was written, and a person has to look.
    if (!(error instanceof Refusal)) throw error;
  }
  const { next } = decidersOf(step, await approversOf(by.write, kind), row.submittedBy, decided);
  const [to, code] =
    next.length > 0
      ? ([next, 'DOCUMENT_TO_DECIDE'] as const)
      : ([
          await inOffice(by.write, kind, [row.submittedBy, row.createdBy, row.ownerStaffId]),
          'DOCUMENT_STUCK',
        ] as const);
  const opened = log.findLast(
    ({ action, stepNo }) => action === 'submit' || (action === 'approve' && stepNo !== row.stepNo),
  );
  const text = inBoth(code, textOf(kind, row, { step: step.name }));
  const told = await by.write
    .selectFrom('message')
    .select('receiverId')
    .where('receiverId', 'in', listed(to))
    .where('link', '=', linkOf(kind, row))
    .where('textEn', '=', text.en.slice(0, 500))
    .where('sentAt', '>=', opened?.at ?? '')
    .execute();
  const known = new Set(told.map(({ receiverId }) => receiverId));
  const fresh = to.filter((id) => !known.has(id));
  await tell(by, kind, row, fresh, code, { step: step.name });
}

/** What the hooks of a plain resource do for a document: only drafts change, and only by those whose they are. */
export const documentHooks = (kind: DocumentKind) => ({
  checkChange: async (context: Context, before?: Values): Promise<void> => {
    if (before) await documentsOf(kind).open(context, Number(before.id), 'update');
  },
  /** Its number and state, when it is new; a rejected one that is changed is a draft again. */
  derive: async (context: Context, draft: Values, before?: Values): Promise<Values> => ({
    [kind.number]:
      draft[kind.number] ??
      before?.[kind.number] ??
      (await nextNumber(context.write, kind.table, kind.number, kind.prefix, context.now)),
    ...kind.follows?.(draft),
    ...(before ? { state: 'draft' } : newDocument),
  }),
  checkLeaving: async (context: Context, row: Values): Promise<void> => {
    await documentsOf(kind).open(context, Number(row.id), 'delete');
  },
});
