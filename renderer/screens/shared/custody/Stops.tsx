import './custody.css';
import { NonIdealState } from '@blueprintjs/core';
import type { Stop } from '@contract/custody/custody';
import { places } from '@contract/custody/place';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { StateTag, toneOf } from '../../../ui/StateTag';

/** The clocks of a bill's times. */
interface Clocks {
  readonly warehouseId: number | null;
  readonly landingAirportId: number;
}

/** Places of goods in the order of their journey, each with its counts; a click on one leads to the goods behind it. */
export function Stops({
  stops,
  clocks,
  onOpen,
  opens = () => true,
}: {
  stops: readonly Stop[];
  /** Clocks of the times at which goods came; without them no times are shown. */
  clocks?: Clocks;
  onOpen?: ((stop: Stop) => void) | undefined;
  /** True for a place that leads somewhere. */
  opens?: (stop: Stop) => boolean;
}) {
  const { t } = useTranslation();
  if (stops.length === 0)
    return <NonIdealState title={t('custody.none')} description={t('custody.noneDetail')} />;
  return (
    <ol className="fc-stops" aria-label={t('custody.stops')}>
      {stops.map((stop) => (
        <li key={`${stop.place} ${stop.placeId}`}>
          {onOpen && opens(stop) ? (
            <button type="button" className="fc-stop" onClick={() => onOpen(stop)}>
              <Counts stop={stop} clocks={clocks} />
            </button>
          ) : (
            <div className="fc-stop">
              <Counts stop={stop} clocks={clocks} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

const TARGETS = ['airport', 'warehouse'] as const;

function Counts({ stop, clocks }: { stop: Stop; clocks: Clocks | undefined }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  return (
    <>
      <span>
        <StateTag tone={toneOf(places, stop.place)}>
          {[speech.state('place', stop.place), stop.name].filter(Boolean).join(' · ')}
        </StateTag>
      </span>
      {(stop.boxes > 0 || stop.unnamed + stop.parcels === 0) && (
        <b>{t('bill.nodeBoxes', { count: stop.boxes })}</b>
      )}
      {stop.unnamed > 0 && (
        <b>{t(stop.place === 'announced' ? 'custody.unlisted' : 'custody.unnamed', { n: stop.unnamed })}</b>
      )}
      {stop.parcels > 0 &&
        (stop.boxes + stop.unnamed > 0 ? (
          <span>{t('custody.parcels', { count: stop.parcels })}</span>
        ) : (
          <b>{t('custody.parcels', { count: stop.parcels })}</b>
        ))}
      {stop.held > 0 && <StateTag tone="bad">{t('custody.held', { n: stop.held })}</StateTag>}
      {stop.since && clocks && (
        <span className="fc-muted">
          <PlaceTime at={stop.since} zone="warehouse" row={{ ...clocks }} lookups={lookups} />
        </span>
      )}
    </>
  );
}
