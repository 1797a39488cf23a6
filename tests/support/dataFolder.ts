import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { seedStore } from '../../main/server/demo';
import { LAST_OF_BASELINE } from '../../main/server/store/beforeBaseline';
import { migrate, migrations } from '../../main/server/store/migrate';
import { openStore } from '../../main/server/store/open';
import { forKysely } from '../../main/server/store/sqlite';

/** Makes a data folder with its own administrator alone, and a number of stored files. */
export async function makeData(folder: string, files: number): Promise<void> {
  const store = await openStore(folder);
  const admin = {
    ...{ username: 'admin', realName: 'A', email: 'a@example.com' },
    ...{ passwordHash: 'x', mustChangePassword: false },
  };
  await seedStore(store, { kind: 'empty', at: '2026-11-03T00:00:00Z', admin });
  await store.close();
  addFiles(folder, files);
}

/** Stores files, each with its row; their ids begin with a letter of the folder's. */
export function addFiles(folder: string, count: number, size = 300, letter = 'f'): void {
  const db = new DatabaseSync(path.join(folder, 'freight.db'), { timeout: 5000 });
  const add = db.prepare(
    'insert into storedFile (id, fileName, mime, size, hash, createdAt) values (?, ?, ?, ?, ?, ?)',
  );
  db.exec('begin');
  for (let number = 0; number < count; number += 1) {
    const id = `${letter}${String(number).padStart(21, '0')}`;
    const place = path.join(folder, 'files', id.slice(0, 2), id);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, Buffer.alloc(size, id));
    add.run(id, `${id}.pdf`, 'application/pdf', size, 'x', '2026-11-03T00:00:00Z');
  }
  db.exec('commit');
  db.close();
}

/** Takes the schema of a data folder back to that of the baseline, with the rows that it can have. */
export async function asOfBaseline(folder: string): Promise<void> {
  const [file, later] = [path.join(folder, 'freight.db'), path.join(folder, 'later.db')];
  renameSync(file, later);
  const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: forKysely(raw) }) });
  await migrate(
    db,
    migrations.filter(({ name }) => name <= LAST_OF_BASELINE),
  );
  raw.exec(`attach '${later}' as later`);
  const tables = raw
    .prepare("select name from main.sqlite_master where type = 'table' and name <> 'migration'")
    .all();
  for (const { name } of tables) {
    if (String(name).startsWith('sqlite_')) continue;
    const columnsIn = (schema: string) =>
      raw
        .prepare('select name from pragma_table_info(?, ?)')
        .all(name ?? '', schema)
        .map((column) => `"${column.name}"`);
    const kept = new Set(columnsIn('later'));
    // A later migration may have dropped some.
    const columns = columnsIn('main')
      .filter((column) => kept.has(column))
      .join(', ');
    raw.exec(
      `delete from "${name}"; insert into "${name}" (${columns}) select ${columns} from later."${name}"`,
    );
  }
  raw.exec('detach later');
  await db.destroy();
  rmSync(later);
}

/** Copies a folder to another place. */
export function copied(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}

/**
 * Returns the number of stored files in the data; throws when the database is damaged, or a file is missing or changed.
 */
export function filesOf(folder: string): number {
  const db = new DatabaseSync(path.join(folder, 'freight.db'));
  try {
    const whole = db.prepare('pragma integrity_check').get()?.integrity_check;
    if (whole !== 'ok') throw new Error(String(whole));
    const rows = db.prepare('select id, size from storedFile').all();
    for (const { id, size } of rows) {
      const place = path.join(folder, 'files', String(id).slice(0, 2), String(id));
      if (!existsSync(place)) throw new Error(`${id} is missing`);
      if (!readFileSync(place).equals(Buffer.alloc(Number(size), String(id))))
        throw new Error(`${id} differs`);
    }
    return rows.length;
  } finally {
    db.close();
  }
}
