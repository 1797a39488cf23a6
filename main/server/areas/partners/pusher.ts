import { performance } from 'node:perf_hooks';
import { PUSH } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { type SqlBool, sql } from 'kysely';
import { afterAttempt, isDue, Outgoing } from '../../core/outgoing';
import type { BackgroundServices } from '../../core/repeat';
import { type Push, type PushAttempt, sendPush } from './sendPush';

/** Options for pushing events. */
export interface PusherOptions extends BackgroundServices {
  /** True if pushes may go to this machine. */
  readonly loopback?: boolean | undefined;
  /** Timeout of an attempt in milliseconds. */
  readonly deadline?: number | undefined;
}

/** Pushes at the same time; those of one bill go one after the other. */
const AT_ONCE = 8;

/** Sends due pushes, in order for each bill, and stores each attempt. */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #outgoing: Outgoing<Push & { attempts: number }>;

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#outgoing = new Outgoing({
      due: () => this.#due(),
      attempt: (push, stopped) => this.#attempt(push, stopped),
      failed: (error) => options.report('events could not be pushed', error),
      every: options.every,
    });
  }

  /** Stops; running attempts are cut short and count as not made. */
  stop(): Promise<void> {
    return this.#outgoing.stop();
  }

  /** The first open push of each bill, if it is due. */
  #due(): Promise<(Push & { attempts: number })[]> {
    const { store, now } = this.#options;
    return store.read
      .selectFrom('apiPush')
      .leftJoin('customer', 'customer.id', 'apiPush.customerId')
      .select(['apiPush.id', 'target', 'event', 'payload', 'attempts', 'customer.apiKeyHash as secret'])
      .where('status', '=', 'pending')
      .where(
        isDue('nextAt', {
          now: now(),
          longest: Math.max(...PUSH.backOff),
          untried: sql<SqlBool>`attempts = 0`,
        }),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('apiPush as earlier')
              .select('earlier.id')
              .whereRef('earlier.billId', '=', 'apiPush.billId')
              .whereRef('earlier.id', '<', 'apiPush.id')
              .where('earlier.status', '=', 'pending'),
          ),
        ),
      )
      .orderBy('nextAt')
      .orderBy('apiPush.id')
      .limit(AT_ONCE)
      .execute();
  }

  async #attempt(push: Push & { attempts: number }, stopped: AbortSignal): Promise<void> {
    const { now, loopback = false, deadline = PUSH.deadline } = this.#options;
    const at = now();
    const startedAt = performance.now();
    const sent = await sendPush(push, {
      timestamp: Math.floor(at / 1000),
      loopback,
      deadline,
      stopped,
    });
    if (sent) await this.#keep(push, sent, at, Math.round(performance.now() - startedAt));
  }

  async #keep(
    { id, attempts: before }: { id: number; attempts: number },
    { ok, responseStatus, response, error }: PushAttempt,
    at: number,
    durationMs: number,
  ): Promise<void> {
    const { store, now } = this.#options;
    const end = now();
    const { attempts, ended, nextAt } = afterAttempt(PUSH, before, ok, end);
    await store.write(async (write) => {
      await write
        .insertInto('apiPushAttempt')
        .values({ pushId: id, at: instantOf(at), durationMs, responseStatus, response, error })
        .execute();
      await write
        .updateTable('apiPush')
        .set({
          attempts,
          status: ok ? 'success' : ended ? 'failed' : 'pending',
          nextAt,
          finishedAt: ended ? instantOf(end) : null,
          responseStatus,
          response,
        })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    });
  }
}
