import { Button } from '@blueprintjs/core';
import { parcelStates } from '@contract/customs/parcel';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { StateTag, toneOf } from '../../../ui/StateTag';

/** Parcels of a bill that stand in no box, each with its reason; nothing if there is none. */
export function LooseParcels({ billId, onPutIn }: { billId: number; onPutIn: (() => void) | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const parcels = useData(read('box', 'loose', { params: { id: billId } })) ?? [];
  if (parcels.length === 0) return null;
  return (
    <section className="fc-loose" aria-label={t('warehouse.looseParcels')}>
      <h2>
        {t('warehouse.looseParcels')} {parcels.length}
        {onPutIn && (
          <Button size="small" onClick={onPutIn}>
            {t('warehouse.repackIn')}
          </Button>
        )}
      </h2>
      <ul>
        {parcels.map((parcel) => (
          <li key={parcel.id}>
            <span>{parcel.trackingNo}</span>
            <StateTag tone={toneOf(parcelStates, parcel.state)}>
              {speech.state('parcel', parcel.state)}
            </StateTag>
            <span className="fc-muted">
              {[
                parcel.looseReason && speech.choice('looseReason', parcel.looseReason),
                parcel.looseFrom && t('warehouse.looseFrom', { no: parcel.looseFrom }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
