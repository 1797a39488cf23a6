import { hsCode } from '@contract/customs/hsCode';
import { CC_LIMITS, type CcHit, ccHit } from '@contract/tools/ccCode';
import { labelOf } from '@contract/words';
import { sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportColumns, tableFile } from '../../core/exportRows';
import { codecOf } from '../../store/codec';
import type { Reader, Store } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { NameIndex } from './nameIndex';

const codec = codecOf(hsCode.row);
type Region = CcHit['region'];

/** Names pasted by the hundred only get likely matches. */
const LIKELY = 0.4;

interface CachedIndex {
  readonly mark: string;
  readonly index: NameIndex;
}
const keptOf = new WeakMap<Store, CachedIndex>();

/** The index of all names, rebuilt when any code has changed. */
async function indexOf({ store, read }: Pick<Context, 'store' | 'read'>): Promise<NameIndex> {
  const { rows } = await sql<{ mark: string }>`
    select count(*) || ' ' || sum(version) || ' ' || max(id) || ' ' || max(updatedAt) as mark from hsCode`.execute(
    read,
  );
  const mark = rows[0]?.mark ?? '';
  const kept = keptOf.get(store);
  if (kept?.mark === mark) return kept.index;
  const codes = await read.selectFrom('hsCode').select(['id', 'nameEn', 'nameCn', 'keywords']).execute();
  const index = new NameIndex(
    codes.map(({ id, nameEn, nameCn, keywords }) => ({
      id,
      names: [nameEn, nameCn, ...storedTexts(keywords)],
    })),
  );
  keptOf.set(store, { mark, index });
  return index;
}

/** Loads codes by their ids; deleted ones are left out. */
async function codesOf(db: Reader, ids: readonly number[]): Promise<Map<number, Omit<CcHit, 'likeness'>>> {
  const rows = await db.selectFrom('hsCode').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, codec.decode(row)]));
}

/** The first digits of a code, if that is what was typed. */
const digitsOf = (text: string): string | undefined => {
  const digits = text.normalize('NFKC').replace(/[\s.-]/g, '');
  return /^\d{2,10}$/.test(digits) ? digits : undefined;
};

async function byDigits(db: Reader, digits: string, regions: readonly Region[] | undefined, limit: number) {
  let codes = db
    .selectFrom('hsCode')
    .selectAll()
    .where('code', '>=', digits)
    .where('code', '<', `${digits}:`)
    .orderBy('active', 'desc')
    .orderBy('code')
    .orderBy('region')
    .limit(limit);
  if (regions) codes = codes.where('region', 'in', regions);
  return (await codes.execute()).map((row) => ({ ...codec.decode(row), likeness: 100 }));
}

/** Sorts hits: active ones first, then by likeness, then codes of fewer digits. */
const inOrder = (a: CcHit, b: CcHit): number =>
  Number(b.active) - Number(a.active) ||
  b.likeness - a.likeness ||
  a.code.length - b.code.length ||
  (a.code < b.code ? -1 : 1);

const shown = (hit: CcHit): CcHit => ccHit.parse(hit);

async function findNames(
  context: Pick<Context, 'store' | 'read'>,
  names: readonly string[],
  regions: readonly Region[] | undefined,
  { limit, typing }: { readonly limit: number; readonly typing: boolean },
): Promise<CcHit[][]> {
  const index = await indexOf(context);
  const found = names.map((name) => index.find(name, typing ? { typing } : { least: LIKELY }));
  // Loads more than are shown: some belong to another region.
  const ids = new Set(found.flatMap((hits) => hits.slice(0, limit * 4).map(({ id }) => id)));
  const codes =
    ids.size > 0 ? await codesOf(context.read, [...ids]) : new Map<number, Omit<CcHit, 'likeness'>>();
  return found.map((hits) =>
    hits
      .flatMap(({ id, likeness }) => {
        const code = codes.get(id);
        const isMatch = code && (!regions || regions.includes(code.region));
        return isMatch ? [{ ...code, likeness: Math.round(likeness * 100) }] : [];
      })
      .sort(inOrder)
      .slice(0, limit)
      .map(shown),
  );
}

/** The tool that finds commodity codes. It only reads the table of codes. */
export const ccCodeHandlers: GroupHandlers<'ccCode'> = {
  find: async (context, { query }) => {
    const digits = digitsOf(query.text);
    if (digits) return (await byDigits(context.read, digits, query.region, CC_LIMITS.hits)).map(shown);
    const [hits = []] = await findNames(context, [query.text], query.region, {
      limit: CC_LIMITS.hits,
      typing: true,
    });
    return hits;
  },

  findMany: async (context, { body }) => {
    context.unchanged();
    const { read } = context;
    const limit = CC_LIMITS.hitsEach;
    const named = body.names.filter((name) => !digitsOf(name));
    const byName = await findNames(context, named, body.region, { limit, typing: false });
    const hitsOf = new Map(named.map((name, at) => [name, byName[at] ?? []]));
    const answer: { name: string; hits: CcHit[] }[] = [];
    for (const name of body.names) {
      const digits = digitsOf(name);
      const hits = digits
        ? (await byDigits(read, digits, body.region, limit)).map(shown)
        : (hitsOf.get(name) ?? []);
      answer.push({ name, hits });
    }
    return answer;
  },

  export: async (context, { body }) => {
    context.unchanged();
    const { read, language } = context;
    const ids = body.rows.flatMap(({ id }) => (id === null ? [] : [id]));
    const codes = ids.length > 0 ? await codesOf(read, ids) : new Map();
    const { id: _, likeness: __, ...fields } = ccHit.shape;
    const { heads, cells } = await exportColumns(read, hsCode.row, Object.keys(fields), {
      resource: 'hsCode',
      language,
      format: body.format,
    });
    async function* rows() {
      for (const { name, id } of body.rows) yield [name, ...cells(id === null ? {} : (codes.get(id) ?? {}))];
    }
    const columns = [{ header: labelOf(language, 'productName'), kind: 'text' as const }, ...heads];
    return tableFile('hscode', body.format, language, columns, rows());
  },
};
