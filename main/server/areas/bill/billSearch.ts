import type { BillStage } from '@contract/bill/bill';
import type { parcelDestination } from '@contract/bill/found';
import { type SearchHit, type SearchKind, searchKinds } from '@contract/bill/searchHit';
import { type Language, MAX_BULK } from '@contract/limits';
import { numbersIn } from '@contract/rules/numbers';
import { choiceLabel, labelOf, type MachineName, stateLabel } from '@contract/words';
import type * as z from 'zod';
import { writeCsv } from '../../../tabular/csvWriter';
import type { ExportColumn, ExportRow } from '../../../tabular/exportCell';
import { writeXlsx } from '../../../tabular/xlsxWriter';
import type { Download, GroupHandlers } from '../../core/context';
import { type FoundNumber, findDestinations, findNumbers } from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { mimeOf } from '../../store/storedFiles';
import {
  boxesFound,
  cmrsFound,
  destinationsFound,
  type ParcelFound,
  palletsFound,
  parcelsFound,
} from './foundHits';
import { numberPlaces, searchedNumber } from './numberPlaces';
import { searchRecords } from './recordSearch';

type ParcelDestination = z.output<typeof parcelDestination>;
interface SearchResult {
  hits: SearchHit[];
  notFound: string[];
  capped: boolean;
}

/** Maximum hits for one number; many numbers may end in the same six digits. */
const HITS_PER_NUMBER = 50;
const HITS = 2000;

