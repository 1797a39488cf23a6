import { rename, rm } from 'node:fs/promises';
import { fileChecked } from '@contract/files/fileJobRow';
import { safeFileName } from '../../files/saveStream';
import type { DesktopServices } from '../desk';
import type { FileLayouts } from '../fileLayouts';
import { rememberLayout } from './layouts';
import { sendFile, sentOf } from './sendFile';
import type { ImportHandlers, ImportSessions } from './sessions';
import { allCounts } from './sheet';

/** Procedures that have a file checked by the server, send it, and save its errors. */
export const sendProcedures = (
  desk: DesktopServices,
  sessions: ImportSessions,
  layouts: FileLayouts,
): Pick<ImportHandlers, 'check' | 'submit' | 'mark' | 'saveErrors'> => ({
  check: ({ session, call, input }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      const { findEndpoint } = await import('@contract/index');
      const endpoint = findEndpoint(call);
      const atServer = !!endpoint && desk.offered.checksFiles(await desk.transport.target(), endpoint);
      const { issues, ...checked } = atServer
        ? fileChecked.parse(await sendFile(desk, found, { call, input }))
        : { issues: [], sentBefore: null, records: null };
      const { counts } = await found.client.ask('setIssues', { issues });
      return { counts: allCounts(counts), atServer, ...checked };
    }),

  submit: ({ session, call, input, key }) =>
    sessions.guarded(async () => {
      const found = sessions.find(session);
      const sent = sentOf(await sendFile(desk, found, { call, input, key }));
      rememberLayout(layouts, found);
      return sent;
    }),

  mark: ({ session, issues }) =>
    sessions.guarded(async () => {
      const found = issues.map(({ sheet, row, column, level, code, message, expected }) => ({
        ...{ sheet, row, column, level, code, message, expected },
      }));
      const { counts } = await sessions.find(session).client.ask('setIssues', { issues: found });
      return allCounts(counts);
    }),

  saveErrors: ({ session, format, name }, { dialogs }) =>
    sessions.guarded(async () => {
      const { client } = sessions.find(session);
      const place = await dialogs.chooseTarget(`${safeFileName(name)}.${format}`);
      if (!place) return null;
      const temporary = `${place}.${session.slice(0, 8)}.part`;
      try {
        await client.ask('writeErrors', {
          path: temporary,
          format,
          rows: 'errors',
          language: desk.language(),
        });
        await rename(temporary, place);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return desk.picks.add(place);
    }),
});
