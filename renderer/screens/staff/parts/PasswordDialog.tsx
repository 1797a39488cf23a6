import { Button } from '@blueprintjs/core';
import type { StaffRow } from '@contract/access/staff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';
import { NOTHING_TYPED, PasswordPair, problemsOf } from './PasswordPair';

/** Dialog that gives an account a one-time password and ends its sessions. */
export function PasswordDialog({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = async () => {
    setTried(true);
    if (busy || Object.keys(problemsOf(typed)).length > 0) return;
    setBusy(true);
    setError('');
    try {
      await client.staff.password({ params: { id: person.id }, body: { password: typed.password } });
      notify({ text: t('staff.passwordGiven', { name: person.realName }), intent: 'success' });
      await invalidate(queryClient, 'staff');
      onClose();
    } catch (thrown) {
      setError(failureOf(thrown).message);
      setBusy(false);
    }
  };
  return (
    <AppDialog
      title={t('staff.passwordOf', { name: person.realName })}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <PasswordPair typed={typed} tried={tried} onChange={setTyped} />
      <ErrorText text={error} />
    </AppDialog>
  );
}
