import { latenessOf } from '@contract/rules/seaNodes';
import type { SeaBill } from '@contract/sea/seaBill';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { StateTag } from '../../../ui/StateTag';

const HOUR = 3_600_000;

/** Returns a formatter for the time between two instants in milliseconds: in hours up to two days, then in days. */
export function useSpan() {
  const { t } = useTranslation();
  return (from: number, to: number): string => {
    const hours = Math.max(1, Math.round(Math.abs(to - from) / HOUR));
    return hours < 48 ? t('sea.hours', { count: hours }) : t('sea.days', { count: Math.round(hours / 24) });
  };
}

/** Next deadline of a bill: the due node, and the time left or the delay. */
export function NextDue({ bill }: { bill: Pick<SeaBill, 'dueNode' | 'dueAt'> }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const span = useSpan();
  const { dueNode, dueAt } = bill;
  if (!dueNode || !dueAt) return null;
  const now = Date.now();
  const lateness = latenessOf({ dueAt, actualAt: null }, now);
  const node = speech.choice('seaNode', dueNode);
  const time = span(now, Date.parse(dueAt));
  return (
    <StateTag tone={lateness === 'late' ? 'bad' : lateness === 'soon' ? 'warning' : 'neutral'}>
      {t(lateness === 'late' ? 'sea.dueLate' : 'sea.dueIn', { node, time })}
    </StateTag>
  );
}

/** State of a node relative to its deadline. */
export function NodeState(props: { node: { dueAt: string | null; actualAt: string | null } }) {
  const { dueAt, actualAt } = props.node;
  const { t } = useTranslation();
  const span = useSpan();
  const now = Date.now();
  const lateness = latenessOf({ dueAt, actualAt }, now);
  const time = dueAt ? span(Date.parse(dueAt), actualAt ? Date.parse(actualAt) : now) : '';
  switch (lateness) {
    case 'done':
      return <StateTag tone="good">{t('common.done')}</StateTag>;
    case 'doneLate':
      return <StateTag tone="warning">{t('sea.doneLate', { time })}</StateTag>;
    case 'late':
      return <StateTag tone="bad">{t('sea.late', { time })}</StateTag>;
    case 'soon':
      return <StateTag tone="warning">{t('sea.soon', { time })}</StateTag>;
    case 'open':
      return <StateTag tone="neutral">{t('common.notDone')}</StateTag>;
  }
}
