import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openStore } from '../../main/server/store/open';

/** A separate program: writes to the store in a folder, and reports each write once it is done. */
const [, , folder = '', count = '0'] = process.argv;

async function run(): Promise<void> {
  const store = await openStore(folder);
  for (let n = 1; n <= Number(count); n += 1) {
    await store.write(async (write) => {
      const value = 'x'.repeat((n * 97) % 3000);
      await sql`insert into fact (name, value) values (${`written ${n}`}, ${value})`.execute(write);
      await sql`update fact set value = ${String(n)} where name = 'written 1'`.execute(write);
    });
    writeSync(1, `done ${n}\n`);
    // As during a working day, the log of writes is merged into the database file now and then.
    if (n % 40 === 0) store.settle();
  }
}
void run();
