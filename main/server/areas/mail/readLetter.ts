import { check } from '@contract/checked';
import { explain, type Problem, problem } from '@contract/errors';
import { finishTime } from '@contract/importing/timeText';
import type { Language } from '@contract/limits';
import { noaMailRow, utbMailRow } from '@contract/mail/letter';
import { mailbox } from '@contract/mail/mailbox';
import { fieldOf } from '@contract/rowFields';
import {
  billNoOf,
  type LetterField,
  type LetterKind,
  letterFields,
  readLetter,
  recognises,
} from '@contract/rules/letterReading';
import { addressOf } from '@contract/rules/mailReading';
import { labelOf } from '@contract/words';
import type * as z from 'zod';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';

type Mailbox = z.output<typeof mailbox.row>;
type Values = Record<string, unknown>;
/** Values read from an email, by the fields of its kind. */
type LetterValues = Values & { statedBillNo: string | null; mrn?: string | null };

/** An email before any value is read. */
export interface Letter {
  readonly kind: LetterKind;
  readonly mailFrom: string;
  readonly subject: string | null;
  readonly text: string;
}

/** Place where a field was found, as stored. */
export interface TakenPlace {
  readonly field: LetterField;
  readonly text: string;
  /** Value of the text; times are on the clock at the place of the cargo. */
  readonly value: string | null;
  readonly problem: Problem | null;
}

/** Bills that an email may be about. */
export interface Candidate {
  readonly id: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly boxCount: number;
  readonly customerId: number;
  readonly landingAirportId: number;
}

const codec = codecOf(mailbox.row);
const SHAPE = { noa: noaMailRow.shape, utb: utbMailRow.shape } as const;
/** Times that an email gives on the clock of the airport. */
const ON_CLOCK: ReadonlySet<string> = new Set(['readyAt', 'storageFrom']);
const NUMERIC: ReadonlySet<string> = new Set(['pieces', 'weight']);
const received = ({ mailFrom, subject, text }: Letter) => ({ from: mailFrom, subject: subject ?? '', text });

/** Loads a mailbox by its id; undefined where there is none of the kind. */
export async function mailboxOf(db: Reader, kind: LetterKind, id: number): Promise<Mailbox | undefined> {
  const row = await db
    .selectFrom('mailbox')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row && codec.decode(row);
}

/**
 * Chooses the mailbox of an email: of those that recognise it the one it was sent to, else the only one that lists its
 * sender or subject. Undefined where none does, or several alike.
 */
export async function chooseMailbox(
  db: Reader,
  letter: Letter,
  recipients: readonly string[],
): Promise<Mailbox | undefined> {
  const rows = await db
    .selectFrom('mailbox')
    .selectAll()
    .where('kind', '=', letter.kind)
    .where('active', '=', 1)
    .execute();
  const known = rows
    .map((row) => codec.decode(row))
    .map((box) => ({ box, how: recognises(box, received(letter)) }))
    .filter(({ how }) => how !== 'not');
  const to = new Set(recipients.map((one) => addressOf(one).toLowerCase()));
  const sentTo = known.filter(({ box }) => to.has(box.address.toLowerCase()));
  const sure = sentTo.length > 0 ? sentTo : known.filter(({ how }) => how === 'surely');
  return sure.length === 1 ? sure[0]?.box : undefined;
}

/** Reads the fields of an email: the columns to fill, and where each was found. */
export function takeFields(
  letter: Letter,
  box: Mailbox | null,
): { values: LetterValues; taken: TakenPlace[] } {
  const read = readLetter(letter.kind, box, received(letter));
  const values: LetterValues = { statedBillNo: null };
  const columns: Values = values;
  const taken: TakenPlace[] = [];
  for (const field of letterFields[letter.kind]) {
    values[field] = null;
    const found = read[field];
    if (!found) continue;
    const { text, value } = found;
    let wrong = found.problem ?? null;
    if (field === 'statedBillNo') values[field] = (value ?? text).slice(0, 60);
    else if (value !== null && !ON_CLOCK.has(field)) {
      const checked = check(
        fieldOf({ shape: SHAPE[letter.kind] }, field),
        NUMERIC.has(field) ? Number(value) : value,
      );
      if (checked.ok) columns[field] = checked.value;
      else wrong = Object.values(checked.problems)[0] ?? problem('FORMAT');
    }
    taken.push({ field, text: text.slice(0, 200), value: wrong ? null : value, problem: wrong });
  }
  return { values, taken };
}

/** Finds the bills that an email mentions: an assessment by the number of the declaration, others by bill number. */
export async function candidatesOf(
  db: Reader,
  { mrn, statedBillNo }: { readonly mrn?: string | null; readonly statedBillNo: string | null },
): Promise<Candidate[]> {
  const bills = db
    .selectFrom('bill')
    .select([
      'bill.id',
      'bill.billNo',
      'bill.batchNo',
      'bill.boxCount',
      'bill.customerId',
      'bill.landingAirportId',
    ])
    .where('removedAt', 'is', null)
    .orderBy('bill.batchNo')
    .limit(20);
  const declared = mrn
    ? await bills
        .where('bill.id', 'in', db.selectFrom('batch').select('billId').where('mrn', '=', mrn))
        .execute()
    : [];
  const no = billNoOf(statedBillNo);
  if (declared.length > 0 || no === null) return declared;
  return bills.where('billNo', '=', no).execute();
}

/** Finds the cargo station that writes from an address: of several of one handler that at the airport of the bill. */
export async function stationOf(
  db: Reader,
  mailFrom: string,
  landingAirportId: number | null,
): Promise<{ id: number; airportId: number } | undefined> {
  const domain = addressOf(mailFrom).split('@').at(-1)?.toLowerCase() ?? '';
  const rows = await db
    .selectFrom('cargoStation')
    .select(['id', 'airportId', 'emailDomains'])
    .where('active', '=', 1)
    .execute();
  const its = rows.filter(({ emailDomains }) =>
    storedTexts(emailDomains).some((one) => domain === one || domain.endsWith(`.${one}`)),
  );
  const here =
    landingAirportId === null ? its : its.filter(({ airportId }) => airportId === landingAirportId);
  return here.length === 1 ? here[0] : undefined;
}

/** Converts the times of a notice once its time zone is known; none until then. */
export async function instantsOf(
  db: Reader,
  taken: readonly TakenPlace[],
  airportId: number | null,
): Promise<Record<string, string | null>> {
  if (airportId === null) return {};
  const airport = await db
    .selectFrom('airport')
    .select('timeZone')
    .where('id', '=', airportId)
    .executeTakeFirst();
  return Object.fromEntries(
    taken.flatMap(({ field, value }) => {
      if (!ON_CLOCK.has(field) || value === null || !airport) return [];
      const instant = finishTime(value, airport.timeZone);
      return [[field, typeof instant === 'string' ? instant : null]];
    }),
  );
}

/** Place of each field, and its problem, in the reader's language. */
export const takenIn = (language: Language, kind: LetterKind, taken: readonly TakenPlace[]) =>
  taken.map(({ field, text, problem: wrong }) => ({
    field,
    text,
    problem: wrong && explain(language, wrong, labelOf(language, field, `${kind}Mail`)),
  }));
