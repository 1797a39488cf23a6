import { type DesktopServices, ownerOf } from '../desk';
import { FileLayouts } from '../fileLayouts';
import { readProcedures } from './readProcedures';
import { rowProcedures } from './rowProcedures';
import { sendProcedures } from './sendProcedures';
import { type ImportHandlers, ImportSessions } from './sessions';

/** Procedures of imports. Each open import has its own worker thread, and files in the scratch folder. */
export function importProcedures(desk: DesktopServices): ImportHandlers {
  const sessions = new ImportSessions(desk);
  const layouts = new FileLayouts(desk.memory, () => ownerOf(desk));
  return {
    ...readProcedures(desk, sessions, layouts),
    ...rowProcedures(sessions),
    ...sendProcedures(desk, sessions, layouts),

    cancel: async ({ session }) => {
      sessions.cancel(session);
      return null;
    },

    close: async ({ session }) => {
      await sessions.end(session);
      return null;
    },
  };
}
