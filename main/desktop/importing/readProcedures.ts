import type { DesktopServices } from '../desk';
import type { FileLayouts } from '../fileLayouts';
import { recallLayout } from './layouts';
import { chosenParts, openWith, type Running, reopen } from './running';
import type { ImportHandlers, ImportSessions } from './sessions';
import { allCounts, judgedOf, sheetOf } from './sheet';

/** Procedures that open a file and read it by the user's options. */
export const readProcedures = (
  desk: DesktopServices,
  sessions: ImportSessions,
  layouts: FileLayouts,
): Pick<ImportHandlers, 'open' | 'reread' | 'forget' | 'judge' | 'map'> => ({
  open: ({ file, import: name, session }) =>
    sessions.guarded(async () => {
      const picked = desk.picks.find(file);
      const { id, client } = sessions.open(session);
      try {
        const opening = { client, file: picked, name };
        const opened = await openWith(opening, {});
        const made: Running = {
          ...{ id, ...opening, opened, judged: opened.judged },
          ...{ options: {}, known: undefined, mappings: [], edited: false },
        };
        await recallLayout(layouts, made);
        sessions.add(made);
        return sheetOf(made);
      } catch (error) {
        await sessions.end(id);
        throw error;
      }
    }),

  reread: ({ session, options }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      // From here on the options are the user's own, no longer the known layout's.
      await reopen(found, { ...found.options, ...options });
      return sheetOf(found);
    }),

  forget: ({ session }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      if (found.known) layouts.forget(found.known);
      await reopen(found, {});
      return sheetOf(found);
    }),

  judge: ({ session, mappings }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      found.judged = await found.client.ask('judge', { parts: chosenParts(found, mappings) });
      return judgedOf(found);
    }),

  map: ({ session, mappings }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      const { dateOrder, decimal } = found.options;
      const { counts, parts } = await found.client.ask('map', {
        parts: chosenParts(found, mappings),
        ...(dateOrder ? { order: dateOrder } : {}),
        ...(decimal ? { decimal } : {}),
        zones: await zonesOf(desk),
        now: Date.now(),
        language: desk.language(),
      });
      found.mappings = parts.map(({ mapping }) => mapping);
      return allCounts(counts);
    }),
});

/** Time zones of the airports by code: the times of a file are local. */
async function zonesOf({ transport }: DesktopServices): Promise<Record<string, string>> {
  const { api } = await import('@contract/index');
  const json = await transport.json({ name: 'airport.all', found: api.airport.all, input: {} });
  const { data } = JSON.parse(json) as { data: { airportCode: string; timeZone: string }[] };
  return Object.fromEntries(data.map(({ airportCode, timeZone }) => [airportCode, timeZone]));
}
