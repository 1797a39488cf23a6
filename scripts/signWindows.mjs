// Signs a Windows program on Linux, with osslsigncode: run by electron-builder for each program of the app, and by
// makensis for the uninstaller (`node scripts/signWindows.mjs FILE [COPY]`; the copy goes into the installer).
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMESTAMPS = 'http://timestamp.digicert.com';

/** Signs a file in place. Throws with osslsigncode's message. */
export function signWindows(file, env = process.env) {
  const secrets = mkdtempSync(path.join(os.tmpdir(), 'sign-'));
  try {
    // Pass the password in a file: every user of the machine could read an argument.
    const password = path.join(secrets, 'password');
    writeFileSync(password, env.WIN_CSC_KEY_PASSWORD, { mode: 0o600 });
    let certificate = env.WIN_CSC_LINK.replace(/^file:\/\//, '');
    if (!existsSync(certificate)) {
      certificate = path.join(secrets, 'certificate.p12');
      writeFileSync(certificate, Buffer.from(env.WIN_CSC_LINK, 'base64'), { mode: 0o600 });
    }
    const signed = `${file}.signed`;
    const offline = env.ELECTRON_BUILDER_OFFLINE === 'true';
    const { status, stdout, stderr, error } = spawnSync(
      'osslsigncode',
      [
        ...['sign', '-pkcs12', certificate, '-readpass', password, '-h', 'sha256', '-n', 'Freight Console'],
        ...(offline ? [] : ['-ts', TIMESTAMPS]),
        ...['-in', file, '-out', signed],
      ],
      { encoding: 'utf8' },
    );
    if (error) throw new Error('osslsigncode is missing: apt-get install osslsigncode');
    if (status !== 0) {
      const remedy = offline
        ? 'Look at WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD.'
        : `Look at WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD, and whether ${TIMESTAMPS} can be reached (ELECTRON_BUILDER_OFFLINE=true does without: the signature then ends with the certificate).`;
      throw new Error(`${path.basename(file)} could not be signed. ${remedy}\n${stdout}${stderr}`);
    }
    renameSync(signed, file);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

/** electron-builder's hook. */
export default ({ path: file }) => signWindows(file);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, copy] = process.argv.slice(2);
  signWindows(file);
  if (copy) copyFileSync(file, copy);
}
