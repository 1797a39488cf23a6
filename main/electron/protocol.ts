import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { type ProtocolResponse, protocol } from 'electron';

export const ORIGIN = 'app://console';

/** No network, no inline code, no outside sources; images may be data URIs, as captchas and avatars are. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Style attributes only: the table measures itself with elements that have them.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json',
};

/** Must be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the renderer's files, and nothing outside their folder, whatever the address. `protocol.handle` is not used:
 * for its web requests and responses this process would first load all of Node's `fetch`, while the page waits for its
 * first file (a tenth of a start).
 */
export function serveRenderer(folder: string): void {
  const root = realpath(folder);
  const answer = async (address: string): Promise<ProtocolResponse> => {
    const file = await fileOf(address, await root);
    const type = file && TYPES[path.extname(file)];
    if (!type) return { statusCode: 404, mimeType: 'text/plain', data: Buffer.from('Not found') };
    const [mimeType = type, charset] = type.split('; charset=');
    return {
      mimeType,
      ...(charset && { charset }),
      data: await readFile(file),
      headers: {
        'content-type': type,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
        // No opener policy: no page can open this one, and with such a policy Chromium starts it in a second process.
        // The bundle's file names contain their hash; only the page itself is requested again.
        'cache-control': type.startsWith('text/html') ? 'no-cache' : 'max-age=31536000, immutable',
      },
    };
  };
  protocol.registerBufferProtocol('app', ({ url }, done) => {
    // A file that cannot be read fails the request.
    answer(url).then(done, () => done({ error: -2 }));
  });
}

/** Resolves an address to a real path; undefined if that is outside the folder. */
export async function fileOf(address: string, root: string): Promise<string | undefined> {
  try {
    const url = new URL(address);
    if (`${url.protocol}//${url.host}` !== ORIGIN) return undefined;
    const decoded = decodeURIComponent(url.pathname);
    if (/[\\\0]|%/.test(decoded)) return undefined;
    const file = path.join(root, decoded === '/' ? 'index.html' : decoded);
    const found = await realpath(file);
    return found.startsWith(root + path.sep) ? found : undefined;
  } catch {
    return undefined;
  }
}
