import { ALERT_MAILS } from '@contract/limits';
import { type AlertEvent, alertEvents } from '@contract/monitor/alert';
import { instantOf } from '@contract/rules/zonedTime';
import { lastTime, officeZone } from '../../core/officeClock';
import { type BackgroundServices, repeat } from '../../core/repeat';
import { listed } from '../../store/dialect';
import { insertRows } from '../../store/insertRows';
import type { Reader, Store, Writer } from '../../store/open';
import { type NewMail, putMail } from '../mail/outbox';
import { othersOf, warehouseRecipients } from '../mail/warehouseMail';
import { type AlertMatch, keyOf } from './alertMatch';
import { findMatches } from './evaluators';
import { type Clock, letterAbout, type Receivers, type Rule, receiversOf, ruleCodec } from './letters';

/** Options for checking alert rules. */
export interface WatchOptions extends BackgroundServices {
  /** The time zone of the office; default: that of this machine. */
  readonly zone?: string | undefined;
}

/** Events that are also sent to the warehouse of a bill, whatever the rule's recipients. */
const EXCEPTIONS: ReadonlySet<AlertEvent> = new Set<AlertEvent>(['exception_opened', 'box_missing']);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Checks the alert rules once a minute until stopped; returns a function that stops it. */
export const watchRules = ({ store, now, report, every = MINUTE, zone = officeZone() }: WatchOptions) =>
  repeat(
    every,
    () => checkRules(store, { now: now(), zone }, report),
    (error) => report('the alert rules could not be read', error),
  );

interface LookOptions {
  /** True to store alerts and hold them back: after a restore they may have been sent already. */
  readonly held?: boolean;
}

/** Checks every active rule; a failing one does not stop the others. */
export async function checkRules(
  store: Store,
  clock: Clock,
  report: WatchOptions['report'],
  { held = false }: LookOptions = {},
): Promise<void> {
  const rules = await store.read.selectFrom('monitorConfig').selectAll().where('active', '=', 1).execute();
  for (const row of rules) {
    const rule = ruleCodec.decode(row);
    try {
      await checkRule(store, rule, clock, held);
    } catch (error) {
      report(`the alert rule ${rule.id} failed`, error);
    }
  }
}

/** Alerts of a rule that have not ended. */
const openOf = (read: Reader, { id }: Pick<Rule, 'id'>) =>
  read
    .selectFrom('monitorRecord')
    .select(['id', 'event', 'objectId', 'objectNo', 'billId', 'since', 'occurrence'])
    .select(['triggeredAt', 'mailId'])
    .where('configId', '=', id)
    .where('endedAt', 'is', null)
    .execute();

/**
 * Compares present matches of a rule with its open alerts: stores new ones, ends those no longer true, and puts waiting
 * ones into the outbox when due. Usually nothing is written at all.
 */
async function checkRule(store: Store, rule: Rule, clock: Clock, held: boolean): Promise<void> {
  const [matches, open] = [await findMatches(store.read, rule, clock.now), await openOf(store.read, rule)];
  const openByKey = new Map(open.filter(({ event }) => event === rule.event).map((one) => [keyOf(one), one]));
  const here = new Set(matches.map(keyOf));
  const fresh = matches.filter((one) => !openByKey.has(keyOf(one)));
  const isOver = (one: (typeof open)[number]) =>
    one.event !== rule.event || (!here.has(keyOf(one)) && !isSetBack(one, clock.now));
  const over = open.filter(isOver);
  const waiting = open.filter((one) => one.mailId === null && !isOver(one));
  const due = held ? waiting.length > 0 : isDue(rule, waiting, clock);
  const at = instantOf(clock.now);
  // Alerts dated in the future were triggered before the clock was set back: date them now, so that they can fall due.
  const ahead = waiting.filter(({ triggeredAt }) => triggeredAt > at).map(({ id }) => id);
  if (fresh.length === 0 && over.length === 0 && ahead.length === 0 && !due) return;
  await store.write(async (write) => {
    await end(write, over, at);
    await write
      .updateTable('monitorRecord')
      .set({ triggeredAt: at })
      .where('id', 'in', listed(ahead))
      .execute();
    await insertRows(
      write,
      'monitorRecord',
      fresh.map((match) => recordOf(rule, match, at)),
    );
    await sendAlerts(write, rule, clock, held);
  });
}

/**
 * True for an alert that was sent and is dated up to an hour in the future: the clock was set back. It stays open until
 * the clock reaches that time again; otherwise the same email would be sent twice.
 */
