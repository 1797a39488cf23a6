import { Button, Callout } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import type { LinkedBill } from '@contract/scheduling/parts';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { notify, notifyFailed } from '../../../ui/toaster';

/** After the arrival of a flight or a ship, offers to set it on those of its bills without an arrival. */
export function Landed(props: {
  readonly ata: string | null;
  readonly bills: readonly LinkedBill[];
  readonly group: 'airTransport' | 'seaTransport';
}) {
  const { ata, bills, group } = props;
  const { t } = useTranslation();
  const may = useAllowed(permit('bill.nodes.early'), 'timeNode.many');
  const ids = bills.filter((bill) => bill.ata === null).map(({ id }) => id);
  if (!may || ata === null || ids.length === 0) return null;
  const take = async () => {
    try {
      const { ok, failed } = await client.timeNode.many({
        body: { selection: { ids }, node: 'ata', entry: { time: ata } },
      });
      notify({
        text: [t('transport.ataSet', { count: ok }), ...new Set(failed.map(({ msg }) => msg))].join('. '),
        intent: failed.length > 0 ? 'warning' : 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    await Promise.all([invalidate(queryClient, group), invalidate(queryClient, 'bill')]);
  };
  return (
    <Callout compact intent="primary" className="fc-banner">
      {t('transport.ataOffer', { count: ids.length })}{' '}
      <Button size="small" onClick={() => void take()}>
        {t('transport.ataTake')}
      </Button>
    </Callout>
  );
}
