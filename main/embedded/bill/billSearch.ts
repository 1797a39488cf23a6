import type { BillStage, SearchHit, SearchKind } from '@contract/bill/bill';
import type { parcelDestination, parcelFound } from '@contract/bill/search';
import { MAX_BULK } from '@contract/limits';
import { choiceLabel, labelOf, stateLabel } from '@contract/words';
import type * as z from 'zod';
import { writeCsv } from '../../tabular/csvWriter';
import type { ExportColumn, ExportRow } from '../../tabular/exportCell';
import { writeXlsx } from '../../tabular/xlsxWriter';
import type { Download, GroupHandlers } from '../context';
import { type FoundNumber, findDestinations, findNumbers } from '../store/findNumbers';
import type { Reader } from '../store/open';
import { mimeOf } from '../store/storedFiles';
import { askedOf, numberPlaces } from './numberPlaces';
import { searchRecords } from './recordSearch';

type ParcelFound = z.output<typeof parcelFound>;
type ParcelDestination = z.output<typeof parcelDestination>;
interface Found<H = SearchHit> {
  hits: H[];
  notFound: string[];
  capped: boolean;
}

/** Hits shown for one number; six digits can end many. */
const HITS_PER_NUMBER = 50;
const HITS = 2000;

const everyKind: readonly SearchKind[] = [...new Set(numberPlaces.map(({ kind }) => kind))];

/** Numbers in a pasted text: separated by blanks, commas, semicolons or lines; each once. */
export function numbersIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))];
}

/** Finds what has these numbers: whole, or by their last six characters or more. One statement for each place. */
export async function searchNumbers(
  db: Reader,
  text: string,
  kinds: readonly SearchKind[] = everyKind,
): Promise<Found> {
  const numbers = numbersIn(text);
  const asked = numbers.slice(0, MAX_BULK).map(askedOf);
  const byNumber = asked.map((): SearchHit[] => []);
  const seen = new Set<string>();
  const keep = (kind: SearchKind, rows: readonly FoundNumber[]) => {
    for (const { at, number, ...row } of rows) {
      const recordId = kind === 'uld' || kind === 't1' ? (row.billId ?? row.recordId) : row.recordId;
      // The same number may stand in two places of one bill, as a ULD on its list and in its trip.
      const key = `${at} ${kind} ${number} ${row.billId} ${kind === 'uld' || kind === 't1' ? '' : recordId}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const stage = row.stage as BillStage | null;
      byNumber[at]?.push({ kind, number, ...row, recordId, stage, asked: numbers[at] ?? '' });
    }
  };
  for (const { kind, ...place } of numberPlaces) {
    if (!kinds.includes(kind)) continue;
    keep(kind, (await findNumbers(place, asked, HITS_PER_NUMBER + 1).execute(db)).rows);
  }
  if (kinds.includes('destination'))
    keep('destination', (await findDestinations(asked, HITS_PER_NUMBER + 1).execute(db)).rows);
  return shown(numbers, byNumber);
}

/** What is shown of all that was found: of each kind of each number so many, and so many in all. */
function shown(numbers: readonly string[], byNumber: readonly SearchHit[][]): Found {
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

/** Parcels by their own numbers or their orders', with where they lie and where they go. */
async function searchParcels(db: Reader, text: string): Promise<Found<ParcelFound>> {
  const { hits, ...rest } = await searchNumbers(db, text, ['parcel', 'order']);
  const ids = [...new Set(hits.map(({ recordId }) => recordId))];
  const rows = await db
    .selectFrom('parcel')
    .innerJoin('box', 'box.id', 'parcel.boxId')
    .innerJoin('bill', 'bill.id', 'parcel.billId')
    .leftJoin('destination', 'destination.id', 'bill.destinationId')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .select([
      'parcel.id',
      'parcel.trackingNo',
      'parcel.outboundAt as parcelOutboundAt',
      'parcel.destinationCode as parcelDestination',
      'box.boxNo',
      'box.outboundAt',
      'box.destinationCode as boxDestination',
      'destination.code as billDestination',
      'pallet.palletNo',
      'bill.packageCount',
    ])
    .where('parcel.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...rest,
    hits: hits.flatMap((hit) => {
      const row = byId.get(hit.recordId);
      if (!row) return [];
      return {
        ...hit,
        trackingNo: row.trackingNo,
        boxNo: row.boxNo,
        palletNo: row.palletNo,
        destinationCode: row.parcelDestination ?? row.boxDestination ?? row.billDestination,
        prefix: /^[A-Z]+/.exec(row.trackingNo)?.[0] ?? null,
        outboundAt: row.parcelOutboundAt ?? row.outboundAt,
        totalParcels: row.packageCount,
      };
    }),
  };
}

/** The destinations of the parcels asked for, the busiest first. */
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

const EXPORTED = ['asked', 'kind', 'number', 'billNo', 'batchNo', 'stage'] as const;

/** Looking up one kind of thing by its number. */
export const searchHandlers: GroupHandlers<'search'> = {
  records: async (context, { query }) => ({ hits: await searchRecords(context, query.keyword) }),
  pallets: ({ read }, { query }) => searchNumbers(read, query.keyword, ['pallet']),
  box: ({ read }, { query }) => searchNumbers(read, query.keyword, ['box']),
  cmr: ({ read }, { query }) => searchNumbers(read, query.keyword, ['cmr']),
  distinationWarehouses: ({ read }, { query }) => searchNumbers(read, query.keyword, ['destination']),
  parcel: ({ read }, { query }) => searchParcels(read, query.keyword),
  parcelDestinations: async ({ read }, { query }) => {
    const { hits, notFound, capped } = await searchParcels(read, query.keyword);
    return { destinations: await destinationsOf(read, hits), notFound, capped };
  },

  export: async ({ store, language, log }, { body }): Promise<Download> => {
    const { keyword, format, columns: asked = EXPORTED } = body;
    await log({ module: 'bill', action: 'export', objectType: 'bill', after: { numbers: keyword } });
    const names = EXPORTED.filter((name) => asked.length === 0 || asked.includes(name));
    const columns = names.map((name): ExportColumn => {
      const field = { asked: 'keyword', number: 'numbers' }[name as string] ?? name;
      return { header: labelOf(language, field), kind: 'text' };
    });
    const { hits, notFound } = await searchNumbers(store.read, keyword);
    const textOf = (hit: SearchHit, name: (typeof EXPORTED)[number]) => {
      if (name === 'kind') return choiceLabel(language, 'searchKind', hit.kind);
      if (name === 'stage') return hit.stage && stateLabel(language, 'bill', hit.stage);
      return hit[name];
    };
    async function* rows(): AsyncGenerator<ExportRow> {
      for (const hit of hits) yield names.map((name) => textOf(hit, name));
      for (const number of notFound) yield names.map((name) => (name === 'asked' ? number : null));
    }
    return {
      name: `search.${format}`,
      mime: mimeOf(format),
      stream: format === 'csv' ? writeCsv(columns, rows()) : writeXlsx(columns, rows(), { sheet: 'Search' }),
    };
  },
};
