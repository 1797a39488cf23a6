import { app, session as electronSession, type Session, shell, type WebContents } from 'electron';
import { ORIGIN } from './protocol';

const MAIL_PARTS = new Set(['to', 'cc', 'bcc', 'subject', 'body']);

/** Addresses that may be opened outside the app, after they were parsed and written anew. */
export function safeLink(address: string): string | undefined {
  try {
    const url = new URL(address);
    if (url.protocol === 'https:') return url.username || url.password ? undefined : url.href;
    // Some mail programs take files of the disk by such a link.
    const plain = [...url.searchParams.keys()].every((name) => MAIL_PARTS.has(name.toLowerCase()));
    return url.protocol === 'mailto:' && plain ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Opens a link in the system's browser or mail program; anything but https and mailto is dropped. */
export function openLink(address: string): void {
  const safe = safeLink(address);
  if (safe) void shell.openExternal(safe);
}

/** Keeps the parts of Chromium from the network that no policy of a page reaches. Must be called before the app is ready. */
export function silenceChromium(): void {
  // A hint of a name is looked up, and a name can carry anything to whoever answers for its domain.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
}

/**
 * What no page may do, whatever it loads: permissions, downloads, spell-check dictionaries from elsewhere, connections. A
 * window that `loads` from a server in development keeps the latter.
 */
export function shieldSession(session: Session, loads: boolean): void {
  // Writing text to the clipboard is what "copy" buttons do; reading it, and all else, is refused.
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
  fetchNoDictionaries(session);
  session.on('will-download', (event) => event.preventDefault());
  // All that a page sends by TCP ends at a port that cannot be, also what its policy does not know of, as WebRTC by a relay.
  if (!loads) void session.setProxy({ proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' });
}

/** Electron would fetch dictionaries from a server of its own, with spell checking off as well. */
function fetchNoDictionaries(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** The session that knows the proxies of the system: that of the windows has one which leads nowhere. */
export function systemSession(): Session {
  const system = electronSession.fromPartition('system');
  fetchNoDictionaries(system);
  return system;
}

/** What no window may do: go elsewhere, open others, host web views, send by UDP. */
export function shieldContents(devServer: string | undefined): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    // WebRTC by UDP asks no proxy and no policy of the page.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-navigate', (event) => {
      if (!isHome(event.url, devServer)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!isHome(event.url, devServer)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openLink(url);
      return { action: 'deny' };
    });
  });
}

/** `app:` is no scheme that URL knows an origin for, so it is compared as text, separator included. */
function isHome(address: string, devServer: string | undefined): boolean {
  if (address === ORIGIN || address.startsWith(`${ORIGIN}/`)) return true;
  return (
    devServer !== undefined && URL.canParse(address) && new URL(address).origin === new URL(devServer).origin
  );
}
