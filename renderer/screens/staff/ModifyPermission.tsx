import './staff.css';
import { Button, Callout, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import type { AdminGroup } from '@contract/access/adminGroup';
import { problem } from '@contract/errors';
import { permissionNodes, permit } from '@contract/permissions';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { draftOf, keepDraft } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { ownTime } from '../../app/zone';
import { idIn } from '../../kinds/recordId';
import { RecordLoader } from '../../resource/RecordLoader';
import { BusyButton } from '../../ui/BusyButton';
import { useShortcuts } from '../../ui/shortcuts';
import { notify } from '../../ui/toaster';
import { Granted } from './parts/Granted';
import { PermissionTree } from './parts/PermissionTree';

const ITEMS = new Set<string>(permissionNodes.filter(({ level }) => level === 3).map(({ id }) => id));

/** Permissions of a group: the tree, and the pending changes. */
export default function ModifyPermission() {
  const speech = useSpeech();
  const id = idIn(useParams().id);
  const nameOf = ({ name, nameCn }: AdminGroup) => speech.name({ nameEn: name, nameCn });
  return (
    <RecordLoader
      query={id === null ? null : read('adminGroup', 'permissions', { params: { id } })}
      list="/staff/role"
      title={({ group }) => nameOf(group)}
      still
    >
      {({ group, permissionIds }, readAgain) => (
        // Remounts with each version of the group, so that its draft is applied to the new one.
        <Tree
          key={group.version}
          group={group}
          name={nameOf(group)}
          before={permissionIds}
          onStale={readAgain}
        />
      )}
    </RecordLoader>
  );
}

/** Unsaved ticks as differences from the group, so that they remain valid when others change the group. */
interface PermissionDraft {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

/** Returns the items after the unsaved ticks; ignores unknown nodes. */
function withTicked(before: ReadonlySet<string>, { given, taken }: PermissionDraft): ReadonlySet<string> {
  const items = new Set([...before, ...given.filter((id) => ITEMS.has(id))]);
  for (const id of taken) items.delete(id);
  return items;
}

function Tree(props: { group: AdminGroup; name: string; before: readonly string[]; onStale: () => void }) {
  const { group, name } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(permit('staff.role.edit')) && !group.superAdmin;
  const before = useMemo(() => new Set(props.before.filter((id) => ITEMS.has(id))), [props.before]);
  const draft = `form:adminGroup/${group.id}/permissions`;
  const [restored, setRestored] = useState(() => (mayEdit ? draftOf(draft) : undefined));
  const [items, setItems] = useState<ReadonlySet<string>>(() =>
    restored ? withTicked(before, restored.value as PermissionDraft) : before,
  );
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const added = new Set([...items].filter((id) => !before.has(id)));
  const taken = new Set([...before].filter((id) => !items.has(id)));
  const changes = added.size + taken.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the differences follow from the items
  useEffect(() => {
    if (changes > 0)
      keepDraft(draft, { given: [...added], taken: [...taken] } satisfies PermissionDraft, path);
    else if (draftOf(draft)) keepDraft(draft, undefined);
  }, [draft, items, changes, path]);
  const undo = () => {
    setItems(before);
    setRestored(undefined);
  };
  const leave = () => {
    closeTab(path);
    navigate('/staff/role', { replace: true });
  };
  const save = async () => {
    if (busy || changes === 0) return;
    setBusy(true);
    try {
      const body = { permissionIds: [...items] as never, version: group.version };
      await client.adminGroup.setPermissions({ params: { id: group.id }, body });
      notify({ text: t('staff.permissionsSaved', { name, count: group.memberCount }), intent: 'success' });
      keepDraft(draft, undefined);
      await invalidate(queryClient, 'adminGroup');
      leave();
    } catch (thrown) {
      const failure = failureOf(thrown);
      notify({ text: failure.message, intent: 'danger' });
      if (failure.error.code === 'STALE_DATA') props.onStale();
      setBusy(false);
    }
  };
  useShortcuts([
    { combo: 'mod+s', label: t('common.save'), run: () => mayEdit && void save(), typing: true },
  ]);
  return (
    <section className="fc-form-screen">
      <h1>{t('staff.permissionsOf', { name })}</h1>
      {group.superAdmin && (
        <Callout compact intent="primary" className="fc-banner">
          {speech.message(problem('GROUP_FIXED'))}
        </Callout>
      )}
      {restored && changes > 0 && (
        <Callout compact intent="primary" className="fc-banner">
          {t('common.draftFound', { at: ownTime(restored.at) })}{' '}
          <Button size="small" onClick={undo}>
            {t('common.draftDiscard')}
          </Button>
        </Callout>
      )}
      <div className="fc-permissions">
        <div>
          <InputGroup
            leftIcon={<Search />}
            placeholder={t('staff.treeSearch')}
            aria-label={t('staff.treeSearch')}
            value={search}
            onValueChange={setSearch}
          />
          <PermissionTree items={items} search={search} {...(mayEdit ? { onChange: setItems } : {})} />
        </div>
        {mayEdit && (
          <aside aria-label={t('staff.changes')}>
            <h2>{t('staff.changes')}</h2>
            {changes === 0 ? (
              <p className="fc-muted">{t('staff.changesNone')}</p>
            ) : (
              <>
                <h3>{t('staff.changesGiven', { count: added.size })}</h3>
                <Granted items={added} none={t('common.none')} />
                <h3>{t('staff.changesTaken', { count: taken.size })}</h3>
                <Granted items={taken} none={t('common.none')} />
                <p className="fc-muted">{t('staff.changesWho', { count: group.memberCount })}</p>
              </>
            )}
          </aside>
        )}
      </div>
      <div className="fc-form-foot">
        {mayEdit && (
          <>
            <BusyButton intent="primary" busy={busy} disabled={changes === 0} onClick={() => void save()}>
              {t('common.save')}
            </BusyButton>
            <Button disabled={changes === 0} onClick={undo}>
              {t('staff.changesUndo')}
            </Button>
          </>
        )}
        <Button onClick={leave}>{t(mayEdit ? 'common.cancel' : 'common.close')}</Button>
      </div>
    </section>
  );
}
