import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../../ui/AppDialog';

/** A mail by its text, for those that are read elsewhere. */
export function PasteDialog(props: {
  onPaste: (mail: { from: string; subject: string | null; text: string }) => Promise<boolean>;
  onClose: () => void;
}) {
  const { onPaste, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [from, setFrom] = useState('');
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const ready = from.trim() !== '' && text.trim() !== '';
  return (
    <AppDialog
      title={t('letters.paste')}
      onClose={onClose}
      onSubmit={() => {
        if (!ready) return;
        void onPaste({ from: from.trim(), subject: subject.trim() || null, text: text.trim() }).then(
          (done) => done && onClose(),
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
      <FormGroup label={t('mail.tryFrom')} labelFor={`${id}-from`}>
        <InputGroup id={`${id}-from`} autoFocus maxLength={320} value={from} onValueChange={setFrom} />
      </FormGroup>
      <FormGroup label={t('mail.trySubject')} labelFor={`${id}-subject`}>
        <InputGroup id={`${id}-subject`} maxLength={500} value={subject} onValueChange={setSubject} />
      </FormGroup>
      <FormGroup label={t('mail.tryText')} labelFor={`${id}-text`}>
        <TextArea
          id={`${id}-text`}
          fill
          rows={10}
          maxLength={100_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FormGroup>
    </AppDialog>
  );
}
