import path from 'node:path';
import type { Language } from '@contract/limits';
import { desktopWords } from '@contract/words/desktop';
import { fill } from '@contract/words/translation';
import { type BrowserWindow, dialog, shell } from 'electron';

/** The native dialogs that main opens for the window. */
export interface Dialogs {
  /** Returns the path of the chosen file; undefined when none was chosen. */
  chooseFile(types: readonly string[]): Promise<string | undefined>;
  /** Returns the path to save to; undefined when none was chosen. The system asks before a file is replaced. */
  chooseTarget(name: string): Promise<string | undefined>;
  /** Returns a folder to write into; undefined when none was chosen. */
  chooseFolder(): Promise<string | undefined>;
  showInFolder(place: string): void;
  /** Opens a file with the system's program for it; returns an error text, empty on success. */
  open(place: string): Promise<string>;
}

/** The dialogs of a window, in the language of the app. */
export function dialogsOf(window: BrowserWindow, language: Language): Dialogs {
  const say = desktopWords[language];
  return {
    chooseFile: async (types) => {
      const { filePaths, canceled } = await dialog.showOpenDialog(window, {
        title: say.chooseFile,
        properties: ['openFile'],
        filters: [{ name: fill(say.fileKind, { types: types.join(', ') }), extensions: [...types] }],
      });
      return canceled ? undefined : filePaths[0];
    },
    chooseTarget: async (name) => {
      const extension = path.extname(name).slice(1);
      const { filePath, canceled } = await dialog.showSaveDialog(window, {
        title: say.saveFile,
        defaultPath: name,
        filters: extension
          ? [{ name: fill(say.fileKind, { types: extension }), extensions: [extension] }]
          : [],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      });
      return canceled || !filePath ? undefined : filePath;
    },
    chooseFolder: async () => {
      const { filePaths, canceled } = await dialog.showOpenDialog(window, {
        title: say.chooseFolder,
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? undefined : filePaths[0];
    },
    showInFolder: (place) => shell.showItemInFolder(place),
    open: (place) => shell.openPath(place),
  };
}

/** Maximum number of titles listed in the question; the rest are counted. */
const NAMED = 8;

/**
 * Asks whether to quit while transfers run or screens have unsaved input, which is kept as drafts or, where these cannot
 * be written, lost; returns true to quit.
 */
export async function confirmQuit(
  window: BrowserWindow,
  language: Language,
  {
    transfers,
    unsaved,
    kept,
  }: { readonly transfers: number; readonly unsaved: readonly string[]; readonly kept: boolean },
): Promise<boolean> {
  const say = desktopWords[language];
  const rest = unsaved.length - NAMED;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: unsaved.length > 0 ? say.quitUnsavedTitle : say.quitBusyTitle,
    detail: [
      ...unsaved.slice(0, NAMED).map((title) => `• ${title}`),
      ...(rest > 0 ? [fill(say.quitUnsavedMore, { n: rest })] : []),
      ...(unsaved.length > 0 ? [kept ? say.quitUnsavedDetail : say.quitUnsavedGone] : []),
      ...(transfers > 0 ? [fill(say.quitBusyDetail, { n: transfers })] : []),
    ].join('\n'),
    buttons: [unsaved.length > 0 && kept ? say.quitKeeping : say.quitAnyway, say.stay],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
