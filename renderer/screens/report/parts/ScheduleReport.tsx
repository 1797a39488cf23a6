import { Button } from '@blueprintjs/core';
import { Time } from '@blueprintjs/icons';
import { permit } from '@contract/permissions';
import type { Report } from '@contract/report/report';
import type { ScheduleContent } from '@contract/report/schedule';
import { type ReportSpan, reportSpans, spanDays } from '@contract/rules/reportSpan';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { today } from '../../../app/zone';
import { type Column, useLayout } from '../../../resource/columns';
import { FORM_WIDTH } from '../../../resource/ListScreen';
import { PlainForm } from '../../../resource/PlainForm';
import { SidePanel } from '../../../ui/SidePanel';
import { scheduleScreen } from './scheduleScreen';

/** Returns the named period that has the dates on screen today, or the default one. */
function spanOf({ from, to }: { from: string | null; to: string | null }): ReportSpan {
  if (!from) return 'all';
  const day = today();
  const same = reportSpans.find((span) => {
    const days = spanDays(span, day);
    return days?.from === from && days.to === (to ?? day);
  });
  return same ?? 'last30';
}

/** Button that schedules the report on screen, with its filters, order and columns. */
export function ScheduleReport<Row>({
  report,
  title,
  columns,
  days,
  content,
}: {
  report: Report;
  title: string;
  columns: readonly Column<Row>[];
  days: { readonly from: string | null; readonly to: string | null };
  content: ScheduleContent;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('report.schedule.edit'));
  const { visible } = useLayout(report.name, columns);
  const [open, setOpen] = useState(false);
  const names = visible.flatMap(({ meta, name }) => (meta ? [name] : []));
  const contentText = JSON.stringify({ ...content, columns: names });
  const prefill = useMemo(
    () => ({
      at: report.name,
      values: {
        name: title,
        report: report.name,
        span: spanOf(days),
        content: JSON.parse(contentText) as ScheduleContent,
        language: speech.language,
      },
    }),
    [report, title, days, contentText, speech],
  );
  if (!mayEdit) return null;
  return (
    <>
      <Button icon={<Time />} onClick={() => setOpen(true)}>
        {t('report.schedule.button')}
      </Button>
      <SidePanel
        isOpen={open}
        width={FORM_WIDTH}
        title={t('report.schedule.title')}
        onClose={() => setOpen(false)}
      >
        <PlainForm screen={scheduleScreen} editing="new" prefill={prefill} onDone={() => setOpen(false)} />
      </SidePanel>
    </>
  );
}
