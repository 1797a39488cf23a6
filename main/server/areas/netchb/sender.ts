import { performance } from 'node:perf_hooks';
import type { NetchbResult } from '@contract/config/netchbAccount';
import { FILING } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import {
  type FilingEventName,
  type FilingKind,
  type FilingOperation,
  type FilingState,
  filingActions,
} from '@contract/sea/filing';
import { afterAttempt, Outgoing } from '../../core/outgoing';
import { readXml } from '../../core/xml';
import type { Writer } from '../../store/open';
import { SYSTEM, writeLog } from '../access/writeLog';
import { inBoth, notifyStaff } from '../partners/messages';
import type { SeaContext } from '../sea/seaLinks';
import { filedObjects } from './answers';
import { keepExchange } from './exchanges';
import type { GatewayAnswer } from './gateway';
import { LINE_FIELDS, type NetchbLine, type NetchbOptions } from './line';
import { filingElement, type GatewayFiling, questionElement } from './message';
import { awaitedUntil, isMessageDue, needsPerson, questionDelay } from './pace';

/** Filings sent at the same time; those of one record are sent one after the other. */
const AT_ONCE = 4;

/**
 * Results after which a message waits for a person: trying again would not help, and a login refused repeatedly gets
 * locked.
 */
const NEEDS_PERSON: ReadonlySet<NetchbResult> = new Set([
  'no_password',
  'password_lost',
  'private_address',
  'redirect',
  'sign_in',
  'filer',
  'refused',
]);

/** Events that are the response to a filing. */
const ANSWERS: ReadonlySet<FilingEventName> = new Set(['accepted', 'accepted_warning', 'rejected']);

/** True if customs sends no further event about a filing after this one. */
function isLast(kind: FilingKind, operation: FilingOperation, event: FilingEventName): boolean {
  if (event === 'rejected') return true;
  if (operation === 'delete') return ANSWERS.has(event);
  return event === ({ isf: 'matched', entry: 'released', entrySummary: 'liquidated' } as const)[kind];
}

type Due = Awaited<ReturnType<FilingSender['due']>>[number];

/**
 * Sends due messages to the gateways and queries the status of sent ones. A message that may have arrived is sent again
 * under the same id, which a gateway accepts once; a response is applied together with the row of the exchange that
 * brought it, so that a server killed in between queries again and loses nothing.
 */
export class FilingSender {
  readonly #line: NetchbLine;
  readonly #options: NetchbOptions;
  /** Stops; running calls are cut short and count as not made. */
  readonly stop: () => Promise<void>;

  constructor(line: NetchbLine, options: NetchbOptions) {
    this.#line = line;
    this.#options = options;
    this.stop = new Outgoing<Due>({
      due: () => this.due(),
      attempt: (filing, stopped) => this.#attempt(filing, stopped),
      failed: (error) => options.report('filings could not be sent', error),
      every: options.every,
    }).stop;
  }

