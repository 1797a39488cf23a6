import { type Kysely, sql } from 'kysely';

/** Shows where the mail of each statement stands to those who may not read the mail itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view statementMailSent as
    select statementMail.*, mail.state
    from statementMail left join mail on mail.id = statementMail.mailId`.execute(db);
}
