import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type FormInside, RecordForm } from './RecordForm';
import type { SubmittedValues, Values } from './useRecordForm';

/** Form for an email that the user sends: recipients, text and attachments, prefilled and editable. */
export function LetterForm<Saved, S extends z.ZodObject>(props: {
  /** Resource whose labels the fields use. */
  resource: string;
  schema: S;
  /** Fields that select the attachments. */
  files: readonly string[];
  initial: Values;
  draft: string;
  more?: (form: FormInside) => React.ReactNode;
  send: (values: SubmittedValues<S>, key: string) => Promise<Saved>;
  onSent: (saved: Saved) => void;
  onCancel: () => void;
}) {
  const { resource, schema, files, initial, draft, more, send, onSent, onCancel } = props;
  const { t } = useTranslation();
  return (
    <div className="fc-letter">
      <RecordForm
        resource={resource}
        row={schema}
        schema={schema}
        groups={[
          { title: t('monitor.groupWhom'), fields: ['toEmails', 'ccEmails'] },
          { title: t('monitor.groupText'), fields: ['subject', 'text'] },
          { title: t('mail.goesAlong'), fields: files },
        ]}
        initial={initial}
        draft={draft}
        submitText={t('common.send')}
        {...(more ? { more } : {})}
        save={send}
        onSaved={onSent}
        onCancel={onCancel}
      />
    </div>
  );
}
