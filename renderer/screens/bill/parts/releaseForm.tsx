import { Button, Callout } from '@blueprintjs/core';
import { type Batch, batchApi, type HeldParcels } from '@contract/customs/batch';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { notify } from '../../../ui/toaster';
import type { ActionForm } from '../../shared/customs/ActionPanel';
import { ParcelDrawer } from '../../shared/customs/ParcelDrawer';
import { PaperSelect } from './PaperSelect';

/** Held parcels that the form names; the others are counted. */
const NAMED = 20;
/** Numbers in the notice after a release. */
const NOTICED = 5;

/** Form of the release of a declaration: it names the held parcels and asks what the release says of them. */
export function releaseForm(
  batch: Batch,
  group: string,
  base: Omit<ActionForm, 'schema' | 'groups' | 'save'>,
): ActionForm {
  const hasHeld = batch.parcelsHeld > 0 || batch.status === 'control';
  return {
    ...base,
    schema: batchApi.release.body,
    groups: [{ title: group, fields: ['releasedAt', ...(hasHeld ? ['held'] : []), 'reference', 'remark'] }],
    initial: {
      ...base.initial,
      ...{ releasedAt: null, reference: null, remark: null, attachmentId: null },
      held: hasHeld ? heldAtFirst(batch) : null,
    },
    hints: { ...base.hints, ...(hasHeld ? { held: i18next.t('clearance.heldHint') } : {}) },
    lead: batch.parcelsHeld > 0 && <HeldList batch={batch} />,
    more: (form) => <PaperSelect billId={batch.billId} form={form} />,
    save: async (values) => {
      const released = await client.batch.release({ params: { batchId: batch.id }, body: values as never });
      const { heldNos = [] } = released;
      if (heldNos.length > 0) {
        const more = Math.max(released.parcelsHeld, heldNos.length) - NOTICED;
        const numbers = heldNos.slice(0, NOTICED).join(', ');
        notify({
          text: [
            i18next.t('clearance.heldStay', { numbers }),
            more > 0 ? i18next.t('clearance.heldMore', { count: more }) : '',
          ]
            .filter(Boolean)
            .join(' '),
          intent: 'warning',
        });
      }
      return released;
    },
  };
}

/** Suggests what the release says of the held parcels; after a control of the whole declaration only a person knows. */
function heldAtFirst({ status, controlResult }: Batch): HeldParcels | null {
  if (controlResult === 'as_declared') return 'released';
  return status === 'control' || controlResult !== null ? null : 'stay';
}

/** The held parcels of a declaration, each leading to its details. */
function HeldList({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const [parcelId, setParcelId] = useState<number | null>(null);
  const data = useData(
    read('parcel', 'list', {
      query: {
        billId: [batch.billId],
        clearanceBatch: batch.batchNo,
        state: ['held'],
        pageSize: NAMED,
        sort: 'trackingNo',
      },
    }),
  );
  const more = data ? data.total - data.list.length : 0;
  return (
    <Callout className="fc-held" intent="warning" title={t('clearance.held', { count: batch.parcelsHeld })}>
      {data?.list.map(({ id, trackingNo }) => (
        <Button
          key={id}
          variant="minimal"
          size="small"
          intent="primary"
          text={trackingNo}
          onClick={() => setParcelId(id)}
        />
      ))}
      {more > 0 && <span className="fc-muted">{t('clearance.heldMore', { count: more })}</span>}
      <ParcelDrawer id={parcelId} actions={[]} onAct={() => undefined} onClose={() => setParcelId(null)} />
    </Callout>
  );
}
