import '../../shared/transport/transport.css';
import { approvalLogRow, type DocumentProgress } from '@contract/business/document';
import { INTL_LOCALE } from '@contract/limits';
import type { RefTarget } from '@contract/refTargets';
import type { ApprovalStep } from '@contract/rules/approval';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { useLookups } from '../../../kinds/lookups';
import { PartTable } from '../../shared/transport/PartTable';

const PEOPLE: readonly RefTarget[] = ['staff'];

interface Open {
  readonly waiting: readonly ApprovalStep[] | null;
  readonly stepNo: number | null;
  readonly stepDueAt: string | null;
}

/** Approvers whom a document is waiting for, in one line; nothing if there are none. */
export function Next({ row, progress }: { row: Open; progress: DocumentProgress | undefined }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(PEOPLE);
  const [step] = row.waiting ?? [];
  if (!step || !progress) return null;
  const names = progress.next.map((id) => String(lookups.find('staff', id)?.realName ?? `#${id}`));
  const type = step.mode === 'all' && !progress.standIn ? 'conjunction' : 'disjunction';
  const who = new Intl.ListFormat(INTL_LOCALE[speech.language], { type }).format(names);
  const place = { no: row.stepNo ?? 1, step: step.name };
  return (
    <>
      {names.length > 0 ? t('business.waitsFor', { ...place, who }) : t('business.waitsNobody', place)}
      {progress.standIn && names.length > 0 && ` (${t('business.standIn')})`}
      {row.stepDueAt && ` · ${t('business.due', { at: ownTime(row.stepDueAt) })}`}
    </>
  );
}

/** Decisions on a document, with their authors and reasons. */
export function History({ row, progress }: { row: Open; progress: DocumentProgress | undefined }) {
  const { t } = useTranslation();
  const later = (row.waiting ?? []).slice(1).map(({ name }) => name);
  return (
    <div className="fc-plan">
      {row.waiting && (
        <p>
          <Next row={row} progress={progress} />
          {later.length > 0 && (
            <>
              <br />
              <span className="fc-muted">{t('business.afterwards', { steps: later.join(' → ') })}</span>
            </>
          )}
        </p>
      )}
      <PartTable
        label={t('business.history')}
        schema={approvalLogRow}
        resource="approvalLog"
        rows={[...(progress?.log ?? [])].reverse()}
        fields={['at', 'action', 'stepNo', 'stepName', 'staffId', 'standIn', 'remark']}
      />
    </div>
  );
}
