import { SegmentedControl } from '@blueprintjs/core';
import type { Chart, ChartPoint, Unit } from '@contract/report/report';
import { formatDay } from '@contract/rules/zonedTime';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { ChartCard } from '../../shared/report/ChartCard';
import type { NumberName } from '../../shared/report/names';
import { numberText } from '../../shared/report/numbers';

const CHART: Chart = {
  kind: 'stacked',
  by: 'period',
  series: {
    released: { unit: 'count' },
    held: { unit: 'count' },
    failed: { unit: 'count' },
    rate: { unit: 'percent', line: true },
  },
};

/** Customs figures of the last days: released, held and refused, and the share that was inspected. */
export function Customs() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const [days, setDays] = useState<7 | 30>(7);
  const { data, error, retry } = usePart(
    read('homeReport', 'inspections', { query: { days, zone: ownZone } }),
  );
  const drawn = useMemo(
    () => ({
      chart: CHART,
      points: (data?.days ?? []).map(
        ({ day, released, held, failed, rate }): ChartPoint => ({
          key: day,
          values: { released, held, failed, rate },
        }),
      ),
      keyText: (key: ChartPoint['key']) => formatDay(String(key)).slice(0, 5),
      partText: String,
      seriesText: (name: string) => t(`report.numbers.${name as NumberName}`),
      valueText: (value: number, unit: Unit) => numberText(value, unit, speech, t),
    }),
    [data, speech, t],
  );
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={5} />;
  const inspected =
    data.inspectionRate === null ? '–' : numberText(data.inspectionRate, 'percent', speech, t);
  return (
    <div>
      <div className="fc-home-customs">
        <span>{t('report.desk.inspectionRate', { rate: inspected })}</span>
        <span>{t('report.desk.heldNow', { value: numberText(data.heldNow, 'count', speech, t) })}</span>
        <SegmentedControl
          size="small"
          value={String(days)}
          onValueChange={(value) => setDays(value === '30' ? 30 : 7)}
          options={[7, 30].map((value) => ({
            value: String(value),
            label: t('report.desk.days', { value }),
          }))}
        />
      </div>
      <ChartCard title={t('report.desk.customs')} drawn={drawn} onPick={() => navigate('/bill/clearance')} />
    </div>
  );
}
