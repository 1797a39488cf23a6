import { type Problem, problem } from '@contract/errors';
import type { CustomsStanding } from '@contract/rules/customsAnswers';
import { instantOf } from '@contract/rules/zonedTime';
import { ACTORS } from '@contract/words';
import { actorNamed, backgroundContext } from '../../core/actor';
import type { Context } from '../../core/context';
import { Refusal } from '../../core/refusal';
import type { BackgroundServices } from '../../core/repeat';
import type { Reader, Writer } from '../../store/open';
import { inSavepoint } from '../../store/savepoint';
import { inBoth, notifyStaff } from '../partners/messages';
import { applyAnswer, type Response } from './applyAnswer';
import type { Notification } from './notification';

/** Actor of the steps that customs takes. */
const CUSTOMS = actorNamed('customs', ACTORS.system);

/** Stores responses of an office, each once, with the message that it is about. Returns the number of new ones. */
export async function storeAnswers(
  write: Writer,
  accountId: number,
  notifications: readonly Notification[],
  now: string,
): Promise<number> {
  let stored = 0;
  for (const { sid, lrn, mrn, event, at, said, controlType, content } of notifications) {
    const message = await messageOf(write, accountId, { lrn, mrn })
      ?.select(['id', 'billId', 'batchId'])
      .executeTakeFirst();
    const { numInsertedOrUpdatedRows: fresh } = await write
      .insertInto('customsAnswer')
      .values({
        ...{ accountId, sid, lrn, mrn, event, at, said, controlType, content },
        messageId: message?.id ?? null,
        billId: message?.billId ?? null,
        batchId: message?.batchId ?? null,
        receivedAt: now,
        state: 'received',
        problem: null,
      })
      .onConflict((on) => on.columns(['accountId', 'sid']).doNothing())
      .executeTakeFirst();
    stored += Number(fresh ?? 0);
  }
  return stored;
}

/** The message of a response: by its LRN, or by the MRN that customs has given it; undefined without either. */
const messageOf = (db: Writer, accountId: number, { lrn, mrn }: Pick<Notification, 'lrn' | 'mrn'>) =>
  lrn === null && mrn === null
    ? undefined
    : db
        .selectFrom('customsMessage')
        .where('accountId', '=', accountId)
        .where((where) => (lrn === null ? where('mrn', '=', mrn) : where('lrn', '=', lrn)));

/** Carries out stored responses, in the order in which they came, each in a transaction of its own. */
export class AnswerReceiver {
  readonly #services: Pick<BackgroundServices, 'store' | 'now' | 'report'>;

  constructor(services: Pick<BackgroundServices, 'store' | 'now' | 'report'>) {
    this.#services = services;
  }

  /** Carries out all that are waiting. */
  async run(stopped: AbortSignal): Promise<void> {
    const { store, report } = this.#services;
    let after = 0;
    while (!stopped.aborted) {
      const next = await store.read
        .selectFrom('customsAnswer')
        .select('id')
        .where('state', '=', 'received')
        .where('id', '>', after)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!next) return;
      const { id: answerId } = next;
      try {
        const again = await this.#carryOut(answerId);
        after = again ? 0 : answerId;
      } catch (error) {
        // A response that fails must not hold up the others; it is tried again in the next round.
        report(`response ${answerId} of customs could not be carried out`, error);
        after = answerId;
      }
    }
  }

  /** Carries out one response; true if earlier ones may be possible now. */
  async #carryOut(id: number): Promise<boolean> {
    const { store, now } = this.#services;
    return store.write(async (write) => {
      const context = backgroundContext(store, write, { caller: CUSTOMS, now: instantOf(now()) });
      let messageId: number;
      try {
        messageId = await inSavepoint(write, () => this.#apply(context, id));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await leaveOpen(context, id, error.problem);
        return false;
      }
      // Responses that came too early may follow now.
      const { numUpdatedRows } = await write
        .updateTable('customsAnswer')
        .set({ state: 'received' })
        .where('messageId', '=', messageId)
        .where('state', '=', 'open')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** Applies a response; returns the id of its message. */
  async #apply(context: Context, id: number): Promise<number> {
    const { write, now } = context;
    const answer = await write
      .selectFrom('customsAnswer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { event, lrn, mrn, accountId } = answer;
    // A message may have been made since, for example after a restore.
    const message = await messageOf(write, accountId, { lrn, mrn })?.selectAll().executeTakeFirst();
    if (!message) throw new Refusal(problem('CUSTOMS_ANSWER_LRN', { lrn: lrn ?? mrn ?? '?' }));
    if (event === null) throw new Refusal(problem('CUSTOMS_ANSWER_UNREADABLE'));
    const response: Response = { ...answer, event, message };
    const after = await applyAnswer(context, response);
    await write
      .updateTable('customsMessage')
      .set({
        ...{ standing: after.standing, mrn: after.mrn, state: 'answered' as const, dueAt: null },
        ...(message.answeredAt === null ? { answeredAt: answer.at } : {}),
        ...(message.sentAt === null ? { sentAt: now } : {}),
        ...(isLast(after.standing) ? { nextAt: null } : {}),
      })
      .where('id', '=', message.id)
      .execute();
    await write
      .updateTable('customsAnswer')
      .set({
        ...{ state: 'applied' as const, problem: null },
        ...{ messageId: message.id, billId: message.billId, batchId: message.batchId },
      })
      .where('id', '=', id)
      .execute();
    return message.id;
  }
}

/** Returns the fields of a bill that a message about it needs. */
export const namedBill = (read: Reader, id: number) =>
  read.selectFrom('bill').select(['id', 'billNo', 'batchNo']).where('id', '=', id).executeTakeFirst();

/** True if customs says nothing more after this. */
const isLast = (standing: CustomsStanding): boolean => standing === 'rejected' || standing === 'invalidated';

/** Leaves a response to a person: keeps why, and raises the alarm the first time. */
async function leaveOpen(context: Context, id: number, why: Problem): Promise<void> {
  const { write } = context;
  const before = await write
    .selectFrom('customsAnswer')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await write
    .updateTable('customsAnswer')
    .set({ state: 'open', problem: JSON.stringify(why) })
    .where('id', '=', id)
    .execute();
  if (before.problem !== null) return;
  const bill = before.billId === null ? undefined : await namedBill(write, before.billId);
  const no = before.lrn ?? before.mrn ?? `#${id}`;
  const reason = inBoth(why.code, why.params);
  await notifyStaff(
    { write, now: context.now },
    {
      type: 'exception',
      text: {
        en: inBoth('CUSTOMS_ANSWER_OPEN', { no, reason: reason.en }).en,
        cn: inBoth('CUSTOMS_ANSWER_OPEN', { no, reason: reason.cn }).cn,
      },
      to: ['bill.customs.declare'],
      ...(bill ? { bill } : { link: '/config/customs/account' }),
    },
  );
}
