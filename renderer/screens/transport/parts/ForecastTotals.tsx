import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keepRows, read } from '../../../api/queries';
import { useNumber } from '../../../kinds/NumberInput';
import type { Asked } from '../../../resource/FilterBar';

/** What the forecasts that a filter finds come to, and how well those that landed were met. */
export function ForecastTotals({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const number = useNumber();
  const share = useNumber(1);
  const { data } = useQuery({ ...read('parcelForecast', 'totals', { query: asked as never }), ...keepRows });
  if (!data) return null;
  return (
    <>
      <span>
        {t('transport.totals', {
          parcels: number(data.parcels),
          boxes: number(data.boxes),
          weight: number(data.weight),
        })}
      </span>
      {data.accuracy !== null && (
        <span title={t('transport.accuracyDetail')}>
          {t('transport.totalsLanded', {
            actual: number(data.landedActual),
            expected: number(data.landedExpected),
            accuracy: share(data.accuracy),
          })}
        </span>
      )}
    </>
  );
}
