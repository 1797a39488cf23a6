import { SqliteAdapter } from 'kysely';

/** What tells a PostgreSQL store from one of SQLite, whose statements both are written in. */
export class PostgresAdapter extends SqliteAdapter {}
