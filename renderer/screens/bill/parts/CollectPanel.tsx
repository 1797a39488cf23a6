import { Checkbox } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { collectionApi, type OfferedBox } from '@contract/warehouse/collection';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { thisMinute } from '../../../app/zone';
import { RecordForm } from '../../../resource/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { ScanTick, type TickResult } from '../../shared/warehouse/ScanTick';
import { FileSelect } from './BillFile';

type Offer = z.output<typeof collectionApi.offer.answer>;
const NAMED = collectionApi.collect.body.omit({ boxNos: true, boxCount: true, attachmentId: true });
const COUNTED = collectionApi.collect.body.omit({ boxNos: true, attachmentId: true });
const FIELDS = ['signer', 'identity', 'collectedAt', 'remark'] as const;

/** Form that hands boxes over at the gate: who signed, when, and which boxes, ticked or scanned. */
export function CollectPanel(props: { bill: Bill; offer: Offer; onClose: () => void }) {
  const { bill, offer, onClose } = props;
  const { t } = useTranslation();
  const fileId = useId();
  const free = offer.boxes.filter(({ stays }) => stays === null).map(({ boxNo }) => boxNo);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(free));
  // The first scan starts a list of its own: before it, all boxes that may leave are ticked.
  const [scanned, setScanned] = useState(false);
  const [attachmentId, setAttachmentId] = useState<string | null>(null);
  const { counted } = offer;
  const scan = (boxNos: readonly string[]) => {
    setTicked(new Set(scanned ? [...ticked, ...boxNos] : boxNos));
    setScanned(true);
  };
  const toggle = (boxNo: string) => {
    const next = new Set(ticked);
    const isOn = ticked.has(boxNo);
    for (const no of leavingWith(offer.boxes, boxNo)) {
      if (isOn) next.delete(no);
      else next.add(no);
    }
    setTicked(next);
  };
  return (
    <SidePanel isOpen width={600} title={t('warehouse.collect')} onClose={onClose}>
      <RecordForm
        resource="collection"
        row={counted ? COUNTED : NAMED}
        schema={counted ? COUNTED : NAMED}
        groups={[{ title: t('warehouse.collectProof'), fields: counted ? [...FIELDS, 'boxCount'] : FIELDS }]}
        hints={{ boxCount: t('warehouse.collectMost', { count: offer.boxCount }) }}
        about={{ warehouseId: bill.warehouseId, landingAirportId: bill.landingAirportId }}
        initial={{
          signer: null,
          identity: null,
          remark: null,
          collectedAt: thisMinute(),
          ...(counted ? { boxCount: offer.boxCount } : {}),
        }}
        draft={`bill/${bill.id}/collect`}
        submitText={t('warehouse.collect')}
        more={() => (
          <>
            {!counted && <Boxes boxes={offer.boxes} ticked={ticked} onToggle={toggle} onScan={scan} />}
            <FileSelect
              billId={bill.id}
              id={fileId}
              label={t('warehouse.collectFile')}
              value={attachmentId}
              onChange={setAttachmentId}
            />
          </>
        )}
        save={(values, key) =>
          client.collection.collect(
            {
              params: { id: bill.id },
              body: { ...values, attachmentId, boxNos: counted ? null : [...ticked] },
            },
            { key },
          )
        }
        onSaved={(made) => {
          const { boxCount, signer } = made;
          notify({ text: t('warehouse.collected', { count: boxCount, signer }), intent: 'success' });
          void invalidate(queryClient, 'collection');
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

/** Numbers of the boxes that leave with a box: those on its closed pallet, else the box alone. */
function leavingWith(boxes: readonly OfferedBox[], boxNo: string): string[] {
  const closed = boxes.find((box) => box.boxNo === boxNo && box.pallet?.isClosed)?.pallet;
  if (!closed) return [boxNo];
  return boxes.filter(({ pallet }) => pallet?.palletNo === closed.palletNo).map((box) => box.boxNo);
}

/** Boxes with this number, or on the pallet with it. */
const boxesByCode = (boxes: readonly OfferedBox[], no: string) =>
  boxes.filter(
    ({ boxNo, pallet }) => boxNo === no || pallet?.palletNo === no || (pallet && pallet.sscc === no),
  );

/** The boxes in the warehouse to tick by hand or by scanner; those that may not leave show why. */
function Boxes(props: {
  readonly boxes: readonly OfferedBox[];
  readonly ticked: ReadonlySet<string>;
  readonly onToggle: (boxNo: string) => void;
  readonly onScan: (boxNos: readonly string[]) => void;
}) {
  const { boxes, ticked, onToggle, onScan } = props;
  const { t } = useTranslation();
  const take = (no: string): TickResult => {
    const found = boxesByCode(boxes, no);
    if (found.length === 0) return { text: t('warehouse.collectUnknown', { no }), isWrong: true };
    const kept = found.find(({ stays }) => stays !== null);
    if (kept) return { text: kept.stays ?? '', isWrong: true };
    onScan(found.flatMap(({ boxNo }) => leavingWith(boxes, boxNo)));
    return { text: t('cmr.goodsFound', { no }), isWrong: false };
  };
  return (
    <fieldset className="fc-form-group">
      <legend>{t('warehouse.boxes')}</legend>
      <ScanTick label={t('warehouse.collectScan')} take={take} />
      <ul className="fc-collect-boxes">
        {boxes.map(({ boxNo, pallet, stays }) => (
          <li key={boxNo}>
            <Checkbox
              label={boxNo}
              checked={ticked.has(boxNo)}
              disabled={stays !== null}
              onChange={() => onToggle(boxNo)}
            />
            {(stays || pallet) && <span className="fc-muted">{stays ?? pallet?.palletNo}</span>}
          </li>
        ))}
      </ul>
      <p data-testid="collect-ticked">
        {t('warehouse.collectCount', { ticked: ticked.size, total: boxes.length })}
      </p>
    </fieldset>
  );
}
