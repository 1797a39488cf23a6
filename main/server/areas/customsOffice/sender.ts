import { performance } from 'node:perf_hooks';
import type { CustomsResult } from '@contract/config/customsAccount';
import { CUSTOMS, FILING, NETCHB } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { afterAttempt, Outgoing } from '../../core/outgoing';
import type { Writer } from '../../store/open';
import { keepExchange } from '../netchb/exchanges';
import { awaitedUntil, isMessageDue, needsPerson, questionDelay } from '../netchb/pace';
import { inBoth, notifyStaff } from '../partners/messages';
import { type CustomsOffice, type OfficeAnswer, silent } from './office';
import type { CustomsOffices, CustomsOptions } from './offices';
import { AnswerReceiver, namedBill, storeAnswers } from './receiver';

/** Messages sent at the same time. */
const AT_ONCE = 8;

/** Results after which nothing can have arrived: the message is sent again without a question. */
const NOT_ARRIVED: ReadonlySet<CustomsResult> = new Set([
  'private_address',
  'unknown_host',
  'closed',
  'tls',
  'redirect',
  'sign_in',
  'folder',
  'certificate',
]);
/** Results after which a message waits for a person. */
const NEEDS_PERSON: ReadonlySet<CustomsResult> = new Set([
  'private_address',
  'redirect',
  'sign_in',
  'refused',
  'folder',
  'certificate',
]);

type Due = Awaited<ReturnType<MessageSender['due']>>[number];

/**
 * Sends declarations to their offices, asks about sent ones, and collects responses. A message is claimed in the
 * database before it leaves: one whose claim was never resolved, because the server was killed or no response came, may
 * have arrived. The office is asked for it, and it is sent again only if the office does not have it.
 */
export class MessageSender {
  readonly #offices: CustomsOffices;
  readonly #options: CustomsOptions;
  readonly #receiver: AnswerReceiver;
  /** Stops; running calls are cut short. */
  readonly stop: () => Promise<void>;

  constructor(offices: CustomsOffices, options: CustomsOptions) {
    this.#offices = offices;
    this.#options = options;
    this.#receiver = new AnswerReceiver(options);
    const stopping = new AbortController();
    const outgoing = new Outgoing<Due>({
      due: async () => {
        // Responses first: a decided message needs no question.
        await this.#collect();
        await this.#receiver.run(stopping.signal);
        return this.due();
      },
      attempt: (message, stopped) => this.#attempt(message, stopped),
      failed: (error) => options.report('declarations could not be sent to customs', error),
      every: options.every,
    });
    this.stop = async () => {
      stopping.abort();
      await outgoing.stop();
    };
  }

  /** Messages that are due. */
  due() {
    const { store, now } = this.#options;
    return store.read
      .selectFrom('customsMessage')
      .innerJoin('customsAccount', 'customsAccount.id', 'customsMessage.accountId')
      .select([
        'customsAccount.transport',
        'customsAccount.simulatorMode',
        'customsAccount.address',
        'customsAccount.folder',
        'customsMessage.id as messageId',
        'customsMessage.accountId',
        'customsMessage.billId',
        'customsMessage.lrn',
        'customsMessage.content',
        'customsMessage.state',
        'customsMessage.standing',
        'customsMessage.attempts',
        'customsMessage.sentAt',
        'customsMessage.dueAt',
        'customsMessage.claimedAt',
        'customsMessage.createdBy',
      ])
      .where(isMessageDue('customsMessage', now()))
      .orderBy('customsMessage.nextAt')
      .orderBy('customsMessage.id')
      .limit(AT_ONCE)
      .execute();
  }

