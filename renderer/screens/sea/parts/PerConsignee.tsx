import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useServed } from '../../../app/offered';
import { useTabPath } from '../../../app/TabFrame';
import { closeTab } from '../../../app/tabs';
import { BusyButton } from '../../../ui/BusyButton';
import { notify, notifyFailed } from '../../../ui/toaster';
import { ENTRIES } from '../../shared/sea/entryScreen';

/** Offer to create an entry for each consignee of an air bill, where its consignments go to several. */
export function PerConsignee({ billId }: { billId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const [busy, setBusy] = useState(false);
  const { data } = useAnswer(read('seaEntry', 'consignees', { query: { billId } }));
  const offered = useServed('seaEntry.createEach');
  if (!data || !offered || data.entries + data.entered < 2) return null;
  const { entries, formal, consignments, entered } = data;
  const create = async () => {
    setBusy(true);
    try {
      const made = await client.seaEntry.createEach({ body: { billId } });
      notify({ text: t('sea.eachMade', { count: made.entries }), intent: 'success' });
      await invalidate(queryClient, 'seaEntry');
      closeTab(path, ENTRIES);
      navigate(ENTRIES, { replace: true });
    } catch (error) {
      notifyFailed(error);
      setBusy(false);
    }
  };
  return (
    <Callout compact className="fc-banner">
      <p>{entries === 0 ? t('sea.eachNone') : t('sea.eachAsk', { count: entries, consignments })}</p>
      {entries > 0 && formal > 0 && <p>{t('sea.eachFormal', { count: formal })}</p>}
      {entries > 0 && entered > 0 && <p>{t('sea.eachEntered', { count: entered })}</p>}
      {entries > 0 && (
        <BusyButton
          intent="primary"
          busy={busy}
          onClick={() => void create()}
          text={t('sea.eachMake', { count: entries })}
        />
      )}
    </Callout>
  );
}
