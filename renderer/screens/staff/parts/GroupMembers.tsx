import { Callout, FormGroup } from '@blueprintjs/core';
import type { AdminGroup } from '@contract/access/adminGroup';
import { isId } from '@contract/lenient';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { ownTime } from '../../../app/zone';
import { ManySelect } from '../../../kinds/ChoiceInput';
import { useOptions } from '../../../kinds/ref';
import { NotLoaded } from '../../../resource/Answered';
import { BusyButton } from '../../../ui/BusyButton';
import { Skeleton } from '../../../ui/Loading';
import { notify } from '../../../ui/toaster';

/** Members of a group; other staff can be moved into it from their current group. */
export function GroupMembers({ group, mayEdit }: { group: AdminGroup; mayEdit: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const {
    data,
    error,
    retry: readAgain,
  } = usePart(read('adminGroup', 'members', { params: { id: group.id } }));
  const { options: everyone, retry } = useOptions('staff', []);
  const inside = new Set(data?.map((person) => person.id));
  const move = async () => {
    setBusy(true);
    setRefused([]);
    try {
      const body = { staffIds: [...chosen] };
      const { ok, failed } = await client.adminGroup.setMembers({ params: { id: group.id }, body });
      if (ok > 0) notify({ text: t('staff.moved', { count: ok }), intent: 'success' });
      const labelOf = (key: number | string) => everyone?.find(({ value }) => value === key)?.label ?? key;
      setRefused(failed.map(({ key, msg }) => `${labelOf(key)}: ${msg}`));
      setChosen([]);
    } catch (thrown) {
      setRefused([failureOf(thrown).message]);
    } finally {
      setBusy(false);
    }
    await invalidate(queryClient, 'adminGroup');
  };
  if (error && !data) return <NotLoaded error={error} onRetry={readAgain} />;
  if (!data) return <Skeleton />;
  return (
    <>
      {data.length === 0 ? (
        <p className="fc-muted">{t('staff.membersNone')}</p>
      ) : (
        <ul className="fc-members">
          {data.map((person) => (
            <li key={person.id}>
              <strong>{person.realName}</strong>
              <span>{person.username}</span>
              <span className="fc-muted">
                {!person.loginAllowed
                  ? t('staff.forbidden')
                  : person.lastLoginAt
                    ? ownTime(person.lastLoginAt)
                    : t('staff.neverSignedIn')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <>
          <FormGroup label={t('staff.moveHere')} labelFor={id} helperText={t('staff.moveHint')}>
            <ManySelect
              id={id}
              options={everyone?.filter(({ value }) => isId(value) && !inside.has(value))}
              retry={retry}
              values={chosen}
              onChange={(values) => setChosen(values.filter(isId))}
            />
          </FormGroup>
          {refused.length > 0 && (
            <Callout compact intent="danger" role="alert">
              {refused.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Callout>
          )}
          <BusyButton intent="primary" busy={busy} disabled={chosen.length === 0} onClick={() => void move()}>
            {t('staff.move', { count: chosen.length })}
          </BusyButton>
        </>
      )}
    </>
  );
}
