import '../../shared/warehouse/warehouse.css';
import './cmr.css';
import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { Barcode } from '@blueprintjs/icons';
import { billName } from '@contract/bill/billName';
import { type CmrDetail, cmrMachine } from '@contract/linehaul/cmr';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import type { PalletView } from '@contract/warehouse/pallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { useLookups } from '../../../kinds/lookups';
import { Loaded } from '../../../resource/Answered';
import { AddButton } from '../../../ui/AddButton';
import { AppDialog } from '../../../ui/AppDialog';
import { notify, notifyFailed } from '../../../ui/toaster';
import { billPath } from '../../shared/bill/billPath';
import { LabelDialog } from '../../shared/warehouse/LabelDialog';
import { usePalletChoice } from '../../shared/warehouse/PalletChoice';
import { PalletTable } from '../../shared/warehouse/PalletTable';

/** Pallets on a truck: added and removed while the note is a draft. */
export function CmrPallets({ cmr }: { cmr: CmrDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('bill.cmr.edit'), 'cmr.free', 'cmr.put', 'cmr.take');
  const mayLabel = useAllowed(permit('bill.warehouse.view'), 'label.pallet');
  const open = mayEdit && !refusalOf(cmrMachine, 'addPallets', cmr);
  const [adding, setAdding] = useState(false);
  // For trucks from before pallets were stored, only the total is known.
  const forgotten = cmr.state !== 'draft' && cmr.totalPallets > 0;
  const [labelling, setLabelling] = useState(false);
  const { chosen, check } = usePalletChoice();
  const ids = cmr.pallets.flatMap(({ id }) => (chosen.has(id) ? id : []));
  const found = useLookups(['destination']).find('destination', cmr.toDestinationId);
  const destination = found ? `${found.code}` : '';
  const take = async ({ id, palletNo }: PalletView) => {
    try {
      await client.cmr.take({ params: { id: cmr.id }, query: { palletIds: [id] } });
      notify({ text: t('common.actionDone', { action: speech.action('cmr', 'takePallets'), no: palletNo }) });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'cmr');
  };
  return (
    <section className="fc-trips">
      <div className="fc-trips-head">
        <span className="fc-spring" />
        {mayLabel && cmr.pallets.length > 0 && (
          <Button icon={<Barcode />} onClick={() => setLabelling(true)}>
            {t('warehouse.labels')}
          </Button>
        )}
        {open && <AddButton onAdd={() => setAdding(true)}>{t('cmr.palletsAdd')}</AddButton>}
      </div>
      {cmr.pallets.length === 0 ? (
        <NonIdealState
          title={t(forgotten ? 'cmr.palletsForgotten' : 'cmr.palletsNone')}
          description={
            forgotten
              ? t('cmr.palletsForgottenDetail', { pallets: cmr.totalPallets, boxes: cmr.totalBoxes })
              : t('cmr.palletsNoneDetail', { destination })
          }
        />
      ) : (
        <PalletTable
          label={t('common.pallets')}
          pallets={cmr.pallets}
          fields={FIELDS}
          {...(mayLabel ? { start: check } : {})}
          end={(pallet) =>
            open && (
              <Button
                size="small"
                aria-label={t('cmr.takeOf', { no: pallet.palletNo })}
                onClick={() => void take(pallet)}
              >
                {t('common.takeOff')}
              </Button>
            )
          }
        />
      )}
      {cmr.state === 'delivered' && (cmr.podBoxCount ?? 0) < cmr.totalBoxes && <NotReceived cmr={cmr} />}
      {labelling && (
        <LabelDialog
          kind="pallet"
          of={
            ids.length > 0
              ? { count: ids.length, which: { ids } }
              : { count: cmr.pallets.length, which: { cmrId: cmr.id } }
          }
          onDone={() => setLabelling(false)}
        />
      )}
      {adding && <AddPallets cmr={cmr} destination={destination} onDone={() => setAdding(false)} />}
    </section>
  );
}

/** Boxes of a signed note that the consignee did not receive, with their bills. */
function NotReceived({ cmr }: { cmr: CmrDetail }) {
  const { t } = useTranslation();
  const { data } = usePart({
    ...read('cmr', 'boxes', { params: { id: cmr.id } }),
    enabled: useServed('cmr.boxes'),
  });
  const missing = data?.filter(({ place }) => place === 'lost') ?? [];
  if (missing.length === 0) return null;
  return (
    <Callout compact intent="warning" title={t('cmr.notReceived')}>
      <ul className="fc-note-missing">
        {missing.map((box) => (
          <li key={box.id}>
            {box.boxNo} · <Link to={billPath(box.billId)}>{billName(box)}</Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const FIELDS = ['palletNo', 'state', 'bills', 'boxes', 'parcels', 'weight', 'type', 'sscc'] as const;

/** Pallets that can still be added to this truck. */
function AddPallets(props: { cmr: CmrDetail; destination: string; onDone: () => void }) {
  const { cmr, destination, onDone } = props;
  const { t } = useTranslation();
  const { chosen, check } = usePalletChoice();
  const answer = usePart(
    read('cmr', 'free', {
      query: { fromWarehouseId: cmr.fromWarehouseId, toDestinationId: cmr.toDestinationId },
    }),
  );
  const put = async () => {
    try {
      await client.cmr.put({ params: { id: cmr.id }, body: { palletIds: [...chosen] } });
      onDone();
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, 'cmr');
  };
  return (
    <AppDialog
      wide
      title={t('cmr.palletsFree', { destination })}
      onClose={onDone}
      onSubmit={() => chosen.size > 0 && void put()}
      actions={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={chosen.size === 0}>
            {t('cmr.palletsPut', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Loaded answer={answer} lines={4}>
        {(data) =>
          data.length === 0 ? (
            <p>{t('cmr.palletsNoneFree', { destination })}</p>
          ) : (
            <PalletTable
              label={t('cmr.palletsFree', { destination })}
              pallets={data}
              fields={FIELDS}
              start={check}
            />
          )
        }
      </Loaded>
    </AppDialog>
  );
}
