import { permit } from '@contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { Granted } from './Granted';

/** Effective permissions of a group's members. */
export function EffectivePermissions({ groupId }: { groupId: number | null }) {
  const { t } = useTranslation();
  const maySee = useAllowed(permit('staff.role.view'));
  const { data, error, retry } = usePart({
    ...read('adminGroup', 'permissions', { params: { id: groupId ?? 1 } }),
    enabled: maySee && groupId !== null,
  });
  const items = useMemo(() => new Set(data?.permissionIds), [data]);
  if (!maySee) return null;
  return (
    <section className="fc-form-group" aria-label={t('staff.mayTitle')}>
      <h2>{t('staff.mayTitle')}</h2>
      {groupId === null ? (
        <p className="fc-muted">{t('staff.mayChoose')}</p>
      ) : error && !data ? (
        <NotLoaded error={error} onRetry={retry} />
      ) : !data ? (
        <Skeleton />
      ) : data.group.superAdmin ? (
        <p>{t('staff.mayAll')}</p>
      ) : (
        <Granted items={items} none={t('staff.mayNothing')} />
      )}
    </section>
  );
}
