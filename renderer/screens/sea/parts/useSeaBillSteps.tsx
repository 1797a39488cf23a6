import type { SeaBill, SeaBillAction } from '@contract/sea/seaBill';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { notify, notifyFailed } from '../../../ui/toaster';
import { AddBills } from '../../shared/transport/AddBills';

/** Actions on a sea bill, with the dialogs that link a bill and ask why it is cancelled. */
export function useSeaBillSteps(
  bill: SeaBill,
  editing: { readonly edit: () => void; readonly remove: () => void },
) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [linking, setLinking] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const { id, version, mblNo } = bill;
  const send = async (action: 'cancel' | 'reopen', reason: string | null = null) => {
    await client.seaBill.act({ params: { id }, body: { version, action, reason } });
    notify({
      text: t('common.actionDone', { action: speech.action('seaBill', action), no: mblNo }),
      intent: 'success',
    });
    await invalidate(queryClient, 'seaBill');
  };
  const link = async (billId: number | null) => {
    await client.seaBill.link({ params: { id }, body: { version, billId } });
    await invalidate(queryClient, 'seaBill');
  };
  const act = (action: SeaBillAction) => {
    if (action === 'update') editing.edit();
    else if (action === 'link') setLinking(true);
    else if (action === 'cancel') setCancelling(true);
    else if (action === 'remove') editing.remove();
    else if (action === 'unlink')
      void link(null)
        .then(() => notify({ text: t('sea.billUnlinked'), intent: 'success' }))
        .catch(notifyFailed);
    else if (action === 'reopen') void send(action).catch(notifyFailed);
  };
  return {
    act,
    linking: { onLink: () => setLinking(true), onUnlink: () => link(null) },
    dialogs: (
      <>
        {linking && (
          <AddBills
            title={t('sea.linkBillTo', { no: mblNo })}
            query={read('seaBill', 'candidates', { params: { id } })}
            none={t('sea.noBillToLink')}
            only
            onClose={() => setLinking(false)}
            onLink={async (chosen) => {
              const [billId = null] = chosen.keys();
              await link(billId);
              notify({ text: t('sea.billLinked', { no: mblNo }), intent: 'success' });
            }}
          />
        )}
        {cancelling && (
          <ReasonDialog
            title={speech.action('seaBill', 'cancel')}
            label={speech.label('reason')}
            intent="danger"
            onClose={() => setCancelling(false)}
            onReason={(reason) => send('cancel', reason)}
          />
        )}
      </>
    ),
  };
}
