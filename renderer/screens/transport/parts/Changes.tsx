import { NonIdealState } from '@blueprintjs/core';
import { type ScheduleChange, scheduleChange } from '@contract/scheduling/parts';
import { useTranslation } from 'react-i18next';
import { PartTable } from './PartTable';

const FIELDS = ['at', 'field', 'before', 'after', 'reason', 'by'] as const;

/** How the times of a flight or a voyage were changed, the latest first. */
export function Changes({ changes }: { changes: readonly ScheduleChange[] }) {
  const { t } = useTranslation();
  return changes.length === 0 ? (
    <NonIdealState title={t('transport.noChanges')} description={t('transport.noChangesDetail')} />
  ) : (
    <PartTable
      label={t('transport.changes')}
      schema={scheduleChange}
      resource="scheduleChange"
      rows={changes}
      fields={FIELDS}
    />
  );
}
