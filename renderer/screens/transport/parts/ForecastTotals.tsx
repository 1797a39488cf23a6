import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keepRows, read } from '../../../api/queries';
import { useLanguage } from '../../../app/language';
import { formatNumber } from '../../../kinds/NumberInput';
import type { Asked } from '../../../resource/FilterBar';

/** What the forecasts that a filter finds come to, and how well those that landed were met. */
export function ForecastTotals({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({ ...read('parcelForecast', 'totals', { query: asked as never }), ...keepRows });
  if (!data) return null;
  const number = (value: number, max = 0) => formatNumber(value, language, { min: 0, max });
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
            accuracy: number(data.accuracy, 1),
          })}
        </span>
      )}
    </>
  );
}