  /** Stores what offices have put into folders. */
  async #collect(): Promise<void> {
    const { store, now, report } = this.#options;
    const accounts = await store.read
      .selectFrom('customsAccount')
      .select(['id', 'transport', 'simulatorMode', 'address', 'folder'])
      .where('transport', '=', 'folder')
      .where('active', '=', 1)
      .execute();
    for (const account of accounts) {
      const office = await this.#offices.of(account);
      if (typeof office === 'string') continue;
      for (const { notifications, done } of (await office.collect?.()) ?? []) {
        await store.write((write) => storeAnswers(write, account.id, notifications, instantOf(now())));
        // A file that stays is read again, and its responses are known.
        await done().catch((error: unknown) => report('a response of customs could not be put away', error));
      }
    }
  }

  async #attempt(message: Due, stopped: AbortSignal): Promise<void> {
    const { now, report, store } = this.#options;
    const { messageId } = message;
    try {
      const office = await this.#offices.of(message);
      const isQuery = message.state !== 'queued';
      if (typeof office === 'string') {
        await this.#keep(message, silent(office, message.lrn), { at: now(), isQuery, durationMs: 0 });
        return;
      }
      const startedAt = performance.now();
      const at = now();
      if (!isQuery && !(await this.#claim(office, message))) return;
      const answer = await (isQuery ? office.ask(message, stopped) : office.send(message, stopped));
      if (!answer) return;
      const durationMs = Math.round(performance.now() - startedAt);
      await this.#keep(message, answer, { at, isQuery, durationMs });
    } catch (error) {
      // One message must not hold up the others.
      report(`message ${messageId} to customs could not be taken further`, error);
      await store.write((write) =>
        write
          .updateTable('customsMessage')
          .set({ nextAt: instantOf(now() + FILING.ask[1].every) })
          .where('id', '=', messageId)
          .execute(),
      );
    }
  }

  /** Claims a message, before it leaves; false if something else has taken it. */
  async #claim(office: CustomsOffice, message: Due): Promise<boolean> {
    const { store, now } = this.#options;
    await office.prepare?.(message);
    const { numUpdatedRows } = await store.write((write) =>
      write
        .updateTable('customsMessage')
        .set({ state: 'sending', claimedAt: instantOf(now()) })
        .where('id', '=', message.messageId)
        .where('state', '=', 'queued')
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  async #keep(
    message: Due,
    answer: OfficeAnswer,
    { at, isQuery, durationMs }: { at: number; isQuery: boolean; durationMs: number },
  ): Promise<void> {
    const { store, now } = this.#options;
    await store.write(async (write) => {
      const end = now();
      const present = await write
        .selectFrom('customsMessage')
        .select(['attempts', 'standing'])
        .where('id', '=', message.messageId)
        .executeTakeFirst();
      // A message withdrawn in the meantime is gone.
      if (!present) return;
      const fresh = await storeAnswers(write, message.accountId, answer.notifications, instantOf(end));
      await keepExchange(
        write,
        'customsExchange',
        { messageId: message.messageId },
        {
          at: instantOf(at),
          operation: isQuery ? 'status' : 'file',
          durationMs,
          httpStatus: answer.httpStatus,
          result: answer.result,
          request: answer.request,
          answer: answer.answer,
          repeats: fresh === 0 && isQuery,
        },
      );
      if (answer.result === 'ok' && answer.known) await this.#taken(write, { ...message, ...present }, end);
      else if (answer.result === 'ok' && isQuery) await this.#missing(write, message, end);
      else await this.#failed(write, message, answer, present.attempts, isQuery, end);
    });
  }

  /** Handles an office that has the declaration. */
  async #taken(write: Writer, message: Due, now: number): Promise<void> {
    const sentAt = message.sentAt ?? instantOf(now);
    const age = now - Date.parse(sentAt);
    const answered = message.standing !== 'none';
    const { dueAt, isOverdue } = awaitedUntil(message, answered, now);
    await write
      .updateTable('customsMessage')
      .set({
        state: answered ? 'answered' : 'sent',
        ...{ result: 'ok' as const, attempts: 0, sentAt, dueAt },
        // A folder says nothing on its own: its responses are collected.
        nextAt: message.transport === 'folder' ? null : nextQuestion(now, age),
      })
      .where('id', '=', message.messageId)
      .execute();
    if (isOverdue) await this.#notify(write, message, 'FILING_UNANSWERED', now, {});
  }

  /** Handles an office that says it does not have the declaration. */
  async #missing(write: Writer, message: Due, now: number): Promise<void> {
    const { messageId, state, claimedAt } = message;
    const { settling = NETCHB.deadline } = this.#options;
    const settled = Date.parse(claimedAt ?? instantOf(now)) + settling;
    const isClaimed = state === 'sending';
    // The office may still store a message whose response was lost.
    const waits = isClaimed && now < settled;
    await write
      .updateTable('customsMessage')
      .set(
        waits
          ? { nextAt: instantOf(settled + 1000) }
          : isClaimed
            ? { state: 'queued', nextAt: instantOf(now) }
            : { state: 'failed', result: 'unknown', nextAt: null },
      )
      .where('id', '=', messageId)
      .execute();
    if (!isClaimed) await this.#notify(write, message, 'FILING_STUCK', now, stuckBy('unknown'));
  }

  /** Handles an office that could not be reached, or sent an invalid response. */
  async #failed(
    write: Writer,
    message: Due,
    answer: OfficeAnswer,
    before: number,
    isQuery: boolean,
    now: number,
  ): Promise<void> {
    const { attempts, ended, nextAt } = afterAttempt(FILING, before, false, now);
    const isSent = isQuery && message.state !== 'sending';
    const { result } = answer;
    const person = needsPerson(NEEDS_PERSON, answer);
    // Declarations that the office has are asked for as long as it takes.
    const state = isSent
      ? message.state
      : person
        ? 'failed'
        : ended
          ? 'given_up'
          : !isQuery && NOT_ARRIVED.has(result)
            ? 'queued'
            : 'sending';
    const stays = state === 'failed' || state === 'given_up';
    await write
      .updateTable('customsMessage')
      .set({
        ...{ state, result, attempts },
        nextAt: stays ? null : (nextAt ?? instantOf(now + FILING.askLast)),
      })
      .where('id', '=', message.messageId)
      .execute();
    if (stays) await this.#notify(write, message, 'FILING_STUCK', now, stuckBy(result));
  }

  /** Notifies the person who sent a message that they must act. */
  async #notify(
    write: Writer,
    { createdBy, billId, lrn }: Due,
    code: 'FILING_STUCK' | 'FILING_UNANSWERED',
    now: number,
    more: Parameters<typeof inBoth>[1],
  ): Promise<void> {
    if (createdBy === null) return;
    const bill = await namedBill(write, billId);
    await notifyStaff(
      { write, now: instantOf(now) },
      {
        type: 'exception',
        text: inBoth(code, { no: lrn, ...more }),
        to: [createdBy],
        ...(bill ? { bill } : {}),
      },
    );
  }
}

const stuckBy = (result: CustomsResult) => ({ reason: { choice: ['customsResult', result] as const } });

/** Time of the next question about a declaration of a given age; null once customs says nothing more. */
const nextQuestion = (now: number, age: number): string | null =>
  age > CUSTOMS.askFor ? null : instantOf(now + questionDelay(age));
