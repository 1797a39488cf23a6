import './staff.css';
import { type StaffRow, staffDraft, staffRow } from '@contract/access/staff';
import type { RowIssue } from '@contract/importing/template';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn, idOf } from '../../kinds/recordId';
import { RecordForm } from '../../resource/RecordForm';
import { RecordLoader } from '../../resource/RecordLoader';
import { recordValues } from '../../resource/recordValues';
import type { Values } from '../../resource/useRecordForm';
import { notify } from '../../ui/toaster';
import { EffectivePermissions } from './parts/EffectivePermissions';
import { NOTHING_TYPED, PasswordPair, problemsOf } from './parts/PasswordPair';

const LIST = '/staff/staff-list';

/** Form of a new account, or of the one in the path. */
export default function StaffForm() {
  const { id } = useParams();
  if (id === undefined) return <Form />;
  const number = idIn(id);
  return (
    <RecordLoader
      query={number === null ? null : read('staff', 'get', { params: { id: number } })}
      list={LIST}
      title={({ realName }) => realName}
      still
    >
      {(person) => <Form person={person} />}
    </RecordLoader>
  );
}

const FIELDS = Object.keys(staffDraft.shape);
const NEW: Values = {
  ...Object.fromEntries(FIELDS.map((name) => [name, null])),
  pdaBarcodeEntry: false,
  warehouseIds: [],
};

function Form({ person }: { person?: StaffRow }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const [groupId, setGroupId] = useState<unknown>(person?.groupId ?? null);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const rules = useCallback(
    (): RowIssue[] =>
      person
        ? []
        : Object.entries(problemsOf(typed)).map(([column, problem]) => ({ column, problem, level: 'error' })),
    [person, typed],
  );
  const leave = () => {
    closeTab(path);
    navigate(LIST, { replace: true });
  };
  return (
    <section className="fc-form-screen">
      <h1>{person ? t('staff.edit', { name: person.realName }) : t('staff.add')}</h1>
      <RecordForm
        resource="staff"
        row={staffRow}
        schema={staffDraft}
        rules={rules}
        groups={[
          { title: t('staff.groupPerson'), fields: ['username', 'realName', 'email', 'phone'] },
          { title: t('staff.groupRights'), fields: ['groupId', 'role', 'warehouseIds', 'pdaBarcodeEntry'] },
        ]}
        initial={person ? recordValues(person, FIELDS) : NEW}
        draft={`staff/${person?.id ?? 'new'}`}
        hints={{
          username: t(person ? 'staff.usernameFixed' : 'staff.usernameHint'),
          pdaBarcodeEntry: t('staff.pdaHint'),
          warehouseIds: t('staff.warehousesHint'),
        }}
        fixed={person ? ['username'] : []}
        watch={(values) => setGroupId(values.groupId)}
        more={({ wrong }) => (
          <>
            {!person && (
              <fieldset className="fc-form-group">
                <legend>{t('staff.groupPassword')}</legend>
                <PasswordPair
                  typed={typed}
                  tried={wrong('password') || wrong('repeatPassword')}
                  onChange={setTyped}
                />
              </fieldset>
            )}
            <EffectivePermissions groupId={idOf(groupId)} />
          </>
        )}
        save={(values, key) => {
          if (!person) return client.staff.create({ body: { ...values, password: typed.password } }, { key });
          return client.staff.update({ params: { id: person.id }, body: values });
        }}
        onSaved={() => {
          notify({ text: t('common.saved'), intent: 'success' });
          void invalidate(queryClient, 'staff');
          leave();
        }}
        onCancel={leave}
      />
    </section>
  );
}
