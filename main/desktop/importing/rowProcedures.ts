import type { ImportCounts } from '@contract/desktop/importing';
import type { AllCounts } from '../../tabular/protocol';
import type { Running } from './running';
import type { ImportHandlers, ImportSessions } from './sessions';
import { allCounts } from './sheet';

/** Marks the import as corrected: its corrected rows are then sent. Returns the number changed and the new counts. */
function markCorrected(
  run: Running,
  { changed, counts }: { readonly changed: number; readonly counts: AllCounts },
): { changed: number; counts: ImportCounts } {
  run.edited ||= changed > 0;
  return { changed, counts: allCounts(counts) };
}

/** Procedures that show and correct the rows of a file. */
export const rowProcedures = (
  sessions: ImportSessions,
): Pick<ImportHandlers, 'rows' | 'edit' | 'alike' | 'leaveOut' | 'fixes' | 'fix'> => ({
  rows: ({ session, part, view, offset, limit }) =>
    sessions.guarded(async () => {
      const { client, mappings } = sessions.find(session);
      const mapping = mappings[part] ?? [];
      const { total, rows } = await client.ask('rows', { part, view, offset, limit });
      const places = mapping.flatMap((key, place) => (key ? [{ key, place }] : []));
      return {
        total,
        columns: places.map(({ key }) => key),
        rows: rows.map(({ number, cells, issues }) => ({
          row: number,
          cells: places.map(({ place }) => cells[place] ?? ''),
          issues: issues.map(({ column, level, code, problem: found, message }) => ({
            column,
            level,
            code,
            ...(found?.params ? { params: found.params } : {}),
            ...(message === undefined ? {} : { message }),
          })),
        })),
      };
    }),

  edit: ({ session, part, row, column, value, everywhere }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      const { client, mappings } = found;
      const place = mappings[part]?.indexOf(column) ?? -1;
      const edited = everywhere
        ? await client.ask('replace', {
            part,
            column: place,
            from: await client.ask('cell', { part, row, column: place }),
            to: value,
          })
        : await client.ask('edit', { part, row, column: place, text: value });
      return markCorrected(found, edited);
    }),

  alike: ({ session, ...place }) => sessions.guarded(() => sessions.find(session).client.ask('alike', place)),

  leaveOut: ({ session, ...place }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      return markCorrected(found, await found.client.ask('leaveOut', place));
    }),

  fixes: ({ session }) =>
    sessions.guarded(async () => [...(await sessions.find(session).client.ask('fixes', null))]),

  fix: ({ session, kind }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      return markCorrected(found, await found.client.ask('fix', { kind }));
    }),
});
