import type { EInvoiceError } from '@contract/finance/eInvoice';
import { E_INVOICE, FILING, MAIL } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { type SqlBool, sql } from 'kysely';
import { afterAttempt, isDue, Outgoing } from '../../../core/outgoing';
import type { BackgroundServices } from '../../../core/repeat';
import type { Secrets } from '../../../core/secrets/secrets';
import type { Writer } from '../../../store/open';
import { questionDelay } from '../../netchb/pace';
import { inBoth, notifyStaff } from '../../partners/messages';
import { readInvoice } from '../invoiceIssue';
import { termsOf } from '../invoiceTerms';
import {
  type AccessPoint,
  FolderPoint,
  type OutboundInvoice,
  type PointAnswer,
  WebPoint,
} from './accessPoint';
import { addressesOf } from './handOver';
import { POINT_KEY, type PointOptions, routeOf } from './settings';

/** Options of the sender; tests shorten the times, and call this machine. */
export interface InvoiceSenderOptions extends BackgroundServices, PointOptions {
  readonly secrets: Secrets;
  readonly loopback?: boolean | undefined;
  /** Timeout of a call in milliseconds. */
  readonly deadline?: number | undefined;
  /** Milliseconds within which the access point may still store an invoice whose response was lost. */
  readonly settling?: number | undefined;
}

/** Invoices handed over at the same time. */
const AT_ONCE = 4;

type Due = Awaited<ReturnType<InvoiceSender['due']>>[number];

/**
 * Hands invoices over to the access point, and asks how far they have come. An invoice is claimed in the database before
 * it leaves: one whose claim was never resolved may have arrived, so that the access point is asked for it, and it is
 * sent again only if it is not there.
 */
export class InvoiceSender {
  readonly #options: InvoiceSenderOptions;
  /** Stops; running calls are cut short. */
  readonly stop: () => Promise<void>;

  constructor(options: InvoiceSenderOptions) {
    this.#options = options;
    const outgoing = new Outgoing<Due>({
      due: () => this.due(),
      attempt: (one, stopped) => this.#attempt(one, stopped),
      failed: (error) => options.report('invoices could not be handed over', error),
      every: options.every,
    });
    this.stop = () => outgoing.stop();
  }

  /** Invoices that are due. */
  due() {
    const { store, now } = this.#options;
    return store.read
      .selectFrom('eInvoice')
      .select([
        ...([
          'id',
          'invoiceId',
          'invoiceNo',
          'createdBy',
          'state',
          'route',
          'messageNo',
          'attempts',
        ] as const),
        ...(['claimedAt', 'handedOverAt', 'error', 'answer', 'content'] as const),
      ])
      .where(
        isDue('eInvoice.nextAt', {
          now: now(),
          longest: Math.max(...E_INVOICE.backOff, FILING.askLast),
          untried: sql<SqlBool>`${sql.ref('eInvoice.state')} = 'pending' and ${sql.ref('eInvoice.attempts')} = 0`,
        }),
      )
      .orderBy('nextAt')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
  }

  async #attempt(one: Due, stopped: AbortSignal): Promise<void> {
    const { store, now, report } = this.#options;
    try {
      const point = await this.#point(one);
      if (typeof point === 'string')
        return await this.#keep(one, { outcome: 'refused', error: point, answer: null });
      const invoice = await this.#outbound(one);
      const asks = one.state !== 'pending';
      if (!asks && !(await this.#claim(point, invoice, one))) return;
      const answer = await (asks ? point.ask(invoice, stopped) : point.send(invoice, stopped));
      if (answer) await this.#keep(one, answer);
    } catch (error) {
      // One invoice must not hold up the others.
      report(`e-invoice ${one.id} could not be handed over`, error);
      await store.write((write) =>
        write
          .updateTable('eInvoice')
          .set({ nextAt: instantOf(now() + FILING.ask[1].every) })
          .where('id', '=', one.id)
          .execute(),
      );
    }
  }

  /** The access point that is set, or why there is none for an invoice. */
  async #point({ state, route: before }: Due): Promise<AccessPoint | EInvoiceError> {
    const { store, secrets, folder, loopback = false, deadline = E_INVOICE.deadline } = this.#options;
    const { route, address } = await routeOf(store.read);
    // Only the access point that an invoice went to can say how far it has come.
    if (route === 'none' || (state !== 'pending' && route !== before)) return 'no_route';
    if (route === 'folder') return folder === undefined ? 'folder' : new FolderPoint(folder);
    const key = await secrets.find(store.read, POINT_KEY);
    if (key.kind === 'locked') return 'keychain_locked';
    if (key.kind === 'lost') return 'password_lost';
    return new WebPoint({
      ...{ address: address ?? '', loopback, deadline, key: key.kind === 'found' ? key.text : null },
    });
  }

  async #outbound({ invoiceId, messageNo, invoiceNo, content }: Due): Promise<OutboundInvoice> {
    const invoice = await readInvoice(this.#options.store.read, invoiceId);
    const terms = termsOf(invoice);
    const { isCredit, seller } = terms;
    return { messageNo, invoiceNo, content, isCredit, country: seller.country, ...addressesOf(terms) };
  }

