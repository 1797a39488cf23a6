import type { LogAction } from '@contract/access/operateLog';
import { problem } from '@contract/errors';
import {
  type Letter,
  type LetterState,
  letterFilters,
  letterMachines,
  noaMailRow,
  utbMailRow,
} from '@contract/mail/letter';
import type { LetterKind } from '@contract/rules/letterReading';
import type { Updateable } from 'kysely';
import type { Context } from '../../core/context';
import { itself, record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import { type Codec, codecByName } from '../../store/codec';
import type { ListDefinition } from '../../store/listRows';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { difference } from '../access/operateLog';
import { candidatesOf, instantsOf, mailboxOf, stationOf, type TakenPlace, takeFields } from './readLetter';

export type Values = Record<string, unknown>;
/** An email as stored in either inbox. */
export type StoredLetter = Values & Letter;

const ROW = { noa: noaMailRow, utb: utbMailRow } as const;

/** Loads an email. Throws NOT_FOUND. */
const reader = (kind: LetterKind, codec: Codec<StoredLetter>) => async (db: Reader, id: number) => {
  // The view of either kind has all columns that are used here.
  const view = `${kind}Mail` as 'noaMail';
  const found = await db.selectFrom(view).selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw refuse('NOT_FOUND');
  return codec.decode(found);
};

/** Builds the inbox of one kind of email: its rows, its list, its machine. */
export function inboxOf(kind: LetterKind) {
  const name = `${kind}Mail` as const;
  const row = ROW[kind];
  const codec = codecByName(row);
  const read = reader(kind, codec);
  const list = {
    table: name,
    row,
    filters: letterFilters[kind],
    keyword: ['subject', 'mailFrom', 'statedBillNo', 'billNo', ...(kind === 'utb' ? ['utbNo', 'mrn'] : [])],
    order: '-receivedAt',
    always: (where, { unopened }) =>
      unopened === undefined ? [] : [where('openedAt', unopened ? 'is' : 'is not', null)],
  } as ListDefinition<typeof row>;
  const letters = record({
    table: 'letter',
    row,
    machine: letterMachines[kind],
    load: ({ read: db }, id: number) => read(db, id),
    about: itself,
  });
  return { kind, name, view: name as 'noaMail', row, codec, list, read, letters };
}
export type Inbox = ReturnType<typeof inboxOf>;

/** Loads the parts of an email that are not among its fields. */
export const partsOf = (db: Reader, id: number) =>
  db
    .selectFrom('letter')
    .select(['text', 'taken', 'fileId', 'leftOut'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Places in an email where its values were found. */
export const placesOf = async (db: Reader, id: number): Promise<TakenPlace[]> =>
  JSON.parse((await partsOf(db, id)).taken);

/** The state of an email by its bill and its mailbox. */
export const stateOf = ({ billId, mailboxId }: Pick<Letter, 'billId' | 'mailboxId'>): LetterState =>
  billId !== null ? 'matched' : mailboxId !== null ? 'unmatched' : 'received';

const numberOf = (kind: LetterKind, letter: StoredLetter) =>
  String((kind === 'utb' && letter.utbNo) || letter.billNo || letter.statedBillNo || letter.mailFrom);

/** Writes an action on an email to the operation log. */
export const logLetter = (
  { kind, name }: Inbox,
  context: Context,
  action: LogAction,
  letter: StoredLetter,
  before: object,
  after: object,
) =>
  context.log({
    module: 'config',
    action,
    objectType: name,
    objectId: letter.id,
    objectNo: numberOf(kind, letter),
    before,
    after,
  });

/** Writes fields of an email and columns outside of them, logs the differences, and returns the updated email. */
export async function change(
  inbox: Inbox,
  context: Context,
  before: StoredLetter,
  action: LogAction,
  values: Values,
  columns: Readonly<Record<string, string>> = {},
): Promise<StoredLetter> {
  await inbox.letters.save(context, before, values, columns);
  const after = await inbox.read(context.write, before.id);
  const changed = difference(before, after);
  await logLetter(inbox, context, action, after, changed.before, changed.after);
  return after;
}

/** Derives station and times, on the clock of the known bill, or of the only one that the email mentions. */
export async function placed(
  { kind }: Inbox,
  context: Context,
  letter: { readonly mailFrom: string; readonly cargoStationId?: number | null },
  taken: readonly TakenPlace[],
  landingAirportId: number | null,
): Promise<Values> {
  if (kind !== 'noa') return {};
  const station = await stationOf(context.read, letter.mailFrom, landingAirportId);
  const airport = landingAirportId ?? station?.airportId ?? null;
  return {
    ...(await instantsOf(context.read, taken, airport)),
    cargoStationId: letter.cargoStationId ?? station?.id ?? null,
  };
}

/** Reads an email by the rules of a mailbox; without one a person enters the values. */
export async function reading(
  inbox: Inbox,
  context: Context,
  letter: { readonly mailFrom: string; readonly subject: string | null; readonly text: string },
  box: Awaited<ReturnType<typeof mailboxOf>>,
): Promise<{
  values: Values;
  place: Updateable<Database['letter']> & { status: LetterState };
  taken: TakenPlace[];
}> {
  const { kind } = inbox;
  const { values, taken } = takeFields({ kind, ...letter }, box ?? null);
  const found = await candidatesOf(choiceOf(context), values);
  const bill = box && found.length === 1 ? found[0] : undefined;
  const place = { mailboxId: box?.id ?? null, billId: bill?.id ?? null };
  return {
    values: {
      ...values,
      ...(await placed(inbox, context, letter, taken, (bill ?? found[0])?.landingAirportId ?? null)),
      ...(kind === 'utb' ? { currency: 'EUR' } : {}),
    },
    place: { ...place, status: stateOf(place) },
    taken,
  };
}

/** Loads a mailbox for the kind of email. Throws REFERENCE_UNKNOWN. */
export async function requireMailbox({ kind }: Inbox, db: Reader, id: number) {
  const box = await mailboxOf(db, kind, id);
  if (!box) throw refuseFields({ mailboxId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
  return box;
}
