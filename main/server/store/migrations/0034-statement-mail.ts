import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Statements of account that were sent to customers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'statementMail', {
    id: 'id',
    // No reference: a customer without books may be deleted, whatever it was sent.
    customerId: 'integer!',
    period: 'text!',
    currency: 'text!',
    language: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    sentAt: 'text!',
    sentBy: 'integer -> staff',
    // No reference: mail may be cleared away, and what was sent stays known.
    mailId: 'integer',
  });
  await createIndex(db, 'statementMail', ['period', 'customerId', 'currency']);
  // In which language a customer was last written to.
  await createIndex(db, 'statementMail', ['customerId', 'id']);
}
