import { type Kysely, sql } from 'kysely';

/** Adds a view of statements with the state of their mail, for accounts that may not read the mail itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view statementMailSent as
    select statementMail.*, mail.state
    from statementMail left join mail on mail.id = statementMail.mailId`.execute(db);
}
