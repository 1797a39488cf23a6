import { MAX_ACCOUNT, MAX_REMITTANCE } from '@contract/finance/bankEntry';
import { iban } from '@contract/rules/bank';
import { compact } from '@contract/rules/codes';
import { narrativeOf } from './bankNarrative';
import {
  type BankFile,
  brokenAt,
  currencyIn,
  dayIn,
  type FileEntry,
  type FileStatement,
  lineOf,
  minorIn,
} from './bankReading';

/*
 * MT940, the customer statement message of SWIFT. `:61:` is
 * `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x][34x]`: value date, entry date, mark, funds code, amount, type, the owner's
 * reference, the bank's reference, and on a line of its own supplementary details.
 */

/** A field with its tag, and the number of its first line from 1. */
interface Field {
  readonly tag: string;
  readonly lines: string[];
  readonly line: number;
}

const TAG = /^:(\d{2}[A-Z]?):(.*)$/;

/** Fields of a file; blocks of the SWIFT envelope and the ends of messages are left out. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const block = raw.startsWith('{') ? raw.indexOf('{4:') : -1;
    const line = block < 0 ? raw : raw.slice(block + 3);
    const [, tag, value = ''] = TAG.exec(line) ?? [];
    if (tag !== undefined) fields.push({ tag, lines: [value], line: at + 1 });
    else if (line === '-' || line.startsWith('-}')) fields.push({ tag: 'end', lines: [], line: at + 1 });
    else if (!line.startsWith('{')) fields.at(-1)?.lines.push(line);
  }
  return fields;
}

const placeOf = ({ line, tag }: Field) => `${line}: :${tag}:`;
const textOf = ({ lines }: Field) => lines.join('').trim();

/** Reads a file as MT940; undefined if it is no such message. Throws BANK_FILE_PART or BANK_FILE_LACKS. */
export function readMt940(text: string): BankFile | undefined {
  const messages: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') messages.push([field]);
    else messages.at(-1)?.push(field);
  }
  if (!messages.some((fields) => fields.some(({ tag }) => tag === '60F' || tag === '60M'))) return undefined;
  return { format: 'mt940', statements: messages.map(statementOf) };
}

/** A day as `YYMMDD`: years of this century (up to 79). */
function dayOf(digits: string, place: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return dayIn(`${Number(year) < 80 ? 20 : 19}${year}-${month}-${day}`, place);
}

/** Month and day of an entry, in the year in which they are next to the value date. */
function entryDay(digits: string, valueDate: string, place: string): string {
  const [month, day] = [digits.slice(0, 2), digits.slice(2)];
  const months = Number(month) - Number(valueDate.slice(5, 7));
  const year = Number(valueDate.slice(0, 4)) + (months > 6 ? -1 : months < -6 ? 1 : 0);
  return dayIn(`${year}-${month}-${day}`, place);
}

const decimals = (amount: string) => amount.replace(',', '.').replace(/\.$/, '');

function balanceOf(fields: readonly Field[], tags: readonly string[]) {
  const field = fields.find(({ tag }) => tags.includes(tag));
  if (!field) throw brokenAt(`${fields[0]?.line ?? 1}: :${tags[0]}:`);
  const place = placeOf(field);
  const [, mark, day = '', named = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,13},\d{0,3})$/.exec(textOf(field)) ?? [];
  if (!mark) throw brokenAt(place, textOf(field));
  const currency = currencyIn(named, place);
  const minor = minorIn(decimals(amount), currency, place);
  return { day: dayOf(day, place), currency, amount: mark === 'D' ? 0 - minor : minor, place };
}

/**
 * The account: an IBAN, also behind a bank code or before a currency, as banks write it; else as it is written, for
 * example the German bank code and account number.
 */
function accountOf(field: Field | undefined): string {
  const written = field ? compact(textOf(field)).replace(/^\/+/, '') : '';
  for (const part of [written, ...written.split('/')])
    for (const candidate of [part, part.replace(/[A-Z]{3}$/, '')])
      if (!iban.check(candidate)) return candidate;
  if (!field || written === '' || written.length > MAX_ACCOUNT)
    throw brokenAt(field ? placeOf(field) : ':25:', written);
  return written;
}

function statementOf(fields: readonly Field[]): FileStatement {
  const [first] = fields;
  const opening = balanceOf(fields, ['60F', '60M']);
  const closing = balanceOf(fields, ['62F', '62M']);
  const { currency } = opening;
  if (closing.currency !== currency) throw brokenAt(closing.place, closing.currency);
  const numbered = fields.find(({ tag }) => tag === '28C' || tag === '28') ?? first;
  const statementNo = lineOf(numbered && textOf(numbered), 35);
  if (!numbered || !statementNo) throw brokenAt(':28C:');
  const entries: FileEntry[] = [];
  for (const [at, field] of fields.entries()) {
    const next = fields[at + 1];
    if (field.tag === '61') {
      const entry = entryOf(field, next?.tag === '86' ? next : undefined, currency);
      if (entry.amount !== 0) entries.push(entry);
    }
  }
  const days = [opening.day, ...entries.map(({ bookedOn }) => bookedOn)].sort();
  return {
    ...{ account: accountOf(fields.find(({ tag }) => tag === '25')), statementNo, currency, entries },
    ...{ fromDate: (days[0] ?? opening.day) < closing.day ? (days[0] ?? opening.day) : closing.day },
    ...{ toDate: closing.day, opening: opening.amount, closing: closing.amount, pending: 0 },
  };
}

const LINE = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,13},\d{0,3})([A-Z][A-Z0-9]{3})(.*)$/;

/** An entry: `RC` reverses a credit and so is a debit, `RD` reverses a debit. */
function entryOf(field: Field, narrative: Field | undefined, currency: string): FileEntry {
  const place = placeOf(field);
  const [line = '', ...more] = field.lines;
  const [, value = '', entry, mark = '', , amount = '', , references = ''] = LINE.exec(line) ?? [];
  if (!mark) throw brokenAt(place, line);
  const valueDate = dayOf(value, place);
  const minor = minorIn(decimals(amount), currency, place);
  const [owner = '', bank = ''] = references.split('//');
  const said = narrativeOf(narrative?.lines ?? more);
  const ownReference = /^(?:NONREF)?$/.test(owner.trim()) ? null : owner;
  return {
    bookedOn: entry === undefined ? valueDate : entryDay(entry, valueDate, place),
    valueDate,
    amount: mark === 'C' || mark === 'RD' ? minor : 0 - minor,
    reversal: mark.startsWith('R'),
    counterpartyName: lineOf(said.name, 140),
    counterpartyIban: compact(said.account ?? '').slice(0, MAX_ACCOUNT) || null,
    remittance: lineOf(said.text, MAX_REMITTANCE),
    endToEndId: lineOf(said.endToEndId ?? ownReference, 35),
    bankReference: lineOf(bank, 60),
  };
}
