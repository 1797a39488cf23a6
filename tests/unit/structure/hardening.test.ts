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
  /** Files in which it is allowed. */
  readonly only?: readonly string[];
  /** An example that the pattern must match. */
  readonly planted: string;
}

/** Code that exposes an Electron app to its content; each is allowed only in the files that guard it. */
const dangers: readonly Danger[] = [
  { name: 'a page without sandbox', pattern: /sandbox:(?!\s*(?:true|'))/, planted: 'sandbox: false' },
  {
    name: 'the process sandbox switched off',
    pattern: /['"](no-sandbox|disable-gpu-sandbox)['"]/,
    // Both files only look for the switch.
    only: ['main/desktop/switches.ts', 'main/index.ts'],
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
    only: ['main/electron/bridge.ts'],
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
  {
    name: 'a switch of Chromium set by the app itself',
    // Allows the switch of V8 that keeps pages small, and the one that disables look-ups of host names from hints.
    pattern:
      /\.append(?:Switch|Argument)\((?!'js-flags', PAGE_HEAP\)|'blink-settings', 'dnsPrefetchingEnabled=false'\))|PAGE_HEAP = (?!'--max-semi-space-size=2';)/,
    planted: "app.commandLine.appendSwitch('ignore-certificate-errors')",
  },
  {
    name: 'warnings of Electron silenced',
    pattern: /ELECTRON_DISABLE_SECURITY_WARNINGS/,
    planted: "process.env.ELECTRON_DISABLE_SECURITY_WARNINGS = 'true'",
  },
  {
    name: 'pages that share a process, or open others unasked',
    pattern: /\baffinity:|allowpopups|nativeWindowOpen/i,
    planted: '<webview allowpopups>',
  },
  {
    name: 'arguments for a page, or a preload of its own choosing',
    pattern: /additionalArguments|registerPreloadScript|setPreloads/,
    planted: "additionalArguments: ['--token=x']",
  },
  {
    name: 'a page or file of the web, in the clear',
    pattern: /(?:src|href)=["']http:|loadURL\(\s*['"`]http/,
    planted: '<script src="http://example.com/x.js">',
  },
  { name: 'developer tools opened', pattern: /openDevTools|toggleDevTools\(/, planted: 'w.openDevTools()' },
  {
    name: 'a proxy or an agent of the browser’s session set',
    pattern: /\.setProxy\(|setUserAgent\(|setSSLConfig/,
    only: ['main/electron/shield.ts'],
    planted: 'session.setProxy({})',
  },
  {
    name: 'memory that is sent away or kept when a process crashes',
    pattern: /crashReporter/,
    planted: 'crashReporter.start({})',
  },
  {
    name: 'the screen, the clipboard or the keys of the system',
    pattern: /desktopCapturer|globalShortcut|clipboard\b.*from 'electron'/,
    planted: "import { desktopCapturer } from 'electron'",
  },
  {
    name: 'the inside of Node',
    pattern: /process\.binding\(|node:vm'|from 'vm'/,
    planted: "process.binding('fs')",
  },
  {
    // The program text is a constant: no input of a call is part of it.
    name: 'the program of a thread as a text',
    pattern: /eval: true/,
    only: ['main/server/areas/access/passwords.ts'],
    planted: 'new Worker(text, { eval: true })',
  },
  {
    name: 'a request made by the browser rather than by the one client',
    pattern: /\bnet\.(?:fetch|request)\(|new XMLHttpRequest|new WebSocket\(|navigator\.sendBeacon/,
    planted: 'net.fetch(url)',
  },
  { name: 'another program started', pattern: /node:child_process/, planted: "from 'node:child_process'" },
  { name: 'an iframe', pattern: /<iframe/, planted: '<iframe src=x>' },
];

/** Code that must exist: without it a page would be unrestricted. */
const guards: readonly { readonly file: string; readonly holds: readonly RegExp[] }[] = [
  {
    file: 'main/electron/shield.ts',
    holds: [
      /setPermissionRequestHandler\(/,
      /setPermissionCheckHandler\(/,
      /setDevicePermissionHandler\(\(\) => false\)/,
      /'will-navigate'/,
      /'will-frame-navigate'/,
      /'will-redirect', \(event\) => event\.preventDefault\(\)/,
      /'will-attach-webview', \(event\) => event\.preventDefault\(\)/,
      // This also handles the middle mouse button.
      /setWindowOpenHandler\([\s\S]*action: 'deny'/,
      /setSpellCheckerEnabled\(false\)/,
      /setWebRTCIPHandlingPolicy\('disable_non_proxied_udp'\)/,
      /'blink-settings', 'dnsPrefetchingEnabled=false'/,
      /setProxy\(\{ proxyRules: 'http:\/\/127\.0\.0\.1:0', proxyBypassRules: '<-loopback>' \}\)/,
      /'will-download', \(event\) => event\.preventDefault\(\)/,
    ],
  },
  {
    file: 'main/electron/window.ts',
    holds: [
      /sandbox: true/,
      /contextIsolation: true/,
      /nodeIntegration: false/,
      /webviewTag: false/,
      /devTools: options\.devTools/,
    ],
  },
  { file: 'main/index.ts', holds: [/app\.enableSandbox\(\)/, /refusedSwitch\(/, /devTools: __TEST_HOOKS__/] },
  {
    file: 'main/electron/protocol.ts',
    holds: [/"default-src 'none'"/, /"connect-src 'none'"/, /"script-src 'self'"/, /nosniff/],
  },
  {
    file: 'main/electron/ipc.ts',
    holds: [/senderFrame !== sender\.mainFrame/, /origin\(senderFrame\.url\)/],
  },
  {
    file: 'main/transport/client.ts',
    holds: [/maxRedirects: 0/, /proxy: false/, /rejectUnauthorized: true/, /minVersion: 'TLSv1\.2'/],
  },
];

/** Returns the guards that a text lacks. */
const lacking = (text: string, holds: readonly RegExp[]) => holds.filter((one) => !one.test(text));

describe('the source code', () => {
  test('is read', () => {
    expect(sources.length).toBeGreaterThan(500);
  });

  test.each(dangers)('has no place, or a guarded one, for $name', ({ pattern, only = [], planted }) => {
    expect(planted).toMatch(pattern);
    const found = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(found.sort()).toEqual([...only].sort());
  });

  test.each(guards)('would be missed in $file without what guards a page', ({ file, holds }) => {
    const { text } = sources.find((one) => one.file === file) ?? { text: '' };
    expect(lacking(text, holds)).toEqual([]);
    for (const one of holds) expect(lacking(text.replace(new RegExp(one, 'g'), ''), [one])).toEqual([one]);
  });
});
