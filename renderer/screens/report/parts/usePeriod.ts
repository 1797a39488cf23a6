import type { Grain, Report } from '@contract/report/report';
import { instantOf } from '@contract/rules/zonedTime';
import { useKept } from '../../../app/drafts';
import { dayFromNow, ownZone, today } from '../../../app/zone';
import type { ListQuery } from '../../../resource/refined';

/** First and last day; null where unlimited. */
interface Days {
  readonly from: string | null;
  readonly to: string | null;
}
const DAY = 86_400_000;
/** Default period: the last thirty days. */
const usualDays = (): Days => ({ from: dayFromNow(-29), to: today() });
const startOf = (day: string) => instantOf(new Date(`${day}T00:00:00`).getTime());
const endOf = (day: string) => instantOf(new Date(`${day}T23:59:59`).getTime());
const laterDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Returns the last day of a day, week or month by its first day. */
function lastDay(first: string, grain: Grain): string {
  if (grain === 'day') return first;
  if (grain === 'week') return laterDay(first, 6);
  return laterDay(`${laterDay(first, 32).slice(0, 8)}01`, -1);
}

/** Returns the default grain of a period, the same as in the API. */
function usualGrain({ from, to }: Days): Grain {
  if (!from) return 'month';
  const days = (Date.parse(to ?? today()) - Date.parse(from)) / DAY + 1;
  return days <= 32 ? 'day' : days <= 185 ? 'week' : 'month';
}

/** Period of a report: its days, the event they are days of, and the grain by which they are counted. */
export function usePeriod(report: Report) {
  const [node, setNode] = useKept('node', report.days[0]);
  const [days, setDays] = useKept<Days>('days', usualDays());
  const [grain, setGrain] = useKept<Grain | null>('grain', null);
  const counted = grain ?? usualGrain(days);
  return {
    node,
    days,
    /** Selected grain; null for the usual one. */
    grain,
    counted,
    setNode,
    setDays,
    setGrain,
    query: {
      node,
      ...(days.from ? { from: startOf(days.from) } : {}),
      ...(days.to ? { to: endOf(days.to) } : {}),
      zone: ownZone,
      grain: counted,
    },
    /** Returns the filter of lists for the whole period, or for the day, week or month that begins on a day. */
    filterOf: (first?: string): ListQuery => {
      const from = first ?? days.from;
      const to = first ? lastDay(first, counted) : days.to;
      return {
        ...(from ? { [`${node}From`]: startOf(from) } : {}),
        ...(to ? { [`${node}To`]: endOf(to) } : {}),
      };
    },
    /** Restricts the period to the day, week or month that begins on a day. */
    narrow: (first: string) => {
      setDays({ from: first, to: lastDay(first, counted) });
      setGrain(null);
    },
    reset: () => {
      setDays(usualDays());
      setGrain(null);
    },
  };
}
