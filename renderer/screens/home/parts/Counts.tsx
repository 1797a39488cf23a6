import type { Compared, DeskCount } from '@contract/report/home';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { formatNumber } from '../../../kinds/NumberInput';

/** Counts of a day, of which there was as much or as little the day before; the others are of what there is. */
const OF_A_DAY: readonly string[] = ['arrivingToday', 'trucksToday'] satisfies DeskCount[];

/** How a count has changed: by how much since a day ago, or how much it was yesterday. */
export function useChange(): (name: string, counted: Compared) => string | null {
  const { t } = useTranslation();
  const { language } = useSpeech();
  return (name, { now, before }) => {
    if (before === null) return null;
    const text = (value: number) => formatNumber(value, language, { min: 0, max: 0 });
    if (OF_A_DAY.includes(name)) return t('report.desk.yesterday', { value: text(before) });
    if (now === before) return t('report.desk.same');
    return t('report.desk.change', { value: `${now > before ? '+' : '−'}${text(Math.abs(now - before))}` });
  };
}

/** A count as a tile: how many, of what, and how that has changed. */
export function Count({ name, label, counted }: { name: string; label: string; counted: Compared }) {
  const { language } = useSpeech();
  const change = useChange()(name, counted);
  return (
    <>
      <strong>{formatNumber(counted.now, language, { min: 0, max: 0 })}</strong>
      <span>{label}</span>
      {change && <small>{change}</small>}
    </>
  );
}