  /** Filings that are due; none before an earlier unsent one of the same record. */
  due() {
    const { store, now } = this.#options;
    return store.read
      .selectFrom('filing')
      .innerJoin('netchbAccount', 'netchbAccount.id', 'filing.accountId')
      .select(LINE_FIELDS)
      .select([
        'filing.id as filingId',
        'filing.kind',
        'filing.operation',
        'filing.objectType',
        'filing.objectId',
        'filing.objectNo',
        'filing.messageId',
        'filing.content',
        'filing.state',
        'filing.attempts',
        'filing.lastEvent',
        'filing.sentAt',
        'filing.dueAt',
        'filing.createdBy',
      ])
      .where(isMessageDue('filing', now()))
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('filing as earlier')
              .select('earlier.id')
              .whereRef('earlier.objectType', '=', 'filing.objectType')
              .whereRef('earlier.objectId', '=', 'filing.objectId')
              .whereRef('earlier.id', '<', 'filing.id')
              .where('earlier.state', '=', 'queued'),
          ),
        ),
      )
      .orderBy('filing.nextAt')
      .orderBy('filing.id')
      .limit(AT_ONCE)
      .execute();
  }

  async #attempt(filing: Due, stopped: AbortSignal): Promise<void> {
    const { now, report, store } = this.#options;
    try {
      const startedAt = performance.now();
      const at = now();
      const isQuery = filing.state !== 'queued';
      const answer = await this.#line.call(filing, await callOf(filing, isQuery), stopped);
      if (!answer) return;
      await this.#keep(filing, answer, {
        at,
        isQuery,
        durationMs: Math.round(performance.now() - startedAt),
      });
    } catch (error) {
      // A response that one record cannot apply must not hold up the others.
      report(`filing ${filing.messageId} could not be taken further`, error);
      await store.write((write) =>
        write
          .updateTable('filing')
          .set({ nextAt: instantOf(now() + FILING.ask[1].every) })
          .where('id', '=', filing.filingId)
          .execute(),
      );
    }
  }

  async #keep(
    filing: Due,
    answer: GatewayAnswer,
    { at, isQuery, durationMs }: { at: number; isQuery: boolean; durationMs: number },
  ): Promise<void> {
    const { store, now } = this.#options;
    const about = answer.filing;
    // A response that does not mention this message is invalid.
    const result =
      answer.result === 'ok' && about?.messageId !== filing.messageId ? ('answer' as const) : answer.result;
    await store.write(async (write) => {
      const end = now();
      const present = await write
        .selectFrom('filing')
        .select(['state', 'lastEvent', 'attempts'])
        .where('id', '=', filing.filingId)
        .executeTakeFirst();
      // A person may have restarted it in the meantime.
      if (!present || present.state !== filing.state) return;
      const fresh =
        result === 'ok' && about ? about.events.filter((one) => one.number > present.lastEvent) : [];
      await keepExchange(
        write,
        'filingExchange',
        { filingId: filing.filingId },
        {
          at: instantOf(at),
          operation: isQuery ? 'status' : 'file',
          durationMs,
          httpStatus: answer.httpStatus,
          result,
          request: answer.request,
          answer: answer.answer,
          repeats: fresh.length === 0 && isQuery,
        },
      );
      if (result !== 'ok' || !about)
        await this.#failed(write, filing, { ...answer, result }, present, isQuery, end);
      else await this.#taken(write, filing, about, fresh, end);
    });
  }

  /** Handles a gateway that could not be reached, or sent an invalid response. */
  async #failed(
    write: Writer,
    filing: Due,
    answer: GatewayAnswer,
    { attempts: before }: { attempts: number },
    isQuery: boolean,
    now: number,
  ): Promise<void> {
    const { attempts, ended, nextAt } = afterAttempt(FILING, before, false, now);
    const { result } = answer;
    const person = needsPerson(NEEDS_PERSON, answer);
    // Filings that customs has received are queried for as long as it takes.
    const state: FilingState = isQuery ? filing.state : person ? 'failed' : ended ? 'given_up' : 'queued';
    const stays = state === 'failed' || state === 'given_up';
    await write
      .updateTable('filing')
      .set({
        state,
        result,
        attempts,
        nextAt: stays ? null : (nextAt ?? instantOf(now + FILING.askLast)),
      })
      .where('id', '=', filing.filingId)
      .execute();
    await passProgress(write, filing, state);
    if (stays)
      await this.#notify(write, filing, 'FILING_STUCK', now, {
        reason: { choice: ['netchbResult', result] },
      });
  }

  /** Handles a response: passes new events to the record. */
  async #taken(
    write: Writer,
    filing: Due,
    { known, reference, events }: GatewayFiling,
    fresh: GatewayFiling['events'],
    now: number,
  ): Promise<void> {
    const { filingId, kind: filedKind, operation: filedOperation, objectType, objectId } = filing;
    const kind = filedKind;
    const operation = filedOperation;
    const context = contextOf(write, now);
    for (const { event, at, codes } of fresh)
      await filedObjects[objectType]?.applyEvent(context, objectId, {
        event,
        reference,
        at,
        codes,
        kind,
        operation,
      });
    if (!known) {
      // The gateway has lost the message: send it again.
      await write
        .updateTable('filing')
        .set({ state: 'queued', result: 'ok', attempts: 0, nextAt: instantOf(now) })
        .where('id', '=', filingId)
        .execute();
      await passProgress(write, filing, 'queued');
      return;
    }
    const answer = events.find(({ event }) => ANSWERS.has(event));
    const sentAt = filing.sentAt ?? instantOf(now);
    const age = now - Date.parse(sentAt);
    const ended = events.some(({ event }) => isLast(kind, operation, event)) || age > FILING.askFor;
    const { dueAt, isOverdue } = awaitedUntil(filing, answer !== undefined, now);
    await write
      .updateTable('filing')
      .set({
        state: answer ? 'answered' : 'sent',
        result: 'ok',
        attempts: 0,
        reference,
        sentAt,
        answeredAt: answer?.at ?? null,
        dueAt,
        lastEvent: Math.max(0, ...events.map(({ number }) => number)),
        nextAt: ended ? null : instantOf(now + questionDelay(age)),
      })
      .where('id', '=', filingId)
      .execute();
    await passProgress(write, filing, answer ? 'answered' : 'sent');
    // A filing that a newer one of the same record has replaced is queried no longer.
    if (filing.state === 'queued')
      await write
        .updateTable('filing')
        .set({ nextAt: null })
        .where('objectType', '=', objectType)
        .where('objectId', '=', objectId)
        .where('kind', '=', kind)
        .where('id', '<', filingId)
        .execute();
    if (isOverdue) await this.#notify(write, filing, 'FILING_UNANSWERED', now, {});
  }

  /** Notifies the person who filed a message that they must act. */
  async #notify(
    write: Writer,
    { createdBy, objectType, objectId, objectNo }: Due,
    code: 'FILING_STUCK' | 'FILING_UNANSWERED',
    now: number,
    more: Parameters<typeof inBoth>[1],
  ): Promise<void> {
    if (createdBy === null) return;
    const link = filedObjects[objectType]?.link;
    await notifyStaff(
      { write, now: instantOf(now) },
      {
        type: 'exception',
        text: inBoth(code, { no: objectNo, ...more }),
        to: [createdBy],
        ...(link ? { link: `${link}/${objectId}` } : {}),
      },
    );
  }
}

