import type { Letter } from '@contract/mail/letter';
import type { LetterKind } from '@contract/rules/letterReading';
import type * as z from 'zod';
import type { ColumnChoice } from '../../../resource/columns';

/** What one inbox has of its own; everything else the inboxes have alike. */
export interface InboxSpec<Row extends Letter> {
  readonly kind: LetterKind;
  readonly group: 'noaMail' | 'utbMail';
  readonly row: z.ZodObject;
  /** Columns of what is read in its mails. */
  readonly columns: readonly ColumnChoice<Row>[];
}
