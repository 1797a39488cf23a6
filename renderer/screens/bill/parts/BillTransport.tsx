import type { Bill } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { permit } from '@contract/permissions';
import { transportStates } from '@contract/scheduling/states';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { useNumber } from '../../../kinds/NumberInput';
import { placeTime } from '../../../kinds/PlaceTime';
import { StateTag, toneOf } from '../../../ui/StateTag';

const AIRPORTS = ['airport'] as const;

/** Flight or voyage on which a bill is booked, and the forecast it came from. */
export function BillTransport({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber(1);
  const data = useData(read('billTransport', 'get', { params: { id: bill.id } }));
  const seesAir = useAllowed(permit('transport.air.view'));
  const seesSea = useAllowed(permit('transport.sea.view'));
  const seesForecast = useAllowed(permit('transport.forecast.view'));
  const lookups = useLookups(AIRPORTS);
  if (!data || (!data.booking && !data.forecast)) return null;
  const { booking, forecast } = data;
  const link = (text: string, to: string, sees: boolean) =>
    sees ? <Link to={to}>{text}</Link> : <span>{text}</span>;
  return (
    <section className="fc-group" aria-label={t('transport.ofBill')}>
      <h2>{t('transport.ofBill')}</h2>
      <dl>
        {booking && (
          <div>
            <dt>{t(booking.mode === 'air' ? 'transport.flight' : 'common.voyage')}</dt>
            <dd>
              {link(
                `${booking.name} · ${booking.transportNo}`,
                `/transport/${booking.mode}/detail/${booking.id}`,
                booking.mode === 'air' ? seesAir : seesSea,
              )}{' '}
              <StateTag tone={toneOf(transportStates, booking.state)}>
                {speech.state('transport', booking.state)}
              </StateTag>
              <div className="fc-muted">
                {t('transport.bookedAs', {
                  etd: placeTime(booking.etd, billZone('etd'), bill, lookups),
                  kg: number(booking.bookedKg),
                })}
              </div>
            </dd>
          </div>
        )}
        {forecast && (
          <div>
            <dt>{t('transport.forecast')}</dt>
            <dd>
              {link(forecast.forecastNo, `/transport/parcel-forecast/detail/${forecast.id}`, seesForecast)}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