/** Finds records by these numbers: whole, or by their last six characters or more. One statement for each place. */
export async function searchNumbers(
  db: Reader,
  text: string,
  kinds: readonly SearchKind[] = searchKinds,
): Promise<SearchResult> {
  const numbers = numbersIn(text);
  const searched = numbers.slice(0, MAX_BULK).map(searchedNumber);
  const byNumber = searched.map((): SearchHit[] => []);
  const seen = new Set<string>();
  const keep = (kind: SearchKind, rows: readonly FoundNumber[]) => {
    for (const { at, number, ...row } of rows) {
      const recordId = kind === 'uld' || kind === 't1' ? (row.billId ?? row.recordId) : row.recordId;
      // The same number may be in two places of one bill, for example a ULD on its list and in its trip.
      const key = `${at} ${kind} ${number} ${row.billId} ${kind === 'uld' || kind === 't1' ? '' : recordId}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const stage = row.stage as BillStage | null;
      byNumber[at]?.push({ kind, number, ...row, recordId, stage, asked: numbers[at] ?? '' });
    }
  };
  for (const { kind, ...place } of numberPlaces) {
    if (!kinds.includes(kind)) continue;
    keep(kind, (await findNumbers(place, searched, HITS_PER_NUMBER + 1).execute(db)).rows);
  }
  if (kinds.includes('destination'))
    keep('destination', (await findDestinations(searched, HITS_PER_NUMBER + 1).execute(db)).rows);
  return limitHits(numbers, byNumber);
}

/** Limits the hits: to a maximum for each number and kind, and to another for all together. */
function limitHits(numbers: readonly string[], byNumber: readonly SearchHit[][]): SearchResult {
  const hits: SearchHit[] = [];
  let capped = numbers.length > MAX_BULK;
  for (const found of byNumber) {
    const counts = new Map<SearchKind, number>();
    for (const hit of found) {
      const count = (counts.get(hit.kind) ?? 0) + 1;
      counts.set(hit.kind, count);
      if (count > HITS_PER_NUMBER || hits.length >= HITS) capped = true;
      else hits.push(hit);
    }
  }
  return { hits, notFound: numbers.filter((_, at) => byNumber[at]?.length === 0), capped };
}

/** Parcels are found by tracking number and by order number. */
const PARCELS: readonly SearchKind[] = ['parcel', 'order'];

/** Finds numbers of some kinds, and adds the identifying details of the kind to each hit. */
async function searchDetailed<Hit>(
  db: Reader,
  text: string,
  kinds: readonly SearchKind[],
  add: (db: Reader, hits: readonly SearchHit[]) => Promise<Hit[]>,
) {
  const { hits, ...rest } = await searchNumbers(db, text, kinds);
  return { ...rest, hits: await add(db, hits) };
}

/** Destinations of the parcels found, the one with most parcels first. */
async function destinationsOf(db: Reader, hits: readonly ParcelFound[]): Promise<ParcelDestination[]> {
  const parcels = new Map(hits.map((hit) => [hit.recordId, hit]));
  const groups = new Map<string | null, ParcelFound[]>();
  for (const hit of parcels.values())
    groups.set(hit.destinationCode, [...(groups.get(hit.destinationCode) ?? []), hit]);
  const names = await db
    .selectFrom('destination')
    .select(['code', 'nameEn', 'nameCn'])
    .where(
      'code',
      'in',
      [...groups.keys()].filter((code) => code !== null),
    )
    .execute();
  const byCode = new Map(names.map((row) => [row.code, row]));
  return [...groups]
    .map(([destinationCode, found]) => {
      const left = found.flatMap(({ outboundAt }) => outboundAt ?? []).sort();
      const named = destinationCode === null ? undefined : byCode.get(destinationCode);
      return {
        destinationCode,
        nameEn: named?.nameEn ?? null,
        nameCn: named?.nameCn ?? null,
        prefixes: [...new Set(found.flatMap(({ prefix }) => prefix ?? []))].sort(),
        parcels: found.length,
        outbound: left.length,
        lastOutboundAt: left.at(-1) ?? null,
      };
    })
    .sort((a, b) => b.parcels - a.parcels);
}

const EXPORTED = [
  ...(['asked', 'kind', 'number', 'state', 'boxNo', 'palletNo', 'destinationCode'] as const),
  ...(['billNo', 'batchNo', 'stage'] as const),
];

/** For each kind of hit: the function that adds its details, and the machine of its state. */
const DETAILS = {
  parcel: { machine: 'parcel', add: parcelsFound },
  order: { machine: 'parcel', add: parcelsFound },
  box: { machine: 'box', add: boxesFound },
  pallet: { machine: 'pallet', add: palletsFound },
  cmr: { machine: 'cmr', add: cmrsFound },
} as const satisfies Partial<
  Record<
    SearchKind,
    { machine: MachineName; add: (db: Reader, hits: readonly SearchHit[]) => Promise<object[]> }
  >
>;

/** A search hit as exported. */
type ExportedHit = SearchHit &
  Readonly<Partial<Record<'boxNo' | 'palletNo' | 'destinationCode' | 'state', string | null>>>;

/** Hits in their order with the details of their kinds; states are given as text. */
async function exportedHits(
  db: Reader,
  language: Language,
  hits: readonly SearchHit[],
): Promise<ExportedHit[]> {
  const keyOf = (hit: SearchHit) => `${hit.kind} ${hit.recordId} ${hit.billId} ${hit.number} ${hit.asked}`;
  const known = new Map<string, ExportedHit>();
  for (const [kind, { machine, add }] of Object.entries(DETAILS))
    for (const hit of await add(
      db,
      hits.filter((one) => one.kind === kind),
    ))
      known.set(keyOf(hit), { ...hit, state: stateLabel(language, machine, hit.state) });
  return hits.map((hit) => known.get(keyOf(hit)) ?? hit);
}

/** Fields that have the label of another field. */
const CALLED: Readonly<Record<string, string>> = { asked: 'keyword', number: 'numbers' };

/** Search for records of one kind by number. */
export const searchHandlers: GroupHandlers<'search'> = {
  records: async (context, { query }) => ({ hits: await searchRecords(context, query.keyword) }),
  pallets: ({ read }, { query }) => searchDetailed(read, query.keyword, ['pallet'], palletsFound),
  box: ({ read }, { query }) => searchDetailed(read, query.keyword, ['box'], boxesFound),
  cmr: ({ read }, { query }) => searchDetailed(read, query.keyword, ['cmr'], cmrsFound),
  distinationWarehouses: ({ read }, { query }) =>
    searchDetailed(read, query.keyword, ['destination'], destinationsFound),
  parcel: ({ read }, { query }) => searchDetailed(read, query.keyword, PARCELS, parcelsFound),
  parcelDestinations: async ({ read }, { query }) => {
    const { hits, notFound, capped } = await searchDetailed(read, query.keyword, PARCELS, parcelsFound);
    return { destinations: await destinationsOf(read, hits), notFound, capped };
  },

  export: async ({ store, language, log }, { body }): Promise<Download> => {
    const { keyword, format, columns: requested = EXPORTED } = body;
    await log({ module: 'bill', action: 'export', objectType: 'bill', after: { numbers: keyword } });
    const names = EXPORTED.filter((name) => requested.length === 0 || requested.includes(name));
    const columns = names.map((name): ExportColumn => {
      const field = CALLED[name] ?? name;
      return { header: labelOf(language, field, 'tracking'), kind: 'text' };
    });
    const { hits, notFound } = await searchNumbers(store.read, keyword);
    const lines = await exportedHits(store.read, language, hits);
    const textOf = (hit: ExportedHit, name: (typeof EXPORTED)[number]) => {
      if (name === 'kind') return choiceLabel(language, 'searchKind', hit.kind);
      if (name === 'stage') return hit.stage && stateLabel(language, 'bill', hit.stage);
      return hit[name] ?? null;
    };
    async function* rows(): AsyncGenerator<ExportRow> {
      for (const hit of lines) yield names.map((name) => textOf(hit, name));
      for (const number of notFound) yield names.map((name) => (name === 'asked' ? number : null));
    }
    return {
      name: `search.${format}`,
      mime: mimeOf(format),
      stream: format === 'csv' ? writeCsv(columns, rows()) : writeXlsx(columns, rows(), { sheet: 'Search' }),
    };
  },
};
