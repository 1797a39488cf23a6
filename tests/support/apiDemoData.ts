import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { seedStore } from '../../main/embedded/seed';
import { openStore } from '../../main/embedded/store/open';

/** The day around which the demo data of all tests is made. */
export const SEED_DAY = '2026-11-03';

/** Copies the demo data into a folder; the first test of the run that asks makes it for all. */
export async function copyDemoData(target: string): Promise<void> {
  const place = inject('demoFolder');
  const made = path.join(place, 'made');
  if (claimed(path.join(place, 'claim'))) {
    const fresh = path.join(place, 'fresh');
    const store = await openStore(fresh);
    await seedStore(store, { kind: 'demo', day: SEED_DAY });
    store.settle();
    await store.close();
    renameSync(fresh, made);
  }
  while (!existsSync(made)) await setTimeout(20);
  cpSync(made, target, { recursive: true });
}

/** True for the one process that comes first. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
