import type { DesktopHandlers } from '@contract/desktop';
import { callError } from '../transport/callError';
import { isFolder } from '../update/feed';
import { UpdateRefused } from '../update/manifest';
import type { CallerWindow, DesktopServices } from './desk';

/** Procedures of the window for updates. Refusals are part of the state; only an invalid feed rejects the call. */
export function updateProcedures(desk: DesktopServices): DesktopHandlers<CallerWindow>['update'] {
  const { updates, language, report } = desk;
  const setFeed = async (feed: string | null) => {
    const found = await updates();
    try {
      found.setFeed(feed);
    } catch (error) {
      throw error instanceof UpdateRefused ? callError(language(), error.problem) : error;
    }
    return found.state;
  };
  return {
    state: async () => (await updates()).state,
    look: async () => {
      const found = await updates();
      await found.look();
      return found.state;
    },
    download: async () => {
      const found = await updates();
      // The download continues while the window does other things.
      void found.download().catch((error) => report('a download failed', error));
      return found.state;
    },
    cancel: async () => {
      const found = await updates();
      found.cancel();
      return found.state;
    },
    install: async () => {
      const found = await updates();
      await found.install();
      return found.state;
    },
    setFeed: ({ feed }) => setFeed(feed),
    chooseFolder: async (_input, { dialogs }) => {
      const folder = await dialogs.chooseFolder();
      return folder === undefined ? (await updates()).state : setFeed(folder);
    },
    setDaily: async ({ daily }) => {
      const found = await updates();
      found.setDaily(daily);
      return found.state;
    },
    show: async (_input, { dialogs }) => {
      const { place, outcome, feed } = (await updates()).state;
      const shown = place ?? outcome?.place ?? (feed && isFolder(feed) ? feed : null);
      if (shown) dialogs.showInFolder(shown);
      return null;
    },
    dismiss: async () => {
      const found = await updates();
      found.dismiss();
      return found.state;
    },
  };
}
