import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = ['main', 'preload', 'renderer']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|html)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

interface Danger {
  readonly name: string;
  readonly pattern: RegExp;
  /** Where it stands on purpose. */
  readonly only?: readonly string[];
  /** What it would look like: the pattern must find it. */
  readonly planted: string;
}

/** What opens an Electron app to what it shows or loads; each at most where it is looked after. */
const dangers: readonly Danger[] = [
  { name: 'a page without sandbox', pattern: /sandbox:(?!\s*(?:true|'))/, planted: 'sandbox: false' },
  {
    name: 'the process sandbox switched off',
    pattern: /['"](no-sandbox|disable-gpu-sandbox)['"]/,
    planted: "append('no-sandbox')",
  },
  {
    name: 'a page with Node',
    pattern: /nodeIntegration\w*:(?!\s*false)/,
    planted: 'nodeIntegrationInWorker: true',
  },
  {
    name: 'a page that shares its world',
    pattern: /contextIsolation:(?!\s*true)/,
    planted: 'contextIsolation: false',
  },
  {
    name: 'a page within the page',
    pattern: /webviewTag:(?!\s*false)|<webview/,
    planted: 'webviewTag: true',
  },
  {
    name: 'the same-origin rule switched off',
    pattern: /webSecurity:(?!\s*true)|disable-web-security/,
    planted: 'webSecurity: false',
  },
  {
    name: 'mixed content',
    pattern: /allowRunningInsecureContent/,
    planted: 'allowRunningInsecureContent: true',
  },
  {
    name: 'features that are tried out',
    pattern: /experimentalFeatures|enableBlinkFeatures/,
    planted: 'experimentalFeatures: true',
  },
  {
    name: 'a certificate taken as it is',
    pattern: /rejectUnauthorized:(?!\s*true)|setCertificateVerifyProc|['"]certificate-error['"]/,
    planted: 'rejectUnauthorized: !test',
  },
  {
    name: 'the remote module',
    pattern: /@electron\/remote|enableRemoteModule/,
    planted: "import '@electron/remote'",
  },
  {
    name: 'script run in a page',
    pattern: /\.executeJavaScript\(|\.insertCSS\(/,
    planted: 'contents.executeJavaScript(text)',
  },
  {
    name: 'text run as a program',
    pattern: /\beval\(|new Function\(|setTimeout\(\s*['"`]/,
    planted: 'new Function(text)',
  },
  {
    name: 'markup out of text',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/,
    planted: 'element.innerHTML = text',
  },
  {
    name: 'the system asked to open something',
    pattern: /shell\.openExternal/,
    only: ['main/electron/shield.ts'],
    planted: 'shell.openExternal(url)',
  },
  {
    name: 'a file opened by the system',
    pattern: /shell\.(openPath|showItemInFolder)/,
    only: ['main/electron/dialogs.ts', 'main/electron/machine.ts', 'main/electron/menu.ts'],
    planted: 'shell.openPath(place)',
  },
  {
    name: 'a window',
    pattern: /new BrowserWindow\(/,
    only: ['main/electron/window.ts'],
    planted: 'new BrowserWindow({})',
  },
  {
    name: 'a call taken from a page',
    pattern: /ipcMain\.(on|handle)/,
    only: ['main/electron/ipc.ts'],
    planted: "ipcMain.handle('x', f)",
  },
  {
    name: 'something given to the page',
    pattern: /exposeInMainWorld/,
    only: ['preload/index.ts'],
    planted: "exposeInMainWorld('x', y)",
  },
  {
    name: 'a protocol',
    pattern: /protocol\.(handle|register\w+)\(/,
    only: ['main/electron/protocol.ts'],
    planted: "protocol.handle('x', f)",
  },
  { name: 'another program started', pattern: /node:child_process/, planted: "from 'node:child_process'" },
  { name: 'an iframe', pattern: /<iframe/, planted: '<iframe src=x>' },
];

describe('the sources', () => {
  test('are read', () => {
    expect(sources.length).toBeGreaterThan(500);
  });

  test.each(dangers)(
    'have no place, or one that is looked after, for $name',
    ({ pattern, only = [], planted }) => {
      expect(planted).toMatch(pattern);
      const found = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
      expect(found.sort()).toEqual([...only].sort());
    },
  );
});
