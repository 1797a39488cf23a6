import type { Events } from '@contract/events';
import type { Language } from '@contract/limits';
import { desktopWords } from '@contract/words/desktop';
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';

const between: MenuItemConstructorOptions = { type: 'separator' };
let labels: (typeof desktopWords)[Language] = desktopWords.en;

/** Sets the native menu in the app's language. Shortcuts of screens belong to the renderer and are not repeated. */
export function setMenu(
  language: Language,
  options: {
    readonly devTools: boolean;
    /** File with the licences of all components. */
    readonly licences: string;
    readonly command: (command: Events['command']) => void;
  },
): void {
  const say = desktopWords[language];
  labels = say;
  const onMac = process.platform === 'darwin';
  // The system's own labels are always English, whatever the app's language.
  const quit: MenuItemConstructorOptions = { role: 'quit', label: say.menuQuit };
  const mac: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about', label: say.menuAbout },
      between,
      { role: 'services', label: say.menuServices },
      between,
      { role: 'hide', label: say.menuHide },
      { role: 'hideOthers', label: say.menuHideOthers },
      { role: 'unhide', label: say.menuShowAll },
      between,
      quit,
    ],
  };
  const speech: MenuItemConstructorOptions = {
    label: say.menuSpeech,
    submenu: [
      { role: 'startSpeaking', label: say.menuSpeak },
      { role: 'stopSpeaking', label: say.menuSpeakNoMore },
    ],
  };
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo', label: say.menuUndo },
    { role: 'redo', label: say.menuRedo },
    between,
    { role: 'cut', label: say.menuCut },
    { role: 'copy', label: say.menuCopy },
    { role: 'paste', label: say.menuPaste },
    { role: 'delete', label: say.menuDelete },
    between,
    { role: 'selectAll', label: say.menuSelectAll },
    ...(onMac ? [between, speech] : []),
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload', label: say.menuReload },
    between,
    { role: 'zoomIn', label: say.menuZoomIn },
    { role: 'zoomOut', label: say.menuZoomOut },
    { role: 'resetZoom', label: say.menuResetZoom },
    between,
    { role: 'togglefullscreen', label: say.menuFullScreen },
    ...(options.devTools ? ([{ role: 'toggleDevTools', label: say.menuDevTools }] as const) : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(onMac ? [mac] : []),
      {
        label: say.menuFile,
        submenu: [
          { label: say.menuPalette, click: () => options.command({ name: 'palette' }) },
          { label: say.menuSettings, click: () => options.command({ name: 'settings' }) },
          ...(onMac ? [] : [between, quit]),
        ],
      },
      { label: say.menuEdit, submenu: edit },
      { label: say.menuView, submenu: view },
      // Replaces the system's window menu, whose Ctrl+W closes the window: here it closes a tab.
      {
        label: say.menuWindow,
        submenu: [
          { role: 'minimize', label: say.menuMinimize },
          { role: 'zoom', label: say.menuZoom },
        ],
      },
      {
        role: 'help',
        label: say.menuHelp,
        submenu: [
          { label: say.menuShortcuts, click: () => options.command({ name: 'shortcuts' }) },
          { label: say.menuDiagnostics, click: () => options.command({ name: 'diagnostics' }) },
          { label: say.menuLicences, click: () => void openText(options.licences) },
        ],
      },
    ]),
  );
}

/** Shows a context menu on fields and selected text, where the page has none of its own. */
export function offerTextMenus(): void {
  app.on('web-contents-created', (_event, contents) =>
    contents.on('context-menu', (_pressed, { isEditable, selectionText, editFlags }) => {
      const copy: MenuItemConstructorOptions = {
        role: 'copy',
        label: labels.menuCopy,
        enabled: editFlags.canCopy,
      };
      if (!isEditable) {
        if (selectionText.trim()) Menu.buildFromTemplate([copy]).popup();
        return;
      }
      Menu.buildFromTemplate([
        { role: 'cut', label: labels.menuCut, enabled: editFlags.canCut },
        copy,
        { role: 'paste', label: labels.menuPaste, enabled: editFlags.canPaste },
        between,
        { role: 'selectAll', label: labels.menuSelectAll, enabled: editFlags.canSelectAll },
      ]).popup();
    }),
  );
}

/** Opens a text file with the system's program for it; if there is none, its folder. */
async function openText(file: string): Promise<void> {
  if (await shell.openPath(file)) shell.showItemInFolder(file);
}
