import type { Store } from '../store/open';
import { seedDemo } from './demo';
import { type Administrator, seedAdministrator, seedGroups } from './people';
import { seedReference, seedStandardGroup } from './reference';
import { insertRows } from './rows';

/** Initial data of an installation. */
type SeedOptions =
  | {
      readonly kind: 'demo';
      /** `YYYY-MM-DD`: the demo's history ends where this day begins (UTC). */
      readonly day: string;
    }
  | {
      readonly kind: 'empty';
      /** Creation time of all records. */
      readonly at: string;
      /** The only administrator. */
      readonly admin: Administrator;
    };

/**
 * Writes the initial data of a new store, all or none. `empty`: permission groups, reference data valid for every
 * operator, and an administrator. `demo`: also an invented operator with its sites, staff, customers and three months
 * of bills; the same day gives the same data. Throws for a store that has staff.
 */
export async function seedStore(store: Store, options: SeedOptions): Promise<void> {
  if (options.kind === 'demo') requireDay(options.day);
  await store.write(async (writer) => {
    const someone = await writer.selectFrom('staff').select('id').limit(1).executeTakeFirst();
    if (someone) throw new Error('the store has data already');
    if (options.kind === 'demo') {
      await seedDemo(writer, store, options.day);
    } else {
      const { admin, at } = options;
      await seedGroups(writer);
      await seedAdministrator(writer, admin, at);
      await seedReference(writer, at);
      await seedStandardGroup(writer, at);
    }
    await insertRows(writer, 'fact', [{ name: 'seed', value: options.kind }]);
  });
}

function requireDay(day: string): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new RangeError(`not a day: ${day}`);
}
