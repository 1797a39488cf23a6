import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { InstallKind } from '@contract/update';

/** Returns how this copy of the app was installed. */
export function installKindOf(at: {
  readonly platform: NodeJS.Platform;
  readonly program: string;
  readonly resources: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): { kind: InstallKind; appImage: string | null } {
  const { platform, program, resources, env } = at;
  const beside = (name: string) => path.join(path.dirname(program), name);
  if (platform === 'darwin') return { kind: 'mac', appImage: null };
  if (platform === 'win32') {
    const installed = !env.PORTABLE_EXECUTABLE_FILE && existsSync(beside('Uninstall Freight Console.exe'));
    return { kind: installed ? 'nsis' : 'folder', appImage: null };
  }
  // A program started from another AppImage inherits that one's variables: check that it is in this AppImage's folder.
  const { APPIMAGE, APPDIR } = env;
  if (APPIMAGE && APPDIR && path.isAbsolute(APPIMAGE) && isWithin(program, APPDIR))
    return { kind: 'appImage', appImage: APPIMAGE };
  const type = path.join(resources, 'package-type');
  const deb = existsSync(type) && readFileSync(type, 'utf8').trim() === 'deb';
  return { kind: deb ? 'deb' : 'folder', appImage: null };
}

/** True if a program is in a folder, links resolved. */
function isWithin(program: string, folder: string): boolean {
  const real = (place: string) => (existsSync(place) ? realpathSync(place) : path.resolve(place));
  return real(program).startsWith(`${real(folder)}${path.sep}`);
}
