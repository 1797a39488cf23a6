import type { Compared, DeskCount } from '@contract/report/home';
import { useTranslation } from 'react-i18next';
import { useNumber } from '../../../kinds/NumberInput';

/** Counts per day, compared with yesterday's; all others are current totals, compared with a day ago. */
const OF_A_DAY: readonly string[] = ['arrivingToday', 'trucksToday'] satisfies DeskCount[];

/** Returns the text on a count's change: the difference to a day ago, or yesterday's value. */
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

/** Tile of a count: the number, its label, and its change. */
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
