import type { Compared, DeskCount } from '@contract/report/home';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../../../kinds/NumberInput';

/** Counts of a day, of which there was as much or as little the day before; the others are of what there is. */
const OF_A_DAY: readonly string[] = ['arrivingToday', 'trucksToday'] satisfies DeskCount[];

/** How a count has changed: by how much since a day ago, or how much it was yesterday. */
export function useChange(): (name: string, counted: Compared) => string | null {
  const { t } = useTranslation();
  const number = useNumber();
  return (name, { now, before }) => {
    if (before === null) return null;
    if (OF_A_DAY.includes(name)) return t('report.desk.yesterday', { value: number(before) });
    if (now === before) return t('report.desk.same');
    return t('report.desk.change', { value: `${now > before ? '+' : '−'}${number(Math.abs(now - before))}` });
  };
}

/** A count as a tile: how many, of what, and how that has changed. */
export function Count({ name, label, counted }: { name: string; label: string; counted: Compared }) {
  const number = useNumber();
  const change = useChange()(name, counted);
  return (
    <>
      <strong>{number(counted.now)}</strong>
      <span>{label}</span>
      {change && <small>{change}</small>}
    </>
  );
}
