import './schedule.css';
import { Button } from '@blueprintjs/core';
import { FolderOpen } from '@blueprintjs/icons';
import { reports } from '@contract/report';
import { commonFields, commonFilters, shownFields } from '@contract/report/report';
import { scheduleContent } from '@contract/report/schedule';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { desktop } from '../../../api/bridge';
import { queryClient } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import type { FormInside } from '../../../resource/RecordForm';
import { useChips } from '../../../resource/useChips';
import { type Fact, Facts } from '../../../ui/Facts';
import { notifyFailed } from '../../../ui/toaster';

const KNOWN = ['reportFolders'];

/** Additions to the form of a schedule: the contents of the report, and the folder on this computer. */
export function ScheduleTools({ form }: { form: FormInside; id: number | null }) {
  const { report: name, content } = form.values;
  const { set } = form;
  const before = useRef(name);
  // Filters and columns belong to one report, so another one clears them.
  useEffect(() => {
    if (before.current !== name) set('content', null);
    before.current = name;
  }, [name, set]);
  const report = reports.find((one) => one.name === name);
  return (
    <>
      {report && <Holds report={report} content={content} />}
      <Folder form={form} />
    </>
  );
}

function Holds({ report, content }: { report: (typeof reports)[number]; content: unknown }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const read = scheduleContent.safeParse(content);
  const held = read.success ? read.data : { asked: {} };
  const schema = useMemo(() => z.object({ ...report.row.shape, ...commonFields }), [report]);
  const filters = useMemo(() => [...new Set<string>([...commonFilters, ...report.filters])], [report]);
  const chips = useChips(schema, filters, 'report', held.asked);
  const { keyword } = held.asked;
  const texts = [
    ...(keyword ? [t('common.filterContains', { value: String(keyword) })] : []),
    ...chips.map(({ text }) => text),
  ];
  const columns = held.columns ?? shownFields(report);
  const facts: readonly Fact[] = [
    [t('report.daysOf'), t(`report.days.${held.node ?? report.days[0]}`)],
    [t('common.filters'), texts.join('; ') || t('common.none')],
    [t('report.schedule.columns'), speech.list(columns.map((column) => speech.label(column, 'report')))],
  ];
  return (
    <fieldset className="fc-form-group">
      <legend>{t('report.schedule.groupHolds')}</legend>
      <Facts of={facts} />
      <p className="fc-muted">{t('report.schedule.holdsHint')}</p>
    </fieldset>
  );
}

/**
 * Folder for the files: selected in the system's dialog, and written to while the user who selected it is signed in.
 */
function Folder({ form }: { form: FormInside }) {
  const { t } = useTranslation();
  const { folderRef, folderName } = form.values;
  const known = useData({
    queryKey: KNOWN,
    queryFn: () => desktop.reportFolders.known(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const put = (key: string | null, name: string | null) => {
    form.set('folderRef', key);
    form.set('folderName', name);
  };
  const choose = async () => {
    try {
      const chosen = await desktop.reportFolders.choose();
      if (!chosen) return;
      await queryClient.invalidateQueries({ queryKey: KNOWN });
      put(chosen.key, chosen.name);
    } catch (error) {
      notifyFailed(error);
    }
  };
  const here = typeof folderRef === 'string' && known?.includes(folderRef);
  return (
    <fieldset className="fc-form-group">
      <legend>{t('report.schedule.folder')}</legend>
      <p className="fc-schedule-chosen">
        {folderRef ? <strong>{String(folderName ?? '')}</strong> : null}
        <Button icon={<FolderOpen />} onClick={() => void choose()}>
          {t('report.schedule.folderChoose')}
        </Button>
        {folderRef ? (
          <Button variant="minimal" onClick={() => put(null, null)}>
            {t('report.schedule.folderNone')}
          </Button>
        ) : null}
      </p>
      <p className="fc-muted">
        {folderRef
          ? t(here ? 'report.schedule.folderHere' : 'report.schedule.folderElsewhere')
          : t('report.schedule.folderHint')}
      </p>
    </fieldset>
  );
}
