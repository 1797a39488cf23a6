import type { Events } from '@contract/events';
import type { Language } from '@contract/limits';
import { desktopWords } from '@contract/words/desktop';
import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';

/** The native menu in the language of the app. Shortcuts of screens belong to the renderer and are not repeated here. */
export function setMenu(
  language: Language,
  options: {
    readonly devTools: boolean;
    /** The file with the licences of all that the app is made of. */
    readonly licences: string;
    readonly command: (command: Events['command']) => void;
  },
): void {
  const say = desktopWords[language];
  const view: MenuItemConstructorOptions[] = [
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'resetZoom' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(options.devTools ? ([{ role: 'toggleDevTools' }] as const) : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? ([{ role: 'appMenu', label: app.name }] as const) : []),
      {
        label: say.menuFile,
        submenu: [
          { label: say.menuPalette, click: () => options.command({ name: 'palette' }) },
          { label: say.menuSettings, click: () => options.command({ name: 'settings' }) },
          { type: 'separator' },
          { role: 'quit' },
        ],
      },
      { role: 'editMenu', label: say.menuEdit },
      { label: say.menuView, submenu: view },
      // Not the system's window menu: its Ctrl+W closes the window, and here it closes a tab.
      { label: say.menuWindow, submenu: [{ role: 'minimize' }, { role: 'zoom' }] },
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

/** Opens a file of text with the system's program for it; where there is none, the folder it lies in. */
async function openText(file: string): Promise<void> {
  if (await shell.openPath(file)) shell.showItemInFolder(file);
}
