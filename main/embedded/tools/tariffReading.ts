import { hsCode } from '@contract/customs/hsCode';
import { tariffReadingRow } from '@contract/tools/tariffReading';
import type { GroupHandlers } from '../context';
import { fieldTexts } from '../exportRows';
import { take, takeStored } from '../fileJobs/fileJob';
import { readJob } from '../fileJobs/jobRow';
import { queueOf } from '../fileJobs/queue';
import { refuse } from '../refusal';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import type { Reader } from '../store/open';

const list: ListDefinition<typeof tariffReadingRow> = {
  table: 'tariffReadingOfJob',
  row: tariffReadingRow,
  filters: ['fileName', 'region', 'status', 'createdAt', 'createdBy'],
  keyword: ['fileName', 'codes'],
  order: '-createdAt',
};
const codec = codecOf(tariffReadingRow);

/** Throws NOT_FOUND. */
async function readReading(db: Reader, id: number) {
  const row = await db.selectFrom('tariffReadingOfJob').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return codec.decode(row);
}

/** Readings of stored tariff files. */
export const tariffReadingHandlers: GroupHandlers<'tariffReading'> = {
  list: async ({ read, store }, { query }) => {
    const page = await listRows(read, list, query);
    const queue = queueOf(store);
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, progress: queue?.progressOf(row).progress ?? row.progress })),
    };
  },

  get: ({ read }, { params }) => readReading(read, params.id),

  upload: (context, { query, file }) => {
    const { region, codes, ...reading } = query;
    return take(context, { kind: 'tariff', ...reading, tariff: { region, codes } }, file, null);
  },

  again: async (context, { params, body }) => {
    await readReading(context.write, params.id);
    return takeStored(context, await readJob(context.write, params.id), { tariff: body });
  },

  changes: async ({ read, language }, { params, query }) => {
    await readReading(read, params.id);
    const { page = 1, pageSize = 50 } = query;
    const effects = read.selectFrom('fileEffect').where('jobId', '=', params.id);
    const { total } = await effects
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await effects
      .select(['row', 'before', 'after'])
      .orderBy('row')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const textOf = await fieldTexts(read, hsCode.row, language);
    return {
      total,
      list: rows.map(({ row, before, after }) => {
        const old = JSON.parse(before ?? 'null') as Record<string, unknown> | null;
        const now = JSON.parse(after ?? '{}') as Record<string, unknown>;
        const changed = Object.keys(now).filter(
          (field) => old && JSON.stringify(old[field]) !== JSON.stringify(now[field]),
        );
        return {
          row,
          code: String(now.code),
          nameEn: String(now.nameEn),
          nameCn: String(now.nameCn),
          added: old === null,
          fields: changed.map((field) => ({
            field,
            before: old ? textOf(field, old) : '',
            after: textOf(field, now),
          })),
        };
      }),
    };
  },
};
