import { performance } from 'node:perf_hooks';
import { PUSH } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import type { Store } from '../store/open';
import { type Push, type Sent, sendPush } from './sendPush';

/** How events are pushed by a server. */
export interface PusherOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  /** Whether pushes may go to this very machine. */
  readonly loopback?: boolean | undefined;
  /** Milliseconds between looks at what is due. */
  readonly every?: number | undefined;
  /** Milliseconds for an attempt. */
  readonly deadline?: number | undefined;
}

/** Pushes on their way at once; those of one bill go one after the other. */
const AT_ONCE = 8;

/**
 * Sends what is due, in the order of each bill, and writes down each attempt. What is on its way stands in the database
 * alone: a server that starts goes on where the last one ended, and an attempt cut short in between is made again.
 */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: PusherOptions) {
    this.#options = options;
    this.#wait();
  }

  /** Ends; attempts on their way are cut short and count as not made. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#sendDue()
        .catch((error) => this.#options.report('events could not be pushed', error))
        .then(() => this.#wait());
    }, this.#options.every ?? 2000).unref();
  }

  async #sendDue(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const due = await this.#due();
      if (due.length === 0) return;
      await Promise.all(due.map((push) => this.#attempt(push)));
    }
  }

  /** The first that is open of each bill, when its time has come. */
  #due(): Promise<(Push & { attempts: number })[]> {
    const { store, now } = this.#options;
    return store.read
      .selectFrom('apiPush')
      .leftJoin('customer', 'customer.id', 'apiPush.customerId')
      .select(['apiPush.id', 'target', 'event', 'payload', 'attempts', 'customer.apiKeyHash as secret'])
      .where('status', '=', 'pending')
      .where('nextAt', '<=', instantOf(now()))
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

  async #attempt(push: Push & { attempts: number }): Promise<void> {
    const { now, loopback = false, deadline = PUSH.deadline } = this.#options;
    const at = now();
    const begun = performance.now();
    const sent = await sendPush(push, {
      timestamp: Math.floor(at / 1000),
      loopback,
      deadline,
      stopped: this.#stopping.signal,
    });
    if (sent) await this.#keep(push, sent, at, Math.round(performance.now() - begun));
  }

  async #keep(
    { id, attempts: before }: { id: number; attempts: number },
    { ok, responseStatus, response, error }: Sent,
    at: number,
    durationMs: number,
  ): Promise<void> {
    const { store, now } = this.#options;
    const attempts = before + 1;
    const ended = ok || attempts >= PUSH.attempts;
    const end = now();
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
          nextAt: ended ? null : instantOf(end + (PUSH.backOff[before] ?? 0)),
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
