import type { ApprovedType, DocumentType } from '@contract/business/document';
import { approvalConfig } from '@contract/config/approvalConfig';
import type { PermissionId } from '@contract/permissions';
import { type ApprovalStep, approvalFor } from '@contract/rules/approval';
import { afterStep, type Deciders, decidersOf, isDecided } from '@contract/rules/approvalRun';
import type { Context } from '../../core/context';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { type Awaiting, holdersOf } from './document';

/** Records that a second person approves, besides the documents with a state of their own. */
export type SecondPairDoc = Exclude<ApprovedType, DocumentType>;

/** The fields of a record that concern its approval. */
export interface UnderApproval {
  readonly id: number;
  readonly submittedBy: number | null;
  /** Remaining steps from the open one on, if a setting requires steps. */
  readonly waiting: ApprovalStep[] | null;
  readonly stepNo: number | null;
}

/** Kind of record under approval, and the permission to approve it. */
export interface Approval {
  readonly doc: SecondPairDoc;
  readonly right: PermissionId;
}

/** An amount in a currency. */
interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** The steps that a setting requires for a record, of these amounts of money if it has any; null without a setting. */
export async function stepsFor(
  db: Reader,
  { doc }: Approval,
  at: string,
  amounts: readonly Money[] = [],
): Promise<ApprovalStep[] | null> {
  const rows = await db.selectFrom('approvalConfig').selectAll().where('active', '=', 1).execute();
  const settings = rows.map(codecOf(approvalConfig.row).decode);
  for (const money of amounts.length > 0 ? amounts : [{ amount: null, currency: null }]) {
    const run = approvalFor(settings, { docType: doc, at, ...money });
    if (run) return [...run.steps];
  }
  return null;
}

/** People who have decided the open step since the record was last submitted. */
async function decidedBy(db: Reader, { doc }: Approval, record: UnderApproval): Promise<number[]> {
  const log = await db
    .selectFrom('approvalLog')
    .select(['action', 'stepNo', 'staffId'])
    .where('docType', '=', doc)
    .where('docId', '=', record.id)
    .orderBy('id')
    .execute();
  const submitted = log.findLastIndex(({ action }) => action === 'submit');
  return log
    .slice(submitted + 1)
    .filter(({ action, stepNo }) => action === 'approve' && stepNo === record.stepNo)
    .flatMap(({ staffId }) => staffId ?? []);
}

/**
 * Holders of the permission who may decide on a record now. Nobody decides on their own submission, super
 * administrators included.
 */
export async function decidersNow(
  db: Reader,
  approval: Approval,
  record: UnderApproval,
  holders?: Awaited<ReturnType<typeof holdersOf>>,
): Promise<Deciders> {
  const people = holders ?? (await holdersOf(db, approval.right));
  const [step] = record.waiting ?? [];
  if (step) return decidersOf(step, people, record.submittedBy, await decidedBy(db, approval, record));
  const next = people.filter(({ id, able }) => able && id !== record.submittedBy).map(({ id }) => id);
  return { next, standIn: false };
}

/** A record under approval, as the desk shows it to those who may decide. */
export interface Submission extends UnderApproval {
  readonly docNo: string;
  readonly submittedAt: string;
}

/** Filters submissions for those that the caller may decide on now. */
export async function awaitingDecision(
  { read, caller }: Pick<Context, 'read' | 'caller'>,
  approval: Approval,
  pending: readonly Submission[],
): Promise<Awaiting[]> {
  if (pending.length === 0) return [];
  const holders = await holdersOf(read, approval.right);
  const found: Awaiting[] = [];
  for (const record of pending) {
    if (!(await decidersNow(read, approval, record, holders)).next.includes(caller.id)) continue;
    const { id: docId, docNo, submittedAt } = record;
    found.push({ docType: approval.doc, docId, docNo, submittedAt });
  }
  return found;
}

/** Adds a line to the history of approvals. */
export async function noteApproval(
  { write, now, caller }: Pick<Context, 'write' | 'now' | 'caller'>,
  { doc }: Approval,
  { id, waiting, stepNo }: UnderApproval,
  docNo: string,
  action: 'submit' | 'withdraw' | 'approve' | 'reject',
  more: { readonly remark?: string; readonly standIn?: boolean } = {},
): Promise<void> {
  const decides = action === 'approve' || action === 'reject';
  await write
    .insertInto('approvalLog')
    .values({
      at: now,
      docType: doc,
      docId: id,
      docNo,
      stepNo: decides ? stepNo : null,
      stepName: decides ? (waiting?.[0]?.name ?? null) : null,
      action,
      staffId: caller.id,
      remark: more.remark ?? null,
      standIn: more.standIn ? 1 : 0,
    })
    .execute();
}

/** Rest of an approval after the caller's decision, which is stored already: nothing when it is approved. */
export async function leftOf(
  db: Reader,
  approval: Approval,
  record: UnderApproval,
  now: string,
): Promise<Pick<UnderApproval, 'waiting' | 'stepNo'> | null> {
  if (!record.waiting) return null;
  const decided = await decidedBy(db, approval, record);
  if (!isDecided(await decidersNow(db, approval, record), decided))
    return { waiting: record.waiting, stepNo: record.stepNo };
  const { waiting } = afterStep(record.waiting, now);
  return waiting && { waiting: [...waiting], stepNo: (record.stepNo ?? 0) + 1 };
}
