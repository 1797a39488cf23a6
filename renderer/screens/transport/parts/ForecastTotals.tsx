import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useNumber } from '../../../kinds/NumberInput';
import { AnsweredNumbers } from '../../../resource/Answered';
import type { ListQuery } from '../../../resource/refined';

/** Totals of the matching forecasts, and the accuracy of those that have landed. */
export function ForecastTotals({ query }: { query: ListQuery }) {
  const { t } = useTranslation();
  const number = useNumber();
  const share = useNumber(1);
  const answer = useAnswer(read('parcelForecast', 'totals', { query }));
  return (
    <AnsweredNumbers answer={answer}>
      {(data) => (
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
      )}
    </AnsweredNumbers>
  );
}
