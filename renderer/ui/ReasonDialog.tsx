import { Button, FormGroup, TextArea } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from './AppDialog';

/** Asks for a reason, without which the thing is not done. */
export function ReasonDialog(props: {
  title: string;
  label: string;
  intent?: 'primary' | 'danger';
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const { title, label, intent = 'primary', onReason, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => reason.trim() && onReason(reason.trim())}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent={intent} disabled={!reason.trim()}>
            {title}
          </Button>
        </>
      }
    >
      <FormGroup label={label} labelFor={id}>
        <TextArea
          id={id}
          fill
          autoFocus
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormGroup>
    </AppDialog>
  );
}
