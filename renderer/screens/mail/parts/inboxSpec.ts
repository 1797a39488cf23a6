import type { Letter } from '@contract/mail/letter';
import type { LetterKind } from '@contract/rules/letterReading';
import type * as z from 'zod';
import type { ColumnChoice } from '../../../resource/columns';

/** Parts that differ between the inboxes; everything else is shared. */
export interface InboxSpec<Row extends Letter> {
  readonly kind: LetterKind;
  readonly group: 'noaMail' | 'utbMail';
  readonly row: z.ZodObject;
  /** Columns of the extracted values. */
  readonly columns: readonly ColumnChoice<Row>[];
}
