import { NonIdealState } from '@blueprintjs/core';
import { zoneOf } from '@contract/fields';
import { type ScheduleChange, scheduleChange } from '@contract/scheduling/parts';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { PartTable } from '../../shared/transport/PartTable';

const TARGETS = ['airport'] as const;
const FIELDS = ['at', 'field', 'before', 'after', 'reason', 'by'] as const;

/** Changes to the times of a flight or a voyage, latest first. */
export function Changes({
  changes,
  schema,
  of,
}: {
  changes: readonly ScheduleChange[];
  /** The voyage or flight, which determines the clocks of its times. */
  schema: z.ZodObject;
  of: Readonly<Record<string, unknown>>;
}) {
  const { t } = useTranslation();
  const lookups = useLookups(TARGETS);
  const time = (name: 'before' | 'after') => (change: ScheduleChange) => {
    const at = change[name];
    const zone = zoneOf(schema.shape[change.field]);
    return at && <PlaceTime at={at} zone={zone} row={of} lookups={lookups} />;
  };
  return changes.length === 0 ? (
    <NonIdealState title={t('transport.noChanges')} description={t('transport.noChangesDetail')} />
  ) : (
    <PartTable
      label={t('transport.changes')}
      schema={scheduleChange}
      resource="scheduleChange"
      rows={changes}
      fields={FIELDS}
      cells={{ before: time('before'), after: time('after') }}
    />
  );
}
