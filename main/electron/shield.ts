import { app, type Session, shell, type WebContents } from 'electron';
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

/** What no page may do, whatever it loads: permissions, downloads, spell-check dictionaries from elsewhere. */
export function shieldSession(session: Session): void {
  // Writing text to the clipboard is what "copy" buttons do; reading it, and all else, is refused.
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
  // Electron would fetch dictionaries from a server of its own, with spell checking off as well.
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
  session.on('will-download', (event) => event.preventDefault());
}

/** What no window may do: go elsewhere, open others, host web views. */
export function shieldContents(devServer: string | undefined): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
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
