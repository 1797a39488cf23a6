import { Button, FormGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswers } from '../../../api/answers';
import { read } from '../../../api/queries';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { idOf } from '../../../kinds/recordId';
import { useOptions } from '../../../kinds/ref';
import { AppDialog } from '../../../ui/AppDialog';
import { Granted } from './Granted';

/** Comparison of two groups: the permissions only the first has, only the second has, and both have. */
export function CompareGroups({ first, onClose }: { first: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation();
  const base = useId();
  const [chosen, setChosen] = useState<readonly (number | null)[]>([first[0] ?? null, first[1] ?? null]);
  const listed = useOptions('adminGroup', []);
  const answers = useAnswers(
    chosen.map((id) => ({
      ...read('adminGroup', 'permissions', { params: { id: id ?? 1 } }),
      enabled: id !== null,
    })),
  );
  const [left, right] = answers.map(({ data }, at) =>
    chosen[at] === null || !data ? undefined : new Set(data.permissionIds),
  );
  const nameOf = (id: number | null | undefined) =>
    listed.options?.find(({ value }) => value === id)?.label ?? '';
  const only = (own: ReadonlySet<string>, other: ReadonlySet<string>) =>
    new Set([...own].filter((id) => !other.has(id)));
  const part = (title: string, items: ReadonlySet<string>) => (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Granted items={items} none={t('staff.compareNothing')} />
    </section>
  );
  return (
    <AppDialog
      wide
      title={t('staff.compareTitle')}
      onClose={onClose}
      actions={
        <Button intent="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="fc-compare">
        {chosen.map((id, at) => {
          const name = t(at === 0 ? 'staff.compareOne' : 'staff.compareOther');
          return (
            <FormGroup key={name} label={name} labelFor={`${base}-${at}`}>
              <LongSelect
                id={`${base}-${at}`}
                {...listed}
                value={id}
                onChange={(value) =>
                  setChosen(chosen.map((before, index) => (index === at ? idOf(value) : before)))
                }
              />
            </FormGroup>
          );
        })}
      </div>
      {left && right ? (
        <>
          <div className="fc-compare">
            {part(t('staff.compareOnly', { name: nameOf(chosen[0]) }), only(left, right))}
            {part(t('staff.compareOnly', { name: nameOf(chosen[1]) }), only(right, left))}
          </div>
          {part(t('staff.compareBoth'), new Set([...left].filter((id) => right.has(id))))}
        </>
      ) : (
        <p className="fc-muted">{t('staff.compareChoose')}</p>
      )}
    </AppDialog>
  );
}
