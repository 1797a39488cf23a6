import type { Desktop, DesktopHandlers } from '@contract/desktop';
import { problem } from '@contract/errors';
import { callError } from '../transport/callError';
import { accountProcedures, bootOf, environmentProcedures } from './account';
import { type Backups, backupProcedures } from './backups';
import { type CallerWindow, type DesktopServices, ownerOf } from './desk';
import { fileProcedures, saveBytes } from './files';
import { importProcedures } from './importing';
import { paperProcedures } from './papers';
import { folderProcedures, type ReportFolders } from './reportFolders';
import { updateProcedures } from './update';

type Procedures = DesktopHandlers<CallerWindow>;

/** The start of a window, and what it reports or asks about the whole app. */
function appProcedures(desk: DesktopServices): Procedures['app'] {
  return {
    boot: async (_input, { alone }) => {
      // The session decides which screen comes first.
      await desk.sessionOpened;
      return { ...(await bootOf(desk)), alone };
    },
    // No work left: main has waited for the fetch by now.
    fetched: async () => null,
    cancel: async ({ id }) => {
      desk.calls.cancel(id);
      return null;
    },
    report: async (failure) => {
      desk.reportWindow(failure);
      return null;
    },
    unsaved: async ({ titles }, { holdsUnsaved }) => {
      holdsUnsaved(titles);
      return null;
    },
    notify: async (notice) => {
      desk.notices.add(notice);
      return null;
    },
    takeLink: async () => {
      const followed = desk.links.take();
      if (followed) desk.bringToFront();
      return followed;
    },
    openLink: async ({ url }) => {
      desk.openLink(url);
      return null;
    },
  };
}

function draftProcedures(desk: DesktopServices): Procedures['drafts'] {
  const { memory } = desk;
  const owner = () => ownerOf(desk);
  return {
    list: async () => memory.drafts(owner()),
    save: async ({ key, ...kept }, { announceToOthers }) => {
      const draft = { at: new Date().toISOString(), ...kept };
      if (!memory.saveDraft(owner(), key, draft)) throw callError(desk.language(), problem('NOT_STORED'));
      announceToOthers('draft', { key, draft });
      return null;
    },
    remove: async ({ key }, { announceToOthers }) => {
      memory.saveDraft(owner(), key, null);
      announceToOthers('draft', { key, draft: null });
      return null;
    },
  };
}

function outboxProcedures({ outbox }: DesktopServices): Procedures['outbox'] {
  return {
    list: async () => outbox.list(),
    keep: (failed) => outbox.keep(failed),
    attach: async ({ id, form }) => {
      outbox.attach(id, form);
      return null;
    },
    send: async ({ ids }) => {
      await outbox.send(ids);
      return null;
    },
    discard: async ({ id }) => {
      outbox.discard(id);
      return null;
    },
  };
}

/** Every procedure of the desktop; a missing one does not compile. */
export function desktopProcedures(
  desk: DesktopServices,
  { folders, backups }: { readonly folders: ReportFolders; readonly backups: Backups },
): Procedures {
  const { memory } = desk;
  return {
    app: appProcedures(desk),
    settings: {
      change: async (patch, { announceToOthers }) => {
        const changed = memory.change(patch);
        desk.applySettings();
        announceToOthers('settings', changed);
        return changed;
      },
      restart: async ({ gpu }) => {
        desk.startAnew(gpu);
        return null;
      },
    },
    diagnostics: {
      collect: () => desk.diagnostics.collect(),
      save: async (_input, { dialogs }) => {
        const name = `freight-console-diagnostics-${new Date().toISOString().slice(0, 10)}.zip`;
        const place = await dialogs.chooseTarget(name);
        return place ? saveBytes(desk, place, await desk.diagnostics.zip(), 'application/zip') : null;
      },
      showLogs: async () => {
        const hindered = await desk.showLogs();
        if (hindered) throw callError(desk.language(), hindered);
        return null;
      },
    },
    windows: {
      open: async ({ path }, { openOwn }) => openOwn(path),
      close: async (_input, { closeOwn }) => {
        closeOwn();
        return null;
      },
    },
    environments: environmentProcedures(desk),
    account: accountProcedures(desk),
    files: fileProcedures(desk),
    backups: backupProcedures(desk, backups),
    reportFolders: folderProcedures(desk, folders),
    papers: paperProcedures(desk),
    update: updateProcedures(desk),
    drafts: draftProcedures(desk),
    outbox: outboxProcedures(desk),
    importing: importProcedures(desk),
  };
}

/** Returns a procedure by the names that the bridge has found in the contract. */
export function procedureFinder(
  procedures: DesktopHandlers<CallerWindow>,
): (group: string, name: string) => (input: unknown, asker: CallerWindow) => Promise<unknown> {
  return (group, name) => {
    const found = procedures[group as keyof Desktop] as unknown as Record<
      string,
      (input: unknown, asker: CallerWindow) => Promise<unknown>
    >;
    const procedure = found[name];
    if (!procedure) throw new Error(`no procedure ${group}.${name}`);
    return procedure;
  };
}
