import { billName } from '@contract/bill/billName';
import type { RecordFound } from '@contract/bill/search';
import type { SearchKind } from '@contract/bill/searchHit';
import { type FoundKind, type FoundKindName, foundKinds, foundKindsByName } from '@contract/finding';
import type { Language } from '@contract/limits';
import { nameIn } from '@contract/words';
import type { Caller, Context } from '../../core/context';
import {
  type FoundFields,
  fieldsOfFound,
  findEndOfBills,
  findNumbers,
  findTexts,
  type NumberPlace,
  type SearchedNumber,
} from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { holds } from '../access/holds';
import { numberPlaces, searchedNumber } from './numberPlaces';

/** Maximum records shown for each kind. */
const EACH = 6;
/** Minimum length to search by the start of a number or part of a name; for things of a bill it is four. */
const BEGINS = 2;
const BEGINS_OF_BILL = 4;
/** End of a waybill number as people quote it, when shorter than six characters. */
const END_OF_BILL = /^(?=.*\d)[A-Z\d]{4,5}$/;

/** Kinds that belong to a bill and open with it; `numberPlaces` tells where to find them. */
const ofBills: ReadonlySet<string> = new Set(
  numberPlaces.flatMap(({ kind, join }) => (kind === 'cmr' || join === undefined ? [] : [kind])),
);

/** Columns with the numbers of every other kind; each has an index on the end of the number. */
export const recordPlaces: readonly (NumberPlace & { readonly kind: FoundKindName })[] = foundKinds.flatMap(
  (kind) => {
    const rule = foundKindsByName[kind];
    if (!rule || ofBills.has(kind)) return [];
    return [...rule.numbers, ...(rule.also ?? [])].map((column) => ({
      ...{ kind, table: rule.table, column, index: 'end' as const, join: undefined },
    }));
  },
);

const bareOf = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
const mayFind = (caller: Caller, { view }: FoundKind) => holds(caller, view);

/** Finds records of every kind that the caller may see, by one number or a part of a name. */
export async function searchRecords(
  { read, caller, language }: Pick<Context, 'read' | 'caller' | 'language'>,
  keyword: string,
): Promise<RecordFound[]> {
  // Ignore spaces and hyphens within the number, however it was copied.
  const searched = searchedNumber(keyword.replace(/\s+/g, ''), 0);
  const bare = bareOf(keyword);
  const hits: RecordFound[] = [];
  for (const kind of foundKinds) {
    const rule = foundKindsByName[kind];
    if (!rule || !mayFind(caller, rule)) continue;
    const rows = ofBills.has(kind)
      ? await ofBill(read, kind as SearchKind, searched)
      : await plain(read, kind, rule, searched, keyword, language);
    const judged = rows.map((row): RecordFound => ({ ...row, kind, exact: bareOf(row.number) === bare }));
    hits.push(...judged.sort(byMatch(bare)).slice(0, EACH));
  }
  return hits.sort(byMatch(bare));
}

/** Orders whole numbers first, then numbers that begin with the text, then all others. */
function byMatch(bare: string): (one: RecordFound, other: RecordFound) => number {
  const rank = ({ exact, number }: RecordFound) => (exact ? 0 : bareOf(number).startsWith(bare) ? 1 : 2);
  return (one, other) => rank(one) - rank(other);
}

type Row = Omit<RecordFound, 'kind' | 'exact'>;

/**
 * Finds things of a bill by their number. Bills are also found by the start, or the last four or five characters, of
 * their number.
 */
