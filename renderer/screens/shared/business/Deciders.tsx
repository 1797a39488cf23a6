import type { ApprovalStep } from '@contract/rules/approval';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLookups } from '../../../kinds/lookups';

/** Names at most before an ellipsis. */
const NAMED = 3;

/** Approvers whom a record is waiting for, with the open step if a setting has steps. */
export function Deciders(props: {
  readonly waiting: readonly ApprovalStep[] | null;
  readonly deciders: readonly number[];
}) {
  const { waiting, deciders } = props;
  const { t } = useTranslation();
  const lookups = useLookups(useMemo(() => ['staff'] as const, []));
  const names = deciders.slice(0, NAMED).flatMap((id) => lookups.find('staff', id)?.realName ?? []);
  const [step] = waiting ?? [];
  return (
    <span className="fc-muted">
      {deciders.length === 0
        ? t('sea.nobodyDecides')
        : t(step ? 'sea.waitsForStep' : 'sea.waitsFor', {
            names: deciders.length > NAMED ? [...names, '…'] : names,
            step: step?.name ?? '',
          })}
    </span>
  );
}
