import { FormGroup } from '@blueprintjs/core';
import { grains, type Report } from '@contract/report/report';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DayRange } from '../../../kinds/dates';
import { ChoiceButtons, ChoiceSelect } from '../../../ui/Choices';
import type { usePeriod } from './usePeriod';

/** Fields for the period of a report. */
export function PeriodFields(props: { report: Report; period: ReturnType<typeof usePeriod> }) {
  const { report, period } = props;
  const { node, days, counted } = period;
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <FormGroup inline label={t('report.daysOf')} labelFor={`${id}-node`}>
        <ChoiceSelect
          id={`${id}-node`}
          value={node}
          onChange={period.setNode}
          options={report.days.map((value) => ({ value, label: t(`report.days.${value}`) }))}
        />
      </FormGroup>
      <div className="fc-report-days">
        <DayRange
          id={`${id}-days`}
          from={days.from ?? undefined}
          to={days.to ?? undefined}
          onChange={(from, to) => period.setDays({ from: from ?? null, to: to ?? null })}
        />
      </div>
      {report.longest !== undefined && !days.from && (
        <span className="fc-muted">{t('report.longest', { count: report.longest })}</span>
      )}
      {report.grained && (
        <ChoiceButtons
          size="small"
          value={counted}
          onChange={period.setGrain}
          options={grains.map((value) => ({ value, label: t(`report.grain.${value}`) }))}
        />
      )}
    </>
  );
}
