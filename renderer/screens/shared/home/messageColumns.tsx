import type { Language } from '@contract/limits';
import type { Message } from '@contract/partners/message';
import type { ColumnChoice } from '../../../resource/columns';

/** Returns the columns of messages: in the user's language, and bold until read. */
export function messageColumns(language: Language, label: string, width: number): ColumnChoice<Message>[] {
  const text = (row: Message) => (language === 'cn' ? row.textCn : row.textEn);
  return [
    { name: 'sentAt', width: 140 },
    { name: 'type', width: 110 },
    {
      name: language === 'cn' ? 'textCn' : 'textEn',
      label,
      width,
      text,
      cell: (row) => (row.readAt === null ? <strong>{text(row)}</strong> : text(row)),
    },
  ];
}
