import { Button, Callout, FormGroup, TextArea } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTyped } from '../app/drafts';
import { Restored } from '../app/Restored';
import { AppDialog } from '../ui/AppDialog';
import { BusyButton } from '../ui/BusyButton';
import { isKept } from '../ui/toaster';

/** Dialog of an action that requires a reason. */
export function ReasonDialog(props: {
  title: string;
  label: string;
  intent?: 'primary' | 'danger';
  /** Performs the action and closes the dialog; an error is shown above the reason, which stays as typed. */
  onReason: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const { title, label, intent = 'primary', onReason, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const { typed: reason, change: setReason, forget, restoredAt, discard } = useTyped(title, '');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const send = async () => {
    if (busy || !reason.trim()) return;
    setBusy(true);
    setFailed('');
    try {
      await onReason(reason.trim());
      forget();
      onClose();
    } catch (error) {
      if (isKept(error)) {
        forget();
        onClose();
        return;
      }
      setFailed(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent={intent} disabled={!reason.trim()} busy={busy}>
            {title}
          </BusyButton>
        </>
      }
    >
      <Restored at={restoredAt} onDiscard={discard} />
      {failed && (
        <Callout compact intent="danger" role="alert">
          {failed}
        </Callout>
      )}
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