/** Passes the state of a message on to its record, unless a newer message of the record exists. */
export async function passProgress(
  write: Writer,
  { filingId, objectType, objectId }: Pick<Due, 'filingId' | 'objectType' | 'objectId'>,
  state: FilingState,
): Promise<void> {
  const newer = await write
    .selectFrom('filing')
    .select('id')
    .where('objectType', '=', objectType)
    .where('objectId', '=', objectId)
    .where('id', '>', filingId)
    .executeTakeFirst();
  if (!newer) await filedObjects[objectType]?.storeProgress?.({ write }, objectId, state);
}

/** Call for a filing: its message, or its status query. */
async function callOf(
  { messageId, kind, operation, content, simulatorMode: simulate }: Due,
  isQuery: boolean,
) {
  const head = { messageId, kind, action: filingActions[operation] };
  if (isQuery) return { operation: 'status', content: [questionElement(head)], simulate } as const;
  const message = await readXml(content);
  if (!message) throw new Error('a filing without a message');
  return { operation: 'file', content: [filingElement(head, message)], simulate } as const;
}

/** Context in which responses are applied, without a user. */
const contextOf = (write: Writer, time: number): SeaContext => {
  const now = instantOf(time);
  return {
    read: write,
    write,
    now,
    caller: SYSTEM,
    log: (entry) => writeLog(write, entry, { now, caller: SYSTEM, ip: null, userAgent: null }),
  };
};
