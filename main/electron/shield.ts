import { app, session as electronSession, type Session, shell, type WebContents } from 'electron';
import { ORIGIN } from './protocol';

const MAIL_PARTS = new Set(['to', 'cc', 'bcc', 'subject', 'body']);

/** Returns the normalised form of an address that may be opened outside the app; undefined for any other. */
export function safeLink(address: string): string | undefined {
  try {
    const url = new URL(address);
    if (url.protocol === 'https:') return url.username || url.password ? undefined : url.href;
    // Some mail programs attach local files named in such a link.
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

/** Stops Chromium's network access that no page policy covers. Must be called before the app is ready. */
export function silenceChromium(): void {
  // DNS prefetch hints cause look-ups, and a host name can carry data to the domain's name server.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
}

/**
 * Denies every page: permissions, downloads, remote spell-check dictionaries, connections. A window that `loads` from a
 * development server keeps its connections.
 */
export function shieldSession(session: Session, loads: boolean): void {
  // "Copy" buttons write text to the clipboard; reading it, and every other permission, is refused.
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
  fetchNoDictionaries(session);
  session.on('will-download', (event) => event.preventDefault());
  // Sends a page's TCP traffic to an impossible port, including traffic outside its policy such as WebRTC relays.
  if (!loads) void session.setProxy({ proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' });
}

/** Electron would fetch dictionaries from its own server even with spell checking off. */
function fetchNoDictionaries(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Session that knows the system's proxies; the windows' own session has a proxy that leads nowhere. */
export function systemSession(): Session {
  const system = electronSession.fromPartition('system');
  fetchNoDictionaries(system);
  return system;
}

/** Denies every window: navigating elsewhere, opening windows, hosting web views, sending by UDP. */
export function shieldContents(devServer: string | undefined): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    // WebRTC over UDP ignores proxies and the page's policy.
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

/** URL gives `app:` no origin, so it is compared as text, including the separator. */
function isHome(address: string, devServer: string | undefined): boolean {
  if (address === ORIGIN || address.startsWith(`${ORIGIN}/`)) return true;
  return (
    devServer !== undefined && URL.canParse(address) && new URL(address).origin === new URL(devServer).origin
  );
}
