import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTyped } from '../../../app/drafts';
import { Restored } from '../../../app/Restored';
import { AppDialog } from '../../../ui/AppDialog';

const NOTHING = { from: '', subject: '', text: '' };

/** Dialog that imports an email from pasted text, for email read elsewhere. */
export function PasteDialog(props: {
  onPaste: (mail: { from: string; subject: string | null; text: string }) => Promise<boolean>;
  onClose: () => void;
}) {
  const { onPaste, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const { typed, change, forget, restoredAt, discard } = useTyped(t('letters.paste'), NOTHING);
  const { from, subject, text } = typed;
  const ready = from.trim() !== '' && text.trim() !== '';
  return (
    <AppDialog
      title={t('letters.paste')}
      onClose={onClose}
      onSubmit={() => {
        if (!ready) return;
        void onPaste({ from: from.trim(), subject: subject.trim() || null, text: text.trim() }).then(
          (done) => {
            if (!done) return;
            forget();
            onClose();
          },
        );
      }}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!ready}>
            {t('letters.take')}
          </Button>
        </>
      }
    >
      <Restored at={restoredAt} onDiscard={discard} />
      <FormGroup label={t('mail.tryFrom')} labelFor={`${id}-from`}>
        <InputGroup
          id={`${id}-from`}
          autoFocus
          maxLength={320}
          value={from}
          onValueChange={(next) => change({ ...typed, from: next })}
        />
      </FormGroup>
      <FormGroup label={t('mail.trySubject')} labelFor={`${id}-subject`}>
        <InputGroup
          id={`${id}-subject`}
          maxLength={500}
          value={subject}
          onValueChange={(next) => change({ ...typed, subject: next })}
        />
      </FormGroup>
      <FormGroup label={t('mail.tryText')} labelFor={`${id}-text`}>
        <TextArea
          id={`${id}-text`}
          fill
          rows={10}
          maxLength={100_000}
          value={text}
          onChange={(event) => change({ ...typed, text: event.currentTarget.value })}
        />
      </FormGroup>
    </AppDialog>
  );
}
