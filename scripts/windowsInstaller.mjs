// Makes the Windows installer on Linux, with makensis: electron-builder's own way needs wine for the uninstaller. Its
// steps on Windows are in resources/windows/installer.nsi.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './build.mjs';
import { signWindows } from './signWindows.mjs';

/** Lines of the uninstaller: each installed file, then each folder, the innermost first. */
function removal(app) {
  const found = readdirSync(app, { withFileTypes: true, recursive: true }).map((entry) => ({
    folder: entry.isDirectory(),
    place: path
      .relative(app, path.join(entry.parentPath ?? entry.path, entry.name))
      .replaceAll(path.sep, '\\')
      .replaceAll('$', '$$$$'),
    size: entry.isFile() ? statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size : 0,
  }));
  const files = found.filter(({ folder }) => !folder);
  const folders = found.filter(({ folder }) => folder).sort((a, b) => b.place.length - a.place.length);
  return {
    lines: [
      ...files.map(({ place }) => `Delete "$INSTDIR\\${place}"`),
      ...folders.map(({ place }) => `RMDir "$INSTDIR\\${place}"`),
      '',
    ].join('\n'),
    kilobytes: Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024),
  };
}

/**
 * Makes an installer of an unpacked app; signs it and its uninstaller if `signed`. `uninstaller` is the path for a copy
 * of the signed uninstaller; `compression` is makensis's option. Throws with makensis's message.
 */
export function makeInstaller({
  app,
  out,
  signed,
  uninstaller,
  compression = '/SOLID lzma',
  env = process.env,
}) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const guid = /^ {2}guid: (\S+)$/m.exec(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'))?.[1];
  if (!guid) throw new Error('electron-builder.yml has no nsis.guid');
  const work = mkdtempSync(path.join(os.tmpdir(), 'installer-'));
  try {
    const { lines, kilobytes } = removal(app);
    const files = path.join(work, 'files.nsh');
    // makensis recognises Unicode by the byte order mark.
    writeFileSync(files, `\ufeff${lines}`);
    const quoted = (part) => `"${part}"`;
    const sign = [
      process.execPath,
      path.join(root, 'scripts/signWindows.mjs'),
      '%1',
      ...(uninstaller ? [uninstaller] : []),
    ];
    const defines = {
      APP: app,
      FILES: files,
      OUT: out,
      VERSION: version,
      VERSION4: `${version.replace(/-.*/, '')}.0`,
      GUID: guid,
      SIZE: kilobytes,
      LICENSE: path.join(root, 'LICENSE'),
      ICON: path.join(root, 'resources/icon.ico'),
      COMPRESSION: compression,
      ...(signed ? { SIGN: sign.map(quoted).join(' ') } : {}),
    };
    const { status, stdout, error } = spawnSync(
      'makensis',
      [
        ...['-V2', '-WX', '-INPUTCHARSET', 'UTF8'],
        ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
        path.join(root, 'resources/windows/installer.nsi'),
      ],
      { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (error) throw new Error('makensis is missing: apt-get install nsis');
    if (status !== 0) throw new Error(`makensis did not make the installer:\n${stdout}`);
    if (signed) signWindows(out, env);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
