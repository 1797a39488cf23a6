import { billName } from '@contract/bill/billName';
import { MAIL } from '@contract/limits';
import { alertEvents } from '@contract/monitor/alert';
import type { Insertable } from 'kysely';
import type { NewMail } from '../areas/mail/outbox';
import { waitingRow } from '../areas/mail/outbox';
import type { AlertMatch } from '../areas/monitor/alertMatch';
import { findMatches } from '../areas/monitor/evaluators';
import { letterAbout, type Rule, receiversOf, ruleCodec } from '../areas/monitor/letters';
import { recordOf } from '../areas/monitor/watch';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { ruleData } from './alertData';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { customerId, groupId, staffId } from './people';
import type { Random } from './random';
import { insertRows } from './rows';

type MailRow = Insertable<Database['mail']>;
type RecordRow = Insertable<Database['monitorRecord']>;

/** Days of alerts in the demo. */
const DAYS = 14;
const ZONE = 'Europe/Amsterdam';
/** Milliseconds from reaching the mail server until a mail counts as sent. */
const ON_THE_WAY = 4000;

/** A match of a rule, with its end, if any. */
interface Occurrence {
  readonly match: AlertMatch;
  readonly at: number;
  readonly endedAt: number | null;
}

/** Writes the alert rules of the demo, their alerts of the last days, and the mails about them. */
export async function seedAlerts(writer: Writer, random: Random, now: number): Promise<void> {
  const made = iso(now - 40 * DAY + 9 * HOUR);
  const rules = ruleData.map((data, index) => ({ id: index + 1, ...rowOf(data, made) }));
  await insertRows(writer, 'monitorConfig', rules);
  const mails: (MailRow & { id: number })[] = [];
  const records: RecordRow[] = [];
  for (const row of rules) {
    const rule = ruleCodec.decode(row);
    if (!rule.active) continue;
    const found = [...(await past(writer, rule, now)), ...(await present(writer, rule, now))];
    const receivers = await receiversOf(writer, rule);
    for (const { at, together } of gathered(rule, found, now)) {
      let mailId: number | null = null;
      if (at !== null) {
        const matches = together.map((one) => one.match);
        const letter = await letterAbout(writer, rule, matches, receivers, { now: at, zone: ZONE });
        mailId = mails.length + 1;
        mails.push({ id: mailId, ...sentRow(letter, at, random) });
      }
      for (const { match, at: triggered, endedAt } of together)
        records.push({
          ...recordOf(rule, match, iso(triggered)),
          endedAt: endedAt === null ? null : iso(endedAt),
          mailId,
        });
    }
  }
  records.sort((a, b) => (a.triggeredAt < b.triggeredAt ? -1 : 1));
  trouble(mails, now);
  await insertRows(writer, 'mail', mails);
  await insertRows(writer, 'monitorRecord', records);
}

function rowOf(data: (typeof ruleData)[number], at: string) {
  const { customers = [], groups = [], to = [], cc = [], active = true } = data;
  const by = staffId('admin');
  return {
    ...ruleCodec.encode({
      version: 1,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
      name: data.name,
      event: data.event,
      thresholdHours: data.thresholdHours ?? null,
      customerIds: customers.map((code) => customerId(code)),
      airportIds: [],
      warehouseIds: [],
      toEmails: [...to],
      ccEmails: [...cc],
      toGroupIds: groups.map((code) => groupId(code)),
      subject: data.subject,
      bodyEn: data.bodyEn,
      bodyCn: data.bodyCn,
      frequency: data.frequency,
      sendTime: data.sendTime ?? null,
      active,
      sort: null,
      remark: null,
    }),
  };
}

const hoursOf = ({ event, thresholdHours }: Rule) => thresholdHours ?? alertEvents[event].hours;