  /** Claims an invoice before it leaves; false if something else has taken it. */
  async #claim(point: AccessPoint, invoice: OutboundInvoice, { id }: Due): Promise<boolean> {
    const { store, now } = this.#options;
    await point.prepare?.(invoice);
    const { numUpdatedRows } = await store.write((write) =>
      write
        .updateTable('eInvoice')
        .set({ state: 'sending', claimedAt: instantOf(now()) })
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  async #keep(one: Due, answer: PointAnswer): Promise<void> {
    const { store, now, settling = E_INVOICE.settling } = this.#options;
    const end = now();
    const columns = columnsAfter(one, answer, end, settling);
    await store.write(async (write) => {
      const { numUpdatedRows } = await write
        .updateTable('eInvoice')
        .set(columns)
        .where('id', '=', one.id)
        .where('messageNo', '=', one.messageNo)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && columns.state === 'failed')
        await notify(write, one, columns.error ?? 'unknown', end);
    });
  }
}

/** Tells the person who handed an invoice over that they must act. */
async function notify(
  write: Writer,
  { createdBy, invoiceNo }: Due,
  error: EInvoiceError,
  now: number,
): Promise<void> {
  if (createdBy === null) return;
  const reason = { choice: ['eInvoiceError', error] } as const;
  await notifyStaff(
    { write, now: instantOf(now) },
    {
      ...{ type: 'exception', to: [createdBy], link: '/bil-fee/e-invoices' },
      text: inBoth('E_INVOICE_STUCK', { no: invoiceNo, reason }),
    },
  );
}

/** Columns that change after an attempt. `claimedAt` becomes null once the access point certainly has no invoice. */
type Columns = Partial<
  Pick<Due, 'state' | 'attempts' | 'error' | 'answer' | 'handedOverAt'> & {
    claimedAt: null;
    nextAt: string | null;
    deliveredAt: string;
  }
>;

function columnsAfter(one: Due, given: PointAnswer, now: number, settling: number): Columns {
  const { error, answer } = given;
  const at = instantOf(now);
  switch (given.outcome) {
    case 'delivered':
      return {
        ...{ state: 'delivered', error, answer, nextAt: null, deliveredAt: at },
        handedOverAt: one.handedOverAt ?? at,
      };
    case 'handed_over':
      return {
        ...{ state: 'handed_over', error, answer, attempts: 0, handedOverAt: one.handedOverAt ?? at },
        nextAt: nextQuestion(one, now),
      };
    case 'refused':
      return afterRefusal(one, given, now);
    case 'absent':
      return one.state === 'pending' ? again(one, given, now) : afterAbsence(one, given, now, settling);
    case 'lost':
      if (one.state === 'handed_over') return { error, answer, nextAt: nextQuestion(one, now) };
      return tried(one, given, 'sending', now);
  }
}

/** Time of the next question about an invoice that the access point has; null once it says nothing more. */
function nextQuestion({ route, handedOverAt }: Due, now: number): string | null {
  const age = now - Date.parse(handedOverAt ?? instantOf(now));
  return route === 'folder' || age > E_INVOICE.askFor ? null : instantOf(now + questionDelay(age));
}

/** Counts an attempt: the invoice goes on in a state until the last one. */
function tried(one: Due, { error, answer }: PointAnswer, state: 'pending' | 'sending', now: number): Columns {
  const { attempts, ended, nextAt } = afterAttempt(E_INVOICE, one.attempts, false, now);
  return { state: ended ? 'failed' : state, error, answer, attempts, nextAt };
}

const again = (one: Due, given: PointAnswer, now: number): Columns => ({
  ...tried(one, given, 'pending', now),
  claimedAt: null,
});

/** The access point says that it does not have an invoice that left. */
function afterAbsence(one: Due, given: PointAnswer, now: number, settling: number): Columns {
  const { error, answer } = one;
  const gone = { nextAt: null, claimedAt: null, state: 'failed' } as const;
  if (one.state === 'handed_over') return { ...gone, error: given.error, answer: given.answer };
  // It was refused, and said so in a way that could also have meant that it is tried again.
  if (error === 'refused') return { ...gone, error, answer };
  const settled = Date.parse(one.claimedAt ?? instantOf(now)) + settling;
  if (one.route === 'https' && now < settled) return { nextAt: instantOf(settled + 1000) };
  const next = again(one, { ...given, error, answer }, now);
  return next.state === 'pending' ? { ...next, nextAt: instantOf(now) } : next;
}

/** Errors that end the way of an invoice that the access point has. */
const ENDS: ReadonlySet<EInvoiceError> = new Set(['rejected', 'undelivered']);

/** A person must act. */
function afterRefusal(one: Due, { error, answer }: PointAnswer, now: number): Columns {
  const isEnd = error !== null && ENDS.has(error);
  // What the access point has stays there, also while it cannot be asked.
  if (one.state === 'handed_over' && !isEnd)
    return { error, answer, nextAt: error === 'no_route' ? null : instantOf(now + FILING.askLast) };
  if (error === 'keychain_locked') return { error, answer, nextAt: instantOf(now + MAIL.rest) };
  const certain = isEnd || one.state === 'pending';
  return { state: 'failed', error, answer, nextAt: null, ...(certain ? { claimedAt: null } : {}) };
}