function isSetBack({ triggeredAt, mailId }: { triggeredAt: string; mailId: number | null }, now: number) {
  return mailId !== null && triggeredAt > instantOf(now) && triggeredAt <= instantOf(now + HOUR);
}

async function end(
  write: Writer,
  over: readonly { id: number; mailId: number | null }[],
  now: string,
): Promise<void> {
  // An alert that ended before it was sent is dropped.
  const unsent = over.filter(({ mailId }) => mailId === null).map(({ id }) => id);
  const emailed = over.filter(({ mailId }) => mailId !== null).map(({ id }) => id);
  await write.deleteFrom('monitorRecord').where('id', 'in', listed(unsent)).execute();
  await write.updateTable('monitorRecord').set({ endedAt: now }).where('id', 'in', listed(emailed)).execute();
}

/** Table row of a match. */
export const recordOf = (rule: Pick<Rule, 'id' | 'event'>, match: AlertMatch, triggeredAt: string) => ({
  configId: rule.id,
  event: rule.event,
  objectType: alertEvents[rule.event].of,
  ...match,
  objectNo: match.objectNo.slice(0, 60),
  triggeredAt,
});

/** Puts waiting alerts into the outbox: one email each, or all in one. */
async function sendAlerts(write: Writer, rule: Rule, clock: Clock, held: boolean): Promise<void> {
  const waiting = (await openOf(write, rule)).filter(({ mailId }) => mailId === null);
  if (held ? waiting.length === 0 : !isDue(rule, waiting, clock)) return;
  const receivers = await receiversOf(write, rule);
  // A group without members: wait until it has one.
  if (receivers.toEmails.length === 0) return;
  const single = rule.frequency === 'immediate' && waiting.length <= ALERT_MAILS;
  for (const some of single ? waiting.map((one) => [one]) : [waiting]) {
    const letter = await letterAbout(write, rule, some, receivers, clock);
    const mailId = await putOrHold(write, letter, clock, held);
    for (const copy of await warehouseCopies(write, rule, some, receivers))
      await putOrHold(write, await letterAbout(write, rule, copy.of, copy.receivers, clock), clock, held);
    const emailed = listed(some.map(({ id }) => id));
    await write.updateTable('monitorRecord').set({ mailId }).where('id', 'in', emailed).execute();
  }
}

/** Puts an email into the outbox, or holds it back where it may have been sent before; returns its id. */
async function putOrHold(write: Writer, letter: NewMail, clock: Clock, held: boolean): Promise<number> {
  const mailId = await putMail({ write, now: instantOf(clock.now) }, letter);
  if (held)
    await write
      .updateTable('mail')
      .set({ state: 'failed', error: 'restored', nextAt: null })
      .where('id', '=', mailId)
      .execute();
  return mailId;
}

/** Emails about an exception to the warehouses of its bills, each about its own goods only. */
async function warehouseCopies<One extends { readonly billId: number | null }>(
  read: Reader,
  { event }: Pick<Rule, 'event'>,
  some: readonly One[],
  receivers: Receivers,
): Promise<{ readonly of: readonly One[]; readonly receivers: Receivers }[]> {
  if (!EXCEPTIONS.has(event)) return [];
  const bills = await read
    .selectFrom('bill')
    .select(['id', 'warehouseId'])
    .where('id', 'in', listed([...new Set(some.flatMap(({ billId }) => billId ?? []))]))
    .execute();
  const warehouses = new Map(bills.map(({ id, warehouseId }) => [id, warehouseId]));
  const recipients = await warehouseRecipients(
    read,
    bills.flatMap(({ warehouseId }) => warehouseId ?? []),
  );
  return [...recipients].flatMap(([warehouseId, emails]) => {
    const toEmails = othersOf(emails, [...receivers.toEmails, ...receivers.ccEmails]);
    const of = some.filter(({ billId }) => billId !== null && warehouses.get(billId) === warehouseId);
    return toEmails.length === 0 ? [] : [{ of, receivers: { toEmails, ccEmails: [] } }];
  });
}

/** Returns true if it is time to send alerts that were triggered at the given times. */
export function isDue(
  { frequency, sendTime }: Pick<Rule, 'frequency' | 'sendTime'>,
  waiting: readonly { readonly triggeredAt: string }[],
  { now, zone }: Clock,
): boolean {
  if (waiting.length === 0) return false;
  if (frequency === 'immediate') return true;
  const turn =
    frequency === 'hourly' ? Math.floor(now / HOUR) * HOUR : lastTime(sendTime ?? '00:00', now, zone);
  return waiting.some(({ triggeredAt }) => Date.parse(triggeredAt) <= turn);
}
