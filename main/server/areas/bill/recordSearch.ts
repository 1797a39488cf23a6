import type { SearchKind } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import type { RecordFound } from '@contract/bill/search';
import { type FoundKind, type FoundKindName, found, foundKinds } from '@contract/finding';
import type { Language } from '@contract/limits';
import { nameIn } from '@contract/words';
import type { Caller, Context } from '../../core/context';
import {
  type AskedNumber,
  type FoundFields,
  fieldsOfFound,
  findEndOfBills,
  findNumbers,
  findTexts,
  type NumberPlace,
} from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { holds } from '../access/holds';
import { askedOf, numberPlaces } from './numberPlaces';

/** Records shown of each kind. */
const EACH = 6;
/** A text finds by how a number begins, or by a part of a name, from so many characters on; things of a bill from four. */
const BEGINS = 2;
const BEGINS_OF_BILL = 4;
/** How much of the end of a waybill is said aloud, where six characters are not. */
const END_OF_BILL = /^(?=.*\d)[A-Z\d]{4,5}$/;

/** Kinds that `numberPlaces` tells where to find: what belongs to a bill, and is opened with it. */
const ofBills: ReadonlySet<string> = new Set(
  numberPlaces.flatMap(({ kind, join }) => (kind === 'cmr' || join === undefined ? [] : [kind])),
);

/** Where the numbers of every other kind stand: each has an index on the end of it. */
export const recordPlaces: readonly (NumberPlace & { readonly kind: FoundKindName })[] = foundKinds.flatMap(
  (kind) => {
    const rule = found[kind];
    if (!rule || ofBills.has(kind)) return [];
    return [...rule.numbers, ...(rule.also ?? [])].map((column) => ({
      ...{ kind, table: rule.table, column, index: 'end' as const, join: undefined },
    }));
  },
);

const bareOf = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
const mayFind = (caller: Caller, { view }: FoundKind) => holds(caller, view);

/** Records of every kind that the caller may see, by one number or a part of a name. */
export async function searchRecords(
  { read, caller, language }: Pick<Context, 'read' | 'caller' | 'language'>,
  keyword: string,
): Promise<RecordFound[]> {
  // A number is asked for however it was copied: blanks and hyphens within it are nobody's.
  const asked = askedOf(keyword.replace(/\s+/g, ''), 0);
  const bare = bareOf(keyword);
  const hits: RecordFound[] = [];
  for (const kind of foundKinds) {
    const rule = found[kind];
    if (!rule || !mayFind(caller, rule)) continue;
    const rows = ofBills.has(kind)
      ? await ofBill(read, kind as SearchKind, asked)
      : await plain(read, kind, rule, asked, keyword, language);
    const judged = rows.map((row): RecordFound => ({ ...row, kind, exact: bareOf(row.number) === bare }));
    hits.push(...judged.sort((a, b) => Number(b.exact) - Number(a.exact)).slice(0, EACH));
  }
  return hits.sort((a, b) => Number(b.exact) - Number(a.exact));
}

type Row = Omit<RecordFound, 'kind' | 'exact'>;

/** What belongs to a bill, by its number; bills also by how theirs begins, and by the last four or five of it. */
async function ofBill(read: Reader, kind: SearchKind, asked: AskedNumber): Promise<Row[]> {
  const byId = new Map<number, Row>();
  const places = numberPlaces.filter((place) => place.kind === kind);
  for (const { kind: _, ...place } of places) {
    const { rows } = await findNumbers(place, [asked], EACH).execute(read);
    for (const { number, recordId, billId, billNo, batchNo } of rows) {
      const name = (kind === 'bill' ? batchNo : billName({ billNo, batchNo })) || null;
      // A ULD may stand on the list of its bill and in a trip: it is one, and opened with its bill.
      byId.set(kind === 'uld' || kind === 't1' ? (billId ?? recordId) : recordId, {
        recordId,
        number,
        billId,
        name,
      });
    }
  }
  if (kind !== 'bill' || byId.size >= EACH || asked.bare.length < BEGINS_OF_BILL) return [...byId.values()];
  const begun = await findTexts('bill', 'billNo', [], {
    begins: beginnings(asked),
    holds: '',
    limit: EACH,
  }).execute(read);
  const ended = END_OF_BILL.test(asked.bare)
    ? idsOf((await findEndOfBills(asked.bare, EACH).execute(read)).rows)
    : [];
  // Neither leaves the other no place.
  const half = EACH / 2;
  const ids = [...ended.slice(0, half), ...idsOf(begun.rows), ...ended.slice(half)];
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

/** How the number of an air waybill begins is also asked for without its hyphen. */
const beginnings = ({ spellings, bare }: AskedNumber): string[] => [
  ...new Set([...spellings, ...(/^\d{4,}$/.test(bare) ? [`${bare.slice(0, 3)}-${bare.slice(3)}`] : [])]),
];
const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** What is no part of a bill: by its number, by how that begins, and by its names. */
async function plain(
  read: Reader,
  kind: FoundKindName,
  { table, numbers: [number], also = [], names = [] }: FoundKind,
  asked: AskedNumber,
  keyword: string,
  language: Language,
): Promise<Row[]> {
  const ids = new Set<number>();
  // What is counted up, rather than called by a code that stays: the newest are meant.
  const last = !names.includes('nameEn');
  for (const { kind: of, ...place } of recordPlaces) {
    if (of !== kind) continue;
    const { rows } = await findNumbers(place, [asked], EACH).execute(read);
    for (const { recordId } of rows) ids.add(recordId);
  }
  if (ids.size < EACH && keyword.length >= BEGINS) {
    const asWritten = { begins: asked.spellings, holds: keyword, limit: EACH, last };
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

/** What stands beside a number: the field by which it was found, else its name, else what others call it. */
function nameOf(
  row: FoundFields,
  fields: readonly string[],
  keyword: string,
  language: Language,
): string | null {
  const texts = fields.flatMap((field) => listedIn(row[field]));
  const met = texts.find((text) => text.toLowerCase().includes(keyword.toLowerCase()));
  const named =
    'nameEn' in row && nameIn(language, { nameEn: row.nameEn ?? null, nameCn: row.nameCn ?? null });
  return met ?? (named || texts[0] || null);
}

/** The texts of a field: a list is kept as JSON. */
const listedIn = (text: string | null | undefined): string[] =>
  text?.startsWith('["') ? (JSON.parse(text) as string[]) : text && text !== '[]' ? [text] : [];