async function ofBill(read: Reader, kind: SearchKind, searched: SearchedNumber): Promise<Row[]> {
  const byId = new Map<number, Row>();
  const places = numberPlaces.filter((place) => place.kind === kind);
  for (const { kind: _, ...place } of places) {
    const { rows } = await findNumbers(place, [searched], EACH).execute(read);
    for (const { number, recordId, billId, billNo, batchNo } of rows) {
      const name = (kind === 'bill' ? batchNo : billName({ billNo, batchNo })) || null;
      // A ULD on the list of its bill and in a trip is one hit, and opens with its bill.
      byId.set(kind === 'uld' || kind === 't1' ? (billId ?? recordId) : recordId, {
        recordId,
        number,
        billId,
        name,
      });
    }
  }
  if (kind !== 'bill' || byId.size >= EACH || searched.bare.length < BEGINS_OF_BILL)
    return [...byId.values()];
  const byStart = await findTexts('bill', 'billNo', [], {
    begins: beginnings(searched),
    holds: '',
    limit: EACH,
  }).execute(read);
  const ended = END_OF_BILL.test(searched.bare)
    ? idsOf((await findEndOfBills(searched.bare, EACH).execute(read)).rows)
    : [];
  // Give each kind of match half the places.
  const half = EACH / 2;
  const ids = [...ended.slice(0, half), ...idsOf(byStart.rows), ...ended.slice(half)];
  if (ids.length === 0) return [...byId.values()];
  const more = await fieldsOfFound('bill', ['billNo', 'batchNo'], ids).execute(read);
  const rows = new Map(more.rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = rows.get(id);
    if (row && !byId.has(id))
      byId.set(id, { recordId: id, number: row.billNo ?? '', billId: id, name: row.batchNo ?? null });
  }
  return [...byId.values()];
}

/** Starts of an air waybill number are also accepted without the hyphen. */
const beginnings = ({ spellings, bare }: SearchedNumber): string[] => [
  ...new Set([...spellings, ...(/^\d{4,}$/.test(bare) ? [`${bare.slice(0, 3)}-${bare.slice(3)}`] : [])]),
];
const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** Finds records outside bills: by number, by the start of it, and by name. */
async function plain(
  read: Reader,
  kind: FoundKindName,
  { table, numbers: [number], also = [], names = [] }: FoundKind,
  searched: SearchedNumber,
  keyword: string,
  language: Language,
): Promise<Row[]> {
  const ids = new Set<number>();
  // Numbers that are counted up, unlike fixed codes, list the newest first.
  const last = !names.includes('nameEn');
  for (const { kind: of, ...place } of recordPlaces) {
    if (of !== kind) continue;
    const { rows } = await findNumbers(place, [searched], EACH).execute(read);
    for (const { recordId } of rows) ids.add(recordId);
  }
  if (ids.size < EACH && keyword.length >= BEGINS) {
    const asWritten = { begins: searched.spellings, holds: keyword, limit: EACH, last };
    for (const { id } of (await findTexts(table, number, names, asWritten).execute(read)).rows) ids.add(id);
  }
  if (ids.size === 0) return [];
  const { rows } = await fieldsOfFound(table, [number, ...also, ...names], [...ids]).execute(read);
  const up = last ? -1 : 1;
  const inOrder = [...rows].sort((a, b) => ((a[number] ?? '') < (b[number] ?? '') ? -up : up));
  return inOrder.map((row) => ({
    recordId: row.id,
    number: row[number] ?? '',
    billId: null,
    name: nameOf(
      row,
      [...names, ...also].filter((field) => field !== number),
      keyword,
      language,
    ),
  }));
}

/** Text shown beside a number: the field that matched, else its name, else an alternative name. */
function nameOf(
  row: FoundFields,
  fields: readonly string[],
  keyword: string,
  language: Language,
): string | null {
  const texts = fields.flatMap((field) => listedIn(row[field]));
  const matching = texts.find((text) => text.toLowerCase().includes(keyword.toLowerCase()));
  const named =
    'nameEn' in row && nameIn(language, { nameEn: row.nameEn ?? null, nameCn: row.nameCn ?? null });
  return matching ?? (named || texts[0] || null);
}

/** The texts of a field; lists are stored as JSON. */
const listedIn = (text: string | null | undefined): string[] =>
  text?.startsWith('["') ? storedTexts(text) : text && text !== '[]' ? [text] : [];
