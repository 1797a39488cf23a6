import type { Desktop, DesktopHandlers } from '@contract/desktop';
import { accountProcedures, bootOf, environmentProcedures } from './account';
import type { Asker, Desk } from './desk';
import { fileProcedures } from './files';
import { importProcedures } from './importing';
import { paperProcedures } from './papers';

/** Every procedure of the desktop; a missing one does not compile. */
export function desktopProcedures(desk: Desk): DesktopHandlers<Asker> {
  const { memory, session, calls } = desk;
  const owner = () =>
    `${memory.environment ?? ''}:${session.state.profile?.username ?? memory.settings.lastUsername}`;
  return {
    app: {
      boot: async () => {
        // Whether someone is signed in decides which screen comes first.
        await desk.sessionOpened;
        return bootOf(desk);
      },
      cancel: async ({ id }) => {
        calls.cancel(id);
        return null;
      },
      report: async ({ message, stack }) => {
        desk.report(`renderer: ${message}\n${stack ?? ''}`);
        return null;
      },
      notify: async (notice) => {
        desk.notices.add(notice);
        return null;
      },
      openLink: async ({ url }) => {
        desk.openLink(url);
        return null;
      },
    },
    settings: {
      change: async (patch) => {
        const changed = memory.change(patch);
        desk.applySettings();
        return changed;
      },
    },
    environments: environmentProcedures(desk),
    account: accountProcedures(desk),
    files: fileProcedures(desk),
    papers: paperProcedures(desk),
    drafts: {
      list: async () => memory.drafts(owner()),
      save: async ({ key, value }) => {
        memory.saveDraft(owner(), key, { at: new Date().toISOString(), value });
        return null;
      },
      remove: async ({ key }) => {
        memory.saveDraft(owner(), key, null);
        return null;
      },
    },
    importing: importProcedures(desk),
  };
}

/** A procedure by its names, once the bridge has found it in the contract. */
export function procedureFinder(
  procedures: DesktopHandlers<Asker>,
): (group: string, name: string) => (input: unknown, asker: Asker) => Promise<unknown> {
  return (group, name) => {
    const found = procedures[group as keyof Desktop] as unknown as Record<
      string,
      (input: unknown, asker: Asker) => Promise<unknown>
    >;
    const procedure = found[name];
    if (!procedure) throw new Error(`no procedure ${group}.${name}`);
    return procedure;
  };
}
