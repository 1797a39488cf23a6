import { Button } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { zoneOf } from '@contract/fields';
import { type Collection, collectionRow } from '@contract/warehouse/collection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useServes } from '../../../app/offered';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { notify } from '../../../ui/toaster';
import { FileButton } from './BillFile';
import { CollectPanel } from './CollectPanel';

const TARGETS = ['airport', 'warehouse'] as const;
const zone = zoneOf(collectionRow.shape.collectedAt);

/** What the customer collected at the gate, with its proof, and the button to hand over more. */
export function Collections({ bill, mayEdit }: { bill: Bill; mayEdit: boolean }) {
  const serves = useServes();
  return serves('collection.list') ? <Served bill={bill} mayEdit={mayEdit} /> : null;
}

function Served({ bill, mayEdit }: { bill: Bill; mayEdit: boolean }) {
  const { t } = useTranslation();
  const params = { id: bill.id };
  const made = useData(read('collection', 'list', { params }));
  const offer = useData({ ...read('collection', 'offer', { params }), enabled: mayEdit });
  const [collecting, setCollecting] = useState(false);
  const [undoing, setUndoing] = useState<Collection | null>(null);
  const offered = offer?.collects && (offer.boxes.length > 0 || offer.boxCount > 0);
  if (!offered && (made ?? []).length === 0) return null;
  const undo = async (reason: string) => {
    if (!undoing) return;
    await client.collection.undo({
      params: { id: bill.id, collectionId: undoing.id },
      query: { reason },
    });
    await invalidate(queryClient, 'collection');
    notify({ text: t('warehouse.collectUndone'), intent: 'success' });
  };
  return (
    <section className="fc-collections" aria-label={t('warehouse.collections')}>
      {(made ?? []).map((one) => (
        <Proof key={one.id} of={one} bill={bill} {...(mayEdit ? { onUndo: () => setUndoing(one) } : {})} />
      ))}
      {offered && (
        <Button size="small" intent="primary" onClick={() => setCollecting(true)}>
          {t('warehouse.collect')}
        </Button>
      )}
      {collecting && offer && <CollectPanel bill={bill} offer={offer} onClose={() => setCollecting(false)} />}
      {undoing && (
        <ReasonDialog
          title={t('warehouse.collectUndo', { signer: undoing.signer })}
          label={t('warehouse.reasonAsk')}
          intent="danger"
          onReason={undo}
          onClose={() => setUndoing(null)}
        />
      )}
    </section>
  );
}

/** One collection: when, who signed, which boxes, and the signed paper. */
function Proof(props: { of: Collection; bill: Bill; onUndo?: () => void }) {
  const { of: made, bill, onUndo } = props;
  const { t } = useTranslation();
  const lookups = useLookups(TARGETS);
  return (
    <p className="fc-collection">
      <b>{t('warehouse.collected', { count: made.boxCount, signer: made.signer })}</b>{' '}
      <PlaceTime at={made.collectedAt} zone={zone} row={bill} lookups={lookups} />
      {made.identity && <span className="fc-muted"> {made.identity}</span>}
      {made.remark && <span className="fc-muted"> {made.remark}</span>}
      {made.boxNos.length > 0 && (
        <span className="fc-muted fc-collection-boxes">{made.boxNos.join(', ')}</span>
      )}
      <FileButton attachmentId={made.attachmentId} fileName={made.fileName} />
      {onUndo && (
        <Button size="small" variant="minimal" intent="danger" onClick={onUndo}>
          {t('common.undo')}
        </Button>
      )}
    </p>
  );
}
