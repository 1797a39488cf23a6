import type { AbnormalCase } from '@contract/customs/abnormalCase';
import { noticeStage } from '@contract/rules/claimClock';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { today } from '../../../app/zone';
import { StateTag } from '../../../ui/StateTag';

const TONES = { none: 'neutral', open: 'neutral', soon: 'warning', late: 'bad', sent: 'good' } as const;

/** Last day of the notice of a claim, with the days that are left or have passed; nothing without one. */
export function NoticeDue({ of: row }: { of: AbnormalCase }) {
  const { t } = useTranslation();
  const { noticeDueOn } = row;
  if (noticeDueOn === null) return null;
  const now = today();
  const stage = noticeStage(row, now);
  const days = Math.round((Date.parse(noticeDueOn) - Date.parse(now)) / 86_400_000);
  const day = formatDay(noticeDueOn);
  const text =
    stage === 'none'
      ? day
      : stage === 'sent'
        ? t('customs.noticeSent', { day })
        : days < 0
          ? t('customs.noticeLate', { day, count: -days })
          : t('customs.noticeIn', { day, count: days });
  return <StateTag tone={TONES[stage]}>{text}</StateTag>;
}
