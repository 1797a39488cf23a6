// Hook of electron-builder, run when a folder of the app is complete, before it is signed: removes a file that only a
// bare Electron needs, and fails if the package is too large.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkSize } from './sizeBudget.mjs';

/** The hook. */
export default function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  // The page that Electron shows when it is started without an app.
  if (readdirSync(resources).includes('default_app.asar')) rmSync(path.join(resources, 'default_app.asar'));
  checkSize(resources);
}
