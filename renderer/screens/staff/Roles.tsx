import { Button, Menu, MenuItem, Tag } from '@blueprintjs/core';
import {
  type AdminGroup,
  adminGroupDraft,
  adminGroupFilters,
  adminGroupRow,
  adminGroupSorts,
} from '@contract/access/adminGroup';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { idOf } from '../../kinds/recordId';
import { BulkResult } from '../../resource/BulkResult';
import type { ColumnChoice } from '../../resource/columns';
import { RecordForm } from '../../resource/RecordForm';
import { RecordList } from '../../resource/RecordList';
import { recordValues } from '../../resource/recordValues';
import { type BulkSelection, countOf } from '../../resource/selection';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { ask } from '../../ui/ask';
import { SidePanel } from '../../ui/SidePanel';
import { notify, notifyFailed } from '../../ui/toaster';
import { CompareGroups } from './parts/CompareGroups';
import { GroupMembers } from './parts/GroupMembers';

/** Purpose of the side panel. */
type Panel =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'copy' | 'members'; readonly group: AdminGroup };

/** List of permission groups: their members, their permissions, and the comparison of two. */
export default function Roles() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayEdit = useAllowed(permit('staff.role.edit'));
  const [panel, setPanel] = useKept<Panel | null>('panel', null);
  const [comparing, setComparing] = useState<readonly number[] | null>(null);
  const nameOf = ({ name, nameCn }: AdminGroup) => speech.name({ nameEn: name, nameCn });
  const columns = useMemo(
    (): ColumnChoice<AdminGroup>[] => [
      { name: 'name', width: 230 },
      { name: 'nameCn', width: 150 },
      { name: 'memberCount', width: 100 },
      {
        name: 'superAdmin',
        width: 150,
        cell: ({ superAdmin }) =>
          superAdmin && (
            <Tag minimal intent="primary">
              {t('staff.fixed')}
            </Tag>
          ),
      },
      { name: 'description', width: 420 },
    ],
    [t],
  );
  const list = useRecordList<AdminGroup, 'all', string>({
    group: 'adminGroup',
    row: adminGroupRow,
    columns,
    filters: adminGroupFilters,
    sorts: adminGroupSorts,
    order: 'name',
    choice: { possible: mayEdit, knownOf: nameOf },
  });
  const { selected, count, remember } = list.chosen;
  const { remove, failures } = useGroupRemoval(list.chosen);
  const openPermissions = ({ id }: AdminGroup) => navigate(`/staff/modify_permission/${id}`);
  const titleOf = (shown: Panel) =>
    shown.what === 'new'
      ? t('staff.addGroup')
      : shown.what === 'copy'
        ? t('staff.copyOf', { name: nameOf(shown.group) })
        : shown.what === 'members'
          ? t('staff.membersOf', { name: nameOf(shown.group) })
          : nameOf(shown.group);
  const close = () => setPanel(null);
  const add = mayEdit && <AddButton onAdd={() => setPanel({ what: 'new' })}>{t('staff.addGroup')}</AddButton>;
  return (
    <RecordList
      of={list}
      label={speech.words.menu['staff.role']}
      before={<Button onClick={() => setComparing([])}>{t('staff.compare')}</Button>}
      chosenButtons={
        mayEdit && (
          <>
            {'ids' in selected && count === 2 && (
              <Button onClick={() => setComparing(selected.ids)}>{t('staff.compare')}</Button>
            )}
            <Button intent="danger" variant="minimal" onClick={() => void remove(selected)}>
              {t('common.delete')}
            </Button>
          </>
        )
      }
      buttons={add}
      onOpen={openPermissions}
      actions={(group) => (
        <Menu>
          <MenuItem
            text={t(mayEdit && !group.superAdmin ? 'staff.assign' : 'staff.showPermissions')}
            label="Enter"
            onClick={() => openPermissions(group)}
          />
          <MenuItem text={t('staff.members')} onClick={() => setPanel({ what: 'members', group })} />
          <MenuItem text={t('staff.compare')} onClick={() => setComparing([group.id])} />
          {mayEdit && (
            <>
              <MenuItem
                text={t('common.edit')}
                disabled={group.superAdmin}
                onClick={() => setPanel({ what: 'edit', group })}
              />
              <MenuItem text={t('staff.copy')} onClick={() => setPanel({ what: 'copy', group })} />
              <MenuItem
                text={t('common.delete')}
                intent="danger"
                disabled={group.superAdmin}
                onClick={() => {
                  remember(group);
                  void remove({ ids: [group.id] });
                }}
              />
            </>
          )}
        </Menu>
      )}
      empty={{ title: t('common.listEmpty'), action: add }}
    >
      <SidePanel isOpen={panel !== null} width={560} title={panel ? titleOf(panel) : ''} onClose={close}>
        {panel?.what === 'members' ? (
          <GroupMembers group={panel.group} mayEdit={mayEdit} />
        ) : (
          panel && <GroupForm panel={panel} onDone={close} />
        )}
      </SidePanel>
      {comparing && <CompareGroups first={comparing} onClose={() => setComparing(null)} />}
      {failures}
    </RecordList>
  );
}

/** Deletes groups after confirmation; lists those that could not be deleted. */
function useGroupRemoval({ known, clear }: { known: (id: number) => string | undefined; clear: () => void }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<BulkAnswer | null>(null);
  const remove = async (which: BulkSelection) => {
    const [first = 0] = 'ids' in which ? which.ids : [];
    const groups = countOf(which);
    const yes = await ask({
      title: t('common.deleteOf', {
        name:
          groups === 1 && 'ids' in which ? (known(first) ?? '') : t('staff.groupsCount', { count: groups }),
      }),
      detail: t('common.deleteDetail'),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    });
    if (!yes) return;
    try {
      const answer = await client.adminGroup.batchDelete({ body: which });
      if (answer.ok > 0) notify({ text: t('common.deleted'), intent: 'success' });
      if (answer.failed.length > 0) setResult(answer);
      clear();
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'adminGroup');
  };
  const failures = result && (
    <BulkResult
      action={t('common.delete')}
      answer={result}
      nameOf={(key) => known(idOf(key) ?? 0) ?? `#${key}`}
      onClose={() => setResult(null)}
    />
  );
  return { remove, failures };
}

const GROUP_FIELDS = ['name', 'nameCn', 'description'];

function GroupForm({ panel, onDone }: { panel: Exclude<Panel, { what: 'members' }>; onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const group = panel.what === 'new' ? null : panel.group;
  const editing = panel.what === 'edit' ? group : null;
  return (
    <RecordForm
      resource="adminGroup"
      row={adminGroupRow}
      schema={adminGroupDraft}
      groups={[{ title: t('staff.groupNames'), fields: GROUP_FIELDS }]}
      initial={
        editing
          ? recordValues(editing, GROUP_FIELDS)
          : { name: null, nameCn: null, description: group?.description ?? null }
      }
      draft={`adminGroup/${panel.what}/${group?.id ?? ''}`}
      save={(values, key) =>
        editing
          ? client.adminGroup.update({ params: { id: editing.id }, body: values })
          : group
            ? client.adminGroup.copy({ params: { id: group.id }, body: values }, { key })
            : client.adminGroup.create({ body: values }, { key })
      }
      onSaved={(saved) => {
        notify({ text: t('common.saved'), intent: 'success' });
        void invalidate(queryClient, 'adminGroup');
        onDone();
        // A new group has no permissions yet, so continue with these.
        if (!editing) navigate(`/staff/modify_permission/${saved.id}`);
      }}
      onCancel={onDone}
    />
  );
}
