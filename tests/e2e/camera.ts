import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DeskApp } from './deskApp';

/** Where pictures go. */
export const PICTURES = path.resolve(import.meta.dirname, '../.output/screenshots');

/** An address of a screen: of its first record, where it has records. */
export function exampleOf(screen: string): string {
  const asked = /edit_|customer_detail/.test(screen) ? '?id=1' : '';
  // Without a kind of file it is no screen, and leads to the list of files.
  const kind = screen === '/bill/files/upload' ? '?kind=time_node' : '';
  return screen.replace(':id', '1').replace(':code', '610910') + asked + kind;
}

/** Numbers the pictures in the order they are taken. */
export function camera(app: DeskApp, folder: string) {
  let count = 0;
  mkdirSync(folder, { recursive: true });
  return async (name: string) => {
    await app.settled();
    // Transitions of menus and panels come to rest.
    await app.page.waitForTimeout(350);
    count += 1;
    writeFileSync(
      path.join(folder, `${String(count).padStart(2, '0')}-${name}.png`),
      await app.page.screenshot(),
    );
  };
}
