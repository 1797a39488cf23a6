// Called by electron-builder once a folder of the app is whole, before it is signed: takes away what only a bare Electron needs,
// and stops what has grown too large.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSize } from './sizeBudget.mjs';

/** The hook. */
export default function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  // Electron's own page for when it is started without an app.
  if (readdirSync(resources).includes('default_app.asar')) rmSync(path.join(resources, 'default_app.asar'));
  checkSize(resources);
}
