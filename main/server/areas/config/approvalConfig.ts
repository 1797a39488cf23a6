import { approvalConfig } from '@contract/config/approvalConfig';
import { type Problem, problem } from '@contract/errors';
import { type ApprovalRange, type ApprovalStep, overlaps, rangeProblems } from '@contract/rules/approval';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { pendingUnder } from '../business/kinds';

const codec = codecOf(approvalConfig.row);

/** Finds another active setting that already covers documents of a range. */
async function collision(db: Reader, range: ApprovalRange, id?: number): Promise<Problem | undefined> {
  const rows = await db.selectFrom('approvalConfig').selectAll().where('active', '=', 1).execute();
  const other = rows.map((row) => codec.decode(row)).find((one) => one.id !== id && overlaps(one, range));
  return other && problem('APPROVAL_OVERLAP', { name: other.nameEn });
}

/** Refuses newly added approvers who no longer exist. Earlier ones stay, and are shown as they are. */
async function checkApprovers(db: Reader, steps: ApprovalStep[], before: ApprovalStep[]): Promise<void> {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'username', 'deletedAt'])
    .where(
      'id',
      'in',
      steps.flatMap(({ approverStaffIds }) => approverStaffIds),
    )
    .execute();
  const groups = await db.selectFrom('adminGroup').select('id').execute();
  const here = new Set(people.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
  const named = (id: number) => people.find((person) => person.id === id)?.username ?? `#${id}`;
  const known = {
    staff: new Set(before.flatMap(({ approverStaffIds }) => approverStaffIds)),
    group: new Set(before.flatMap(({ approverGroupIds }) => approverGroupIds)),
  };
  for (const [index, { approverStaffIds, approverGroupIds }] of steps.entries()) {
    const person = approverStaffIds.find((id) => !here.has(id) && !known.staff.has(id));
    const group = approverGroupIds.find((id) => !groups.some((one) => one.id === id) && !known.group.has(id));
    const name = person === undefined ? group && `#${group}` : named(person);
    if (name) throw refuseFields({ steps: problem('APPROVAL_APPROVER_GONE', { no: index + 1, name }) });
  }
}

/** Approval settings: at most one active setting applies to each document. */
export const approvalConfigHandlers = crudHandlers(approvalConfig, {
  check: async ({ read }, draft, before) => {
    const wrong = rangeProblems(draft);
    if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
    await checkApprovers(read, draft.steps, before?.steps ?? []);
    if (before && !before.active) return;
    const other = await collision(read, draft, before?.id);
    if (other) throw refuseFields({ [draft.currency === null ? 'docType' : 'minAmount']: other });
  },
  checkLeaving: async ({ read }, { id }) => {
    const nos = await pendingUnder(read, Number(id));
    if (nos.length > 0) throw refuse('APPROVAL_IN_USE', { nos: { list: nos } });
  },
  activation: ({ read }, row) => collision(read, row, row.id),
});
