import type { FileJob } from '@contract/files/fileJobRow';
import type { PageQuery } from '@contract/paging';
import type * as z from 'zod';
import type { Context } from '../../core/context';
import { type ExportQuery, exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { byName } from '../../store/byName';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import type { JobProgress } from '../fileJobs/conversion';
import { queueOf } from '../fileJobs/queue';

type Row<S extends z.ZodObject> = z.output<S> & Pick<FileJob, 'id' | 'status' | 'progress'>;

/**
 * Handlers for the files of a tool: conversions under the tool's own names, each with its live progress.
 * `progressFields` maps that progress to further fields of the tool. `load` throws NOT_FOUND.
 */
export function toolFiles<S extends z.ZodObject>(
  resource: string,
  definition: ListDefinition<S>,
  progressFields: (progress: JobProgress) => object = () => ({}),
) {
  const codec = codecOf(definition.row);
  const live = ({ store }: Context, stored: z.output<S>): z.output<S> => {
    const row = stored as Row<S>;
    const now = queueOf(store)?.progressOf(row) ?? {};
    const known = { progress: now.progress, ...progressFields(now) };
    return {
      ...row,
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    };
  };
  const load = async (db: Reader, id: number): Promise<z.output<S>> => {
    const row = await byName(db)
      .selectFrom(definition.table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return codec.decode(row);
  };
  return {
    load,
    calls: {
      list: async (context: Context, { query }: { query: PageQuery }) => {
        const page = await listRows(context.read, definition, query);
        return { ...page, list: page.list.map((row) => live(context, row)) };
      },
      export: (context: Context, { query }: { query: ExportQuery }) =>
        exportRows(context, { definition, resource }, query),
      get: async (context: Context, { params }: { params: { id: number } }) =>
        live(context, await load(context.read, params.id)),
    },
  };
}
