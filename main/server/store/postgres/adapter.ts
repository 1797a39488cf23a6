import { SqliteAdapter } from 'kysely';

/** Distinguishes a PostgreSQL store from a SQLite one; statements for both are written in SQLite's dialect. */
export class PostgresAdapter extends SqliteAdapter {}
