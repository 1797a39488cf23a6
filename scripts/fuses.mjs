// Electron's fuses: switches in its executable that a package fixes. electron-builder.yml sets them; here all of them
// are read back, so that one unknown to electron-builder is noticed too.
import { readFileSync } from 'node:fs';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Every fuse in the order of the executable, with its value in a release. */
export const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  wasmTrapHandlers: true,
};

/** Reads the fuses of an executable (macOS: of its framework) by name; unnamed ones by number. */
export function readFuses(executable) {
  const bytes = readFileSync(executable);
  const at = bytes.indexOf(SENTINEL);
  if (at < 0) throw new Error(`${executable} has no fuses: it is no Electron`);
  const wire = bytes.subarray(
    at + SENTINEL.length + 2,
    at + SENTINEL.length + 2 + bytes[at + SENTINEL.length + 1],
  );
  const names = Object.keys(FUSES);
  return Object.fromEntries(
    [...wire.toString('latin1')].map((state, index) => [names[index] ?? `fuse ${index + 1}`, state === '1']),
  );
}

/** Throws, naming each fuse that differs from a release's. */
export function checkFuses(executable) {
  const found = readFuses(executable);
  const wrong = [...new Set([...Object.keys(FUSES), ...Object.keys(found)])].filter(
    (name) => found[name] !== FUSES[name],
  );
  if (wrong.length === 0) return;
  throw new Error(
    `${executable}: not as decided: ${wrong.join(', ')}. See electronFuses in electron-builder.yml and scripts/fuses.mjs.`,
  );
}
