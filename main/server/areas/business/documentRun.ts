import { documentPath } from '@contract/business/document';
import { afterStep, decidersOf, isDecided } from '@contract/rules/approvalRun';
import { say, words } from '@contract/words';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { Refusal } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { putMail } from '../mail/outbox';
import { inBoth, notifyStaff } from '../partners/messages';
import {
  approversOf,
  currentApprovals,
  type DocumentKind,
  type DocumentRow,
  documentsOf,
  inOffice,
  logOf,
  note,
  numberOf,
  readDocument,
  type Values,
} from './document';

const linkOf = ({ type }: DocumentKind, { id }: DocumentRow) => documentPath(type, id);

/** Message parameters of a document. */
const textOf = (kind: DocumentKind, row: DocumentRow, more: Readonly<Record<string, string>>) =>
  ({ ...more, no: numberOf(kind, row), doc: { choice: ['approvalDoc', kind.type] } }) as const;

export type Teller = Pick<Context, 'write' | 'now'> & { readonly caller?: Context['caller'] };

/** Notifies people of a document: by a message that links to it, and by email. */
export async function notify(
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
  await notifyStaff(by, { type: 'approval', text, to: receivers, link: linkOf(kind, row) });
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

/** Notifies the people who may decide on the open step. */
export async function notifyDeciders(by: Teller, kind: DocumentKind, id: number): Promise<void> {
  const row = await readDocument(by.write, kind, id);
  const [step] = row.waiting ?? [];
  if (!step) return;
  const { next } = decidersOf(step, await approversOf(by.write, kind), row.submittedBy, []);
  await notify(by, kind, row, next, 'DOCUMENT_TO_DECIDE', { step: step.name });
}

export const NO_APPROVAL = { waiting: null, stepNo: null, stepDueAt: null };

/** First day on which a document is valid; empty if that is the day of its approval. */
export const firstDay = ({ validFrom }: DocumentRow): string =>
  typeof validFrom === 'string' ? validFrom : '';

/** Ends the documents that a document replaces: from its first day, today at the earliest. */
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

/** Ends an approved document on a day: immediately if that day has come. */
export async function end(
  by: Teller,
  kind: DocumentKind,
  row: DocumentRow,
  on: string,
  reason: string,
): Promise<void> {
  const state = on <= officeDay(by.now) ? 'terminated' : row.state;
  await documentsOf(kind).save(by, row, { state, terminatedOn: on, terminatedReason: reason });
}

export async function refuseRivals(db: Reader, kind: DocumentKind, row: DocumentRow): Promise<void> {
  if (row.replaces) return;
  const found = await kind.rivals?.(db, row);
  const [first] = found?.rows ?? [];
  if (first && found?.says) throw new Refusal(found.says(first));
}

/** Makes a document valid after the decision on its last step. */
export async function conclude(
  by: Teller,
  kind: DocumentKind,
  row: DocumentRow,
  more: Values = {},
): Promise<void> {
  await refuseRivals(by.write, kind, row);
  if (row.replaces) await endRivals(by, kind, row);
  await documentsOf(kind).save(by, row, { ...NO_APPROVAL, ...more, state: 'approved', approvedAt: by.now });
}

/** Moves to the next step, or to the end, if there are enough decisions on the open one. Returns whether there were. */
export async function advance(
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
    await notifyDeciders(by, kind, row.id);
    return true;
  }
  await conclude(by, kind, row);
  if (row.submittedBy !== null) await notify(by, kind, row, [row.submittedBy], 'DOCUMENT_APPROVED');
  return true;
}

/**
 * Adjusts an open approval to changes of staff: moves on if everybody who can still decide has decided, and notifies
 * people who can decide now and were not notified before. If nobody is left, notifies those who may withdraw the
 * document.
 */
export async function adjustToStaff(by: Teller, kind: DocumentKind, row: DocumentRow): Promise<void> {
  const [step] = row.waiting ?? [];
  if (!step) return;
  const log = await logOf(by.write, kind, row.id);
  const ofStep = currentApprovals(log).filter(({ stepNo }) => stepNo === row.stepNo);
  const decided = ofStep.flatMap(({ staffId }) => staffId ?? []);
  try {
    if (await advance(by, kind, row, decided)) return;
  } catch (error) {
    // Another document that became valid in between blocks this one: nothing was written, and a person has to decide.
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
  const recipients = await by.write
    .selectFrom('message')
    .select('receiverId')
    .where('receiverId', 'in', listed(to))
    .where('link', '=', linkOf(kind, row))
    .where('textEn', '=', text.en.slice(0, 500))
    .where('sentAt', '>=', opened?.at ?? '')
    .execute();
  const known = new Set(recipients.map(({ receiverId }) => receiverId));
  const fresh = to.filter((id) => !known.has(id));
  await notify(by, kind, row, fresh, code, { step: step.name });
}
