import { asRecord, isRecord } from '@contract/access/changes';
import { hsCode } from '@contract/customs/hsCode';
import { tariffReadingRow } from '@contract/tools/tariffReading';
import type { GroupHandlers } from '../../core/context';
import { fieldTexts } from '../../core/exportRows';
import { readJob } from '../fileJobs/jobRow';
import { take, takeStored } from '../fileJobs/takeFile';
import { toolFiles } from './toolFiles';

const { load, calls } = toolFiles('tariffReading', {
  table: 'tariffReadingOfJob',
  row: tariffReadingRow,
  filters: ['fileName', 'region', 'status', 'createdAt', 'createdBy'],
  keyword: ['fileName', 'codes'],
  order: '-createdAt',
});

/** Readings of stored tariff files. */
export const tariffReadingHandlers: GroupHandlers<'tariffReading'> = {
  ...calls,

  upload: (context, { query, file }) => {
    const { region, codes, ...reading } = query;
    return take(context, { kind: 'tariff', ...reading, tariff: { region, codes } }, file, null);
  },

  again: async (context, { params, body }) => {
    await load(context.write, params.id);
    return takeStored(context, await readJob(context.write, params.id), { tariff: body });
  },

  changes: async ({ read, language }, { params, query }) => {
    await load(read, params.id);
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
        const stored: unknown = JSON.parse(before ?? 'null');
        const old = isRecord(stored) ? stored : null;
        const now = asRecord(JSON.parse(after ?? '{}'));
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
