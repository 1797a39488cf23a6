import { insertRows } from '../store/insertRows';
import type { Store } from '../store/open';
import { seedDemo } from './demo';
import { type Administrator, seedAdministrator, seedGroups } from './people';
import { seedReference } from './reference';

/** With which data an installation begins. */
interface SeedOptions {
  readonly kind: 'demo' | 'empty';
  /** `YYYY-MM-DD`: the demo's history ends where this day begins (UTC). */
  readonly day: string;
  /** The one administrator of an empty installation. */
  readonly admin?: Administrator;
}

/**
 * Gives a new store its first data, all of it or none. `empty`: permission groups, reference data and an administrator.
 * `demo`: staff, customers and three months of bills besides; the same day gives the same data. Throws for a store that
 * has staff.
 */
export async function seedStore(store: Store, { kind, day, admin }: SeedOptions): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new RangeError(`not a day: ${day}`);
  await store.write(async (writer) => {
    const someone = await writer.selectFrom('staff').select('id').limit(1).executeTakeFirst();
    if (someone) throw new Error('the store has data already');
    if (kind === 'demo') {
      await seedDemo(writer, store, day);
    } else {
      if (!admin) throw new Error('an empty store needs its administrator');
      const at = `${day}T00:00:00Z`;
      await seedGroups(writer);
      await seedAdministrator(writer, admin, at);
      await seedReference(writer, at);
    }
    await insertRows(writer, 'fact', [{ name: 'seed', value: kind }]);
  });
}
