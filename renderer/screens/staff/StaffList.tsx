import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { type StaffRow, staffFilters, staffRow, staffSorts } from '@contract/access/staff';
import { permit } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../app/Avatar';
import { useDesk } from '../../app/desk';
import { handOver } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { FieldGroups } from '../../resource/DetailScreen';
import { RecordList } from '../../resource/RecordList';
import type { ListQuery } from '../../resource/refined';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag } from '../../ui/StateTag';
import { LOG_FILTERS } from '../shared/config/LogList';
import { EffectivePermissions } from './parts/EffectivePermissions';
import { PasswordDialog } from './parts/PasswordDialog';
import { useStaffActions } from './parts/useStaffActions';

/** List of staff accounts: their state, their group, and their last sign-in. */
export default function StaffList() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('staff.list.edit'));
  const seesLog = useAllowed(permit('staff.log.view'));
  const me = useDesk(({ session }) => session.profile?.id);
  const [opened, setOpened] = useState<StaffRow | null>(null);
  const [passwordOf, setPasswordOf] = useState<StaffRow | null>(null);
  const columns = useStaffColumns();
  const list = useRecordList<StaffRow, 'all', string>({
    group: 'staff',
    row: staffRow,
    columns,
    filters: staffFilters,
    sorts: staffSorts,
    order: 'username',
    choice: { possible: mayEdit, knownOf: ({ realName }) => realName },
  });
  const { selected, done, known, remember } = list.chosen;
  const { act, dialogs } = useStaffActions({ nameOf: (id) => known(id) ?? `#${id}`, onDone: done });
  const actOn = (action: 'forbid' | 'allow' | 'delete', row: StaffRow) => {
    remember(row);
    void act(action, { ids: [row.id] });
  };
  const openLog = ({ id }: StaffRow) => {
    handOver('/staff/logs', LOG_FILTERS, { staffId: [id] } satisfies ListQuery);
    navigate('/staff/logs');
  };
  const add = mayEdit && <AddButton onAdd={() => navigate('/staff/add-edit')}>{t('staff.add')}</AddButton>;
  return (
    <RecordList
      of={list}
      label={speech.words.menu['staff.list']}
      placeholder={t('staff.keyword')}
      chosenButtons={
        mayEdit && (
          <>
            <Button onClick={() => void act('forbid', selected)}>{t('staff.forbid')}</Button>
            <Button onClick={() => void act('allow', selected)}>{t('staff.allow')}</Button>
            <Button intent="danger" variant="minimal" onClick={() => void act('delete', selected)}>
              {t('common.delete')}
            </Button>
          </>
        )
      }
      buttons={add}
      onOpen={(row) => setOpened(row)}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row)} />
          {seesLog && <MenuItem text={t('staff.showLog')} onClick={() => openLog(row)} />}
          {mayEdit && (
            <>
              <MenuItem text={t('common.edit')} onClick={() => navigate(`/staff/add-edit/${row.id}`)} />
              <MenuItem
                text={t('staff.givePassword')}
                disabled={row.id === me}
                onClick={() => setPasswordOf(row)}
              />
              <MenuItem
                text={t(row.loginAllowed ? 'staff.forbid' : 'staff.allow')}
                disabled={row.id === me}
                onClick={() => actOn(row.loginAllowed ? 'forbid' : 'allow', row)}
              />
              <MenuItem
                text={t('common.delete')}
                intent="danger"
                disabled={row.id === me}
                onClick={() => actOn('delete', row)}
              />
            </>
          )}
        </Menu>
      )}
      empty={{ title: t('common.listEmpty'), action: add }}
    >
      <SidePanel
        isOpen={opened !== null}
        width={560}
        title={opened?.realName ?? ''}
        onClose={() => setOpened(null)}
      >
        {opened && (
          <>
            <StaffFacts person={opened} />
            <div className="fc-buttons">
              {mayEdit && (
                <>
                  <Button intent="primary" onClick={() => navigate(`/staff/add-edit/${opened.id}`)}>
                    {t('common.edit')}
                  </Button>
                  <Button disabled={opened.id === me} onClick={() => setPasswordOf(opened)}>
                    {t('staff.givePassword')}
                  </Button>
                </>
              )}
              {seesLog && <Button onClick={() => openLog(opened)}>{t('staff.showLog')}</Button>}
            </div>
          </>
        )}
      </SidePanel>
      {passwordOf && <PasswordDialog person={passwordOf} onClose={() => setPasswordOf(null)} />}
      {dialogs}
    </RecordList>
  );
}

function useStaffColumns() {
  const { t } = useTranslation();
  const speech = useSpeech();
  return useMemo(
    (): ColumnChoice<StaffRow>[] => [
      { name: 'username', width: 130 },
      {
        name: 'realName',
        width: 190,
        cell: ({ realName, avatarFileId }) => (
          <span className="fc-person">
            <Avatar size={20} fileId={avatarFileId} name={realName} /> {realName}
          </span>
        ),
      },
      {
        name: 'groupId',
        width: 215,
        cell: ({ groupId }, { lookups }) => {
          const group = lookups.find('adminGroup', groupId);
          return group ? speech.name(group) : null;
        },
      },
      { name: 'role', width: 215 },
      {
        name: 'loginAllowed',
        width: 110,
        cell: ({ loginAllowed }) => (
          <StateTag tone={loginAllowed ? 'good' : 'bad'}>
            {t(loginAllowed ? 'staff.allowed' : 'staff.forbidden')}
          </StateTag>
        ),
        text: ({ loginAllowed }) => t(loginAllowed ? 'staff.allowed' : 'staff.forbidden'),
      },
      'lastLoginAt',
      'registeredAt',
      { name: 'email', width: 210 },
      { name: 'phone', width: 150 },
      { name: 'warehouseIds', width: 130 },
      'pdaBarcodeEntry',
      { name: 'superAdmin', hidden: true },
    ],
    [speech, t],
  );
}

/** Picture, fields and permissions of a person. */
function StaffFacts({ person }: { person: StaffRow }) {
  const { t } = useTranslation();
  return (
    <>
      <Avatar size={72} fileId={person.avatarFileId} name={person.realName} />
      <FieldGroups
        schema={staffRow}
        resource="staff"
        row={person}
        groups={[
          {
            title: t('staff.groupPerson'),
            fields: [
              'username',
              'realName',
              'email',
              'phone',
              'role',
              'groupId',
              'warehouseIds',
              'pdaBarcodeEntry',
            ],
          },
          { title: t('common.groupSignIn'), fields: ['loginAllowed', 'lastLoginAt', 'registeredAt'] },
        ]}
      />
      <EffectivePermissions groupId={person.groupId} />
    </>
  );
}
