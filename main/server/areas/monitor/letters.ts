import { billName } from '@contract/bill/billName';
import { LANGUAGES, type Language, MAIL } from '@contract/limits';
import { type AlertObject, alertEvents, type Placeholder } from '@contract/monitor/alert';
import { monitorConfig } from '@contract/monitor/monitorConfig';
import { airportClock, namedTime } from '@contract/rules/clock';
import { fillPlaceholders } from '@contract/rules/placeholders';
import { choiceLabel, nameIn, say } from '@contract/words';
import type * as z from 'zod';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import type { NewMail } from '../mail/outbox';
import type { AlertMatch } from './alertMatch';

export type Rule = z.output<typeof monitorConfig.row>;
export const ruleCodec = codecOf(monitorConfig.row);

/** The fields of a rule for its emails. */
export type Texts = Pick<Rule, 'name' | 'event' | 'subject' | 'bodyEn' | 'bodyCn'>;
/** Maximum records listed in one email; the rest is counted. */
const MAX_LISTED = 100;
/** Placeholder value for a missing field. */
const NOTHING = '–';
const HOUR = 3_600_000;

/** Fields of a record's bill for emails. */
const billsOf = (read: Reader, ids: readonly number[]) =>
  read
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .leftJoin('warehouse', 'warehouse.id', 'bill.warehouseId')
    .select(['bill.id', 'bill.billNo', 'bill.batchNo', 'bill.flightNo', 'bill.eta', 'bill.ata'])
    .select(['customer.nameEn', 'customer.nameCn', 'airport.airportCode', 'airport.timeZone'])
    .select('warehouse.code as warehouseCode')
    .where('bill.id', 'in', listed(ids))
    .execute();
type BillFacts = Awaited<ReturnType<typeof billsOf>>[number];

/** A record with the facts that its email may mention. */
interface AlertFacts {
  readonly match: AlertMatch;
  readonly bill: BillFacts | undefined;
}

async function withBills(read: Reader, matches: readonly AlertMatch[]): Promise<AlertFacts[]> {
  const ids = [...new Set(matches.flatMap(({ billId }) => billId ?? []))];
  const bills = new Map((await billsOf(read, ids)).map((bill) => [bill.id, bill]));
  return matches.map((one) => ({
    match: one,
    bill: one.billId === null ? undefined : bills.get(one.billId),
  }));
}

function valuesOf(
  { match, bill }: AlertFacts,
  { name, event }: Pick<Texts, 'name' | 'event'>,
  language: Language,
  { now, zone }: Clock,
): Record<Placeholder, string> {
  const clock = bill ? airportClock(bill) : { zone, place: null };
  const shown = (at: string | null | undefined) => (at ? namedTime(at, clock) : NOTHING);
  return {
    no: match.objectNo,
    billNo: bill?.billNo ?? NOTHING,
    batchNo: bill?.batchNo ?? NOTHING,
    customer: bill ? nameIn(language, bill) : NOTHING,
    flightNo: bill?.flightNo ?? NOTHING,
    airport: bill?.airportCode ?? NOTHING,
    warehouse: bill?.warehouseCode ?? NOTHING,
    eta: shown(bill?.eta),
    ata: shown(bill?.ata),
    time: shown(match.since),
    hours: String(Math.floor(Math.abs(now - Date.parse(match.since)) / HOUR)),
    event: choiceLabel(language, 'alertEvent', event),
    rule: name,
  };
}

/** The present time, and the time zone of the office. */
export interface Clock {
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
}

/** Texts of a rule filled in for one record. */
export async function filled(read: Reader, texts: Texts, match: AlertMatch, clock: Clock) {
  const [facts] = await withBills(read, [match]);
  const fill = (text: string, language: Language) =>
    facts ? fillPlaceholders(text, valuesOf(facts, texts, language, clock)) : text;
  return {
    subject: fill(texts.subject, 'en'),
    bodyEn: fill(texts.bodyEn, 'en'),
    bodyCn: fill(texts.bodyCn, 'cn'),
  };
}

/** Object in the operation log and the outbox for each kind of alert. */
const LOG_OBJECTS = {
  ...{ bill: 'bill', t1: 'bill', pmc: 'bill', fileJob: 'fileJob', apiPush: 'apiPush', ioss: 'ioss' },
  ...{ abnormalCase: 'abnormalCase', standardQuote: 'standardQuote', contract: 'contract' },
  ...{ seaBill: 'seaBill', seaIsf: 'seaIsf', seaEntry: 'seaEntry' },
} as const satisfies Record<AlertObject, NewMail['objectType']>;

/** Email about one or more records of a rule: in both languages, English first. */
export async function letterAbout(
  read: Reader,
  texts: Texts,
  matches: readonly AlertMatch[],
  receivers: Receivers,
  clock: Clock,
): Promise<NewMail> {
  const facts = await withBills(read, matches.slice(0, MAX_LISTED));
  const [first] = facts;
  const left = matches.length - facts.length;
  const bodies = { en: texts.bodyEn, cn: texts.bodyCn };
  const parts = LANGUAGES.filter((language) => bodies[language].trim() !== '').map((language) =>
    [
      ...facts.map((one) => fillPlaceholders(bodies[language], valuesOf(one, texts, language, clock))),
      ...(left > 0 ? [say(language, 'ALERT_MORE', { n: left })] : []),
    ].join('\n\n'),
  );
  const text = parts.join('\n\n— — —\n\n');
  if (!first || matches.length > 1)
    return {
      ...receivers,
      subject: say('en', 'ALERT_MANY', { rule: texts.name, n: matches.length }),
      text,
      objectType: 'monitorConfig',
      objectNo: texts.name,
    };
  const { bill, match: one } = first;
  const objectType = LOG_OBJECTS[alertEvents[texts.event].of];
  return {
    ...receivers,
    subject: fillPlaceholders(texts.subject, valuesOf(first, texts, 'en', clock)),
    text,
    objectType,
    objectNo: objectType === 'bill' && bill ? billName(bill) : one.objectNo,
  };
}

export interface Receivers {
  readonly toEmails: readonly string[];
  readonly ccEmails: readonly string[];
}

/** Recipients of a rule: its addresses, and all members of its groups who can sign in; each once. */
export async function receiversOf(
  read: Reader,
  rule: Pick<Rule, 'toEmails' | 'ccEmails' | 'toGroupIds'>,
): Promise<Receivers> {
  const people =
    rule.toGroupIds.length === 0
      ? []
      : await read
          .selectFrom('staff')
          .select('email')
          .where('groupId', 'in', rule.toGroupIds)
          .where('loginAllowed', '=', 1)
          .where('deletedAt', 'is', null)
          .orderBy('id')
          .execute();
  const seen = new Set<string>();
  const once = (email: string) => {
    const key = email.toLowerCase();
    if (seen.has(key) || seen.size >= MAIL.maxAddresses) return false;
    seen.add(key);
    return true;
  };
  return {
    toEmails: [...rule.toEmails, ...people.map(({ email }) => email)].filter(once),
    ccEmails: rule.ccEmails.filter(once),
  };
}