/** Returns the time at which a rule would have matched if it were checked continuously. */
function foundAt(rule: Rule, since: string, now: number): number {
  const hours = hoursOf(rule) * HOUR;
  const at = Date.parse(since) + (alertEvents[rule.event].counts === 'after' ? hours : -hours) + MINUTE;
  return Math.min(Math.max(at, now - DAYS * DAY), now - 2 * MINUTE);
}

/** Returns the present matches of a rule. */
async function present(writer: Writer, rule: Rule, now: number): Promise<Occurrence[]> {
  const matches = await findMatches(writer, rule, now);
  return matches.map((one) => ({ match: one, at: foundAt(rule, one.since, now), endedAt: null }));
}

/** Returns ended alerts: notices that came late in the last days. */
async function past(writer: Writer, rule: Rule, now: number): Promise<Occurrence[]> {
  if (rule.event !== 'noa_missing') return [];
  const bills = await writer
    .selectFrom('bill')
    .select(['id', 'billNo', 'batchNo', 'ata', 'noaAt'])
    .where('mode', '=', 'air')
    .where('removedAt', 'is', null)
    .where('ata', '>', iso(now - DAYS * DAY))
    .where('noaAt', 'is not', null)
    .orderBy('ata')
    .execute();
  return bills.flatMap(({ id, billNo, batchNo, ata, noaAt }) => {
    const endedAt = Date.parse(noaAt ?? '');
    const at = Date.parse(ata ?? '') + hoursOf(rule) * HOUR + MINUTE;
    const match = {
      objectId: id,
      objectNo: billName({ billNo, batchNo }),
      billId: id,
      since: ata ?? '',
      occurrence: '',
    };
    return at < endedAt ? [{ match, at, endedAt }] : [];
  });
}

/** Groups occurrences by the time of their mail; null: still waiting. */
function gathered(
  { frequency, sendTime }: Rule,
  found: readonly Occurrence[],
  now: number,
): { at: number | null; together: Occurrence[] }[] {
  if (frequency === 'immediate') return found.map((one) => ({ at: one.at, together: [one] }));
  const [hour = 0, minute = 0] = (sendTime ?? '00:00').split(':').map(Number);
  const turn = frequency === 'hourly' ? HOUR : DAY;
  // Winter time of the office is one hour ahead of UTC.
  const first = frequency === 'hourly' ? 0 : (hour - 1) * HOUR + minute * MINUTE;
  const turns = new Map<number, Occurrence[]>();
  for (const one of found) {
    const at = Math.ceil((one.at - first) / turn) * turn + first;
    turns.set(at, [...(turns.get(at) ?? []), one]);
  }
  return [...turns].map(([at, together]) => ({ at: at <= now ? at : null, together }));
}

function sentRow(letter: NewMail, at: number, random: Random): Omit<MailRow, 'id'> {
  const parts = [8, 4, 4, 4, 12].map((count) => random.digits(count));
  return {
    ...waitingRow(letter, iso(at), null, parts.join('-')),
    state: 'sent' as const,
    attempts: 1,
    nextAt: null,
    sentAt: iso(at + ON_THE_WAY),
    error: null,
    answer: `250 2.0.0 Ok: queued as ${random.digits(10)}`,
  };
}

/** Marks two mails as failed for good, and the last ones as waiting for an unreachable server. */
function trouble(mails: (MailRow & { id: number })[], now: number): void {
  const byTime = [...mails].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const failing = [
    { error: 'recipient', answer: '550 5.1.1 User unknown' },
    { error: 'refused', answer: '552 5.2.2 Mailbox full' },
  ];
  byTime.slice(4, 6).forEach((mail, index) => {
    Object.assign(mail, { ...failing[index], state: 'failed', attempts: MAIL.attempts, sentAt: null });
  });
  for (const mail of byTime.slice(0, 2))
    Object.assign(mail, {
      ...{ state: 'pending', attempts: 1, sentAt: null, nextAt: iso(now + 5 * MINUTE) },
      ...{ error: 'unreachable', answer: 'connect ECONNREFUSED 192.0.2.25:587' },
    });
}
