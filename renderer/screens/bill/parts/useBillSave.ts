import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { invalidate, queryClient } from '../../../api/queries';

/** Saving of a dialog on a bill; a refusal is shown at its fields, or else as a whole. */
export function useBillSave() {
  const { t } = useTranslation();
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (call: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await call();
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setWrong(error.fields ?? {});
      if (error.code === 'STALE_DATA') setFailure(t('bill.nodeChanged'));
      else if (!error.fields) setFailure(error.message);
      setBusy(false);
    }
    await invalidate(queryClient, 'bill');
  };
  return {
    save,
    busy,
    wrong,
    failure,
    /** Drops the refused fields, because one was changed. */
    forgetWrong: () => setWrong({}),
    forgetFailure: () => setFailure(null),
  };
}
