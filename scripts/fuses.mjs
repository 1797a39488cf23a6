// The fuses of Electron: switches in its executable that a package has set for good. electron-builder.yml sets them; here they
// are read back, all of them, so that one which electron-builder does not know yet is noticed as well.
import { readFileSync } from 'node:fs';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Every fuse in the order of the executable, and how a release has it. */
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

/** The fuses of an executable (macOS: of its framework) by name; one without a name is called by its number. */
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

/** Throws, naming each fuse that is not as a release has it. */
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
