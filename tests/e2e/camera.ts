import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskApp } from './deskApp';

/** Folder of the pictures. */
export const PICTURES = path.resolve(import.meta.dirname, '../.output/screenshots');

/** Numbers the pictures in the order they are taken. */
export function camera(app: DeskApp, folder: string) {
  let count = 0;
  mkdirSync(folder, { recursive: true });
  return async (name: string) => {
    await app.settled();
    // Lets the transitions of menus and panels end.
    await app.page.waitForTimeout(350);
    count += 1;
    writeFileSync(
      path.join(folder, `${String(count).padStart(2, '0')}-${name}.png`),
      await app.page.screenshot(),
    );
  };
}
