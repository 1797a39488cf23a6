import './views.css';
import { Button, Checkbox, FormGroup, InputGroup, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { EyeOpen, Tick } from '@blueprintjs/icons';
import {
  firstView,
  type ListView,
  type ViewScope,
  viewScopes,
  viewsOfGroups,
} from '@contract/access/listView';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../api/answers';
import { failureOf } from '../api/bridge';
import { client } from '../api/client';
import { invalidate, queryClient, read } from '../api/queries';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { useServed } from '../app/offered';
import { ShortSelect } from '../kinds/ChoiceInput';
import { useLookups } from '../kinds/lookups';
import { AppDialog } from '../ui/AppDialog';
import { ask } from '../ui/ask';
import { BusyButton } from '../ui/BusyButton';
import { DropDown } from '../ui/DropDown';
import { notify, notifyFailed } from '../ui/toaster';
import { type Column, useLayout } from './columns';
import type { ListState } from './useListState';

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** Sorts the parts of a filter: the order in which they were set makes no difference. */
const sorted = (filter: Readonly<Record<string, unknown>>) =>
  Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1));

/** Present tab, filters, order and layout of a list, as saved in a view. */
type ViewState = Pick<ListView, 'tab' | 'asked' | 'sort' | 'layout'>;

/** Runs a change of the saved views, shows its result as a message, and reloads the views. */
async function runChange(change: () => Promise<unknown>, text: string): Promise<void> {
  try {
    await change();
    notify({ text, intent: 'success' });
  } catch (error) {
    notifyFailed(error);
  }
  await invalidate(queryClient, 'listView');
}

/** Returns the saved views of a list and how to show one; null where the server has no views. */
function useViews<Row, Tab extends string>(state: ListState<Tab>, columns: readonly Column<Row>[]) {
  const { list } = state;
  const { layout, change } = useLayout(list, columns);
  const { data, error, retry } = useAnswer({
    ...read('listView', 'list'),
    staleTime: 60_000,
    enabled: useServed('listView.list'),
  });
  const views = data?.filter((view) => view.list === list);
  const current = views?.find(({ id }) => id === state.viewId);
  const asked = state.kept as ListView['asked'];
  const shown: ViewState = { tab: state.tab ?? null, asked, sort: state.sort, layout };
  const differs =
    current !== undefined &&
    (current.tab !== shown.tab ||
      !same(sorted(current.asked), sorted(shown.asked)) ||
      current.sort !== shown.sort ||
      (current.layout !== null && !same(current.layout, layout)));
  const show = (view: ListView | null) => {
    state.setQuery(view?.asked ?? {});
    state.setSort(view?.sort || state.order);
    const tab = (view?.tab as Tab | null | undefined) ?? state.firstTab;
    if (tab !== null) state.setTab(tab);
    // The default view also resets the columns.
    if (!view || view.layout) change(view?.layout ?? null);
    state.setViewId(view?.id ?? null);
  };
  // A list without filters, order or view of its own starts with its default view.
  const isStarted = useRef(
    state.viewId !== null || Object.keys(state.kept).length > 0 || state.sort !== state.order,
  );
  const first = views && firstView(views);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the views are loaded
  useEffect(() => {
    if (isStarted.current || !views) return;
    isStarted.current = true;
    if (first) show(first);
  }, [views]);
  return views ? { views, current, shown, differs, show, failed: data ? null : error, retry } : null;
}

/** Menu of the saved views of a list: the user's own, the group's, and everyone's. */
export function ViewsMenu<Row, Tab extends string>({
  state,
  columns,
}: {
  state: ListState<Tab>;
  columns: readonly Column<Row>[];
}) {
  const { list } = state;
  const { t } = useTranslation();
  const found = useViews(state, columns);
  const [saving, setSaving] = useState<'new' | ListView | null>(null);
  if (!found) return null;
  const { views, current, shown, differs, show, failed, retry } = found;
  const save = async ({ name, scope, first }: ViewNaming) => {
    const saved =
      saving === 'new' || saving === null
        ? await client.listView.create({ body: { list, name, scope, ...shown } })
        : await client.listView.update({
            params: { id: saving.id },
            body: { name, scope, version: saving.version },
          });
    if (first !== saved.isDefault)
      await client.listView.begin({ body: { list, viewId: first ? saved.id : null } });
    state.setViewId(saved.id);
    await invalidate(queryClient, 'listView');
    notify({ text: t('common.saved'), intent: 'success' });
    setSaving(null);
  };
  return (
    <>
      <DropDown
        placement="bottom-end"
        content={
          <Menu className="fc-views">
            <MenuItem
              text={t('common.viewNone')}
              roleStructure="listoption"
              selected={!current}
              onClick={() => show(null)}
            />
            {failed && (
              <MenuItem
                intent="danger"
                multiline
                text={t('common.viewsFailed', { reason: failed.message })}
                label={t('common.retry')}
                shouldDismissPopover={false}
                onClick={() => void retry()}
              />
            )}
            <ViewItems views={views} current={current} onShow={show} />
            <MenuDivider />
            {current?.mine && differs && <KeepItem view={current} shown={shown} />}
            <MenuItem text={t('common.viewSave')} onClick={() => setSaving('new')} />
            {current && (
              <CurrentItems
                view={current}
                onRename={() => setSaving(current)}
                onRemove={() => state.setViewId(null)}
              />
            )}
          </Menu>
        }
      >
        <Button icon={<EyeOpen />} className="fc-view">
          {current ? `${current.name}${differs ? ' *' : ''}` : t('common.views')}
        </Button>
      </DropDown>
      {saving && (
        <SaveView view={saving === 'new' ? null : saving} onClose={() => setSaving(null)} onSave={save} />
      )}
    </>
  );
}

/** Menu items for the saved views, grouped by their audience. */
function ViewItems(props: {
  readonly views: readonly ListView[];
  readonly current: ListView | undefined;
  readonly onShow: (view: ListView) => void;
}) {
  const { views, current, onShow } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const groups = viewScopes.map((scope) => ({ scope, of: views.filter((view) => view.scope === scope) }));
  return groups.map(({ scope, of }) => [
    of.length > 0 && <MenuDivider key={scope} title={speech.choice('viewScope', scope)} />,
    ...of.map((view) => (
      <MenuItem
        key={view.id}
        roleStructure="listoption"
        selected={view.id === current?.id}
        text={view.name}
        labelElement={[
          view.mine ? '' : view.ownerName,
          view.isDefault ? t('common.viewDefault') : view.ofGroup ? t('common.viewOfGroup') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
        onClick={() => onShow(view)}
      />
    )),
  ]);
}

/** Menu item that saves the list's present state in a view. */
function KeepItem({ view, shown }: { readonly view: ListView; readonly shown: ViewState }) {
  const { t } = useTranslation();
  const { id, name, version } = view;
  return (
    <MenuItem
      icon={<Tick />}
      text={t('common.viewKeep', { name })}
      onClick={() =>
        void runChange(
          () => client.listView.update({ params: { id }, body: { ...shown, version } }),
          t('common.saved'),
        )
      }
    />
  );
}

/** Menu items for the view that is shown: make it the default, rename it, delete it. */
function CurrentItems(props: {
  readonly view: ListView;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const { view, onRename, onRemove } = props;
  const { id, list, name, mine, scope, isDefault } = view;
  const { t } = useTranslation();
  const setsGroups = useAllowed(viewsOfGroups);
  const remove = async () => {
    const sure = await ask({
      title: t('common.areYouSure'),
      detail: t('common.viewDelete', { name }),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    });
    if (!sure) return;
    onRemove();
    await runChange(() => client.listView.remove({ params: { id } }), t('common.deleted'));
  };
  return (
    <>
      <MenuItem
        text={t(isDefault ? 'common.viewNotFirst' : 'common.viewFirst')}
        onClick={() =>
          void runChange(
            () => client.listView.begin({ body: { list, viewId: isDefault ? null : id } }),
            t('common.saved'),
          )
        }
      />
      {scope !== 'mine' && setsGroups && (
        <GroupsItem view={view} onChange={(change) => void runChange(change, t('common.saved'))} />
      )}
      {mine && (
        <>
          <MenuItem text={t('common.viewRename')} onClick={onRename} />
          <MenuItem text={t('common.delete')} intent="danger" onClick={remove} />
        </>
      )}
    </>
  );
}

const GROUPS = ['adminGroup'] as const;

/** Menu of the groups that have a view as their default; each can be ticked or cleared. */
function GroupsItem({
  view: { id, list, groupIds },
  onChange,
}: {
  view: ListView;
  onChange: (change: () => Promise<unknown>) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const groups = useLookups(GROUPS).rows('adminGroup');
  return (
    <MenuItem text={t('common.viewForGroups')} popoverProps={{ placement: 'left-start' }}>
      {groups.map((group) => {
        const begins = groupIds.includes(group.id);
        return (
          <MenuItem
            key={group.id}
            roleStructure="listoption"
            selected={begins}
            text={speech.name(group)}
            onClick={() =>
              onChange(() =>
                client.listView.beginGroup({ body: { list, groupId: group.id, viewId: begins ? null : id } }),
              )
            }
          />
        );
      })}
    </MenuItem>
  );
}

interface ViewNaming {
  readonly name: string;
  readonly scope: ViewScope;
  readonly first: boolean;
}

/** Dialog for a view's name, its audience, and whether it is the default view. */
function SaveView(props: {
  readonly view: ListView | null;
  readonly onSave: (naming: ViewNaming) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { view, onSave, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [scope, setScope] = useState<ViewScope>(view?.scope ?? 'mine');
  const [first, setFirst] = useState(view?.isDefault ?? false);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (name.trim() === '') return setWrong(speech.message({ code: 'REQUIRED' }, t('common.viewName')));
    setBusy(true);
    try {
      await onSave({ name: name.trim(), scope, first });
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setWrong(error.fields?.name ?? error.message);
      setBusy(false);
    }
  };
  return (
    <AppDialog
      title={t(view ? 'common.viewRename' : 'common.viewSave')}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <FormGroup
        label={t('common.viewName')}
        labelFor={`${base}-name`}
        intent={wrong ? 'danger' : 'none'}
        helperText={<span role={wrong ? 'alert' : undefined}>{wrong}</span>}
      >
        <InputGroup
          id={`${base}-name`}
          autoFocus
          value={name}
          maxLength={60}
          aria-invalid={wrong !== ''}
          onValueChange={(typed) => {
            setName(typed);
            setWrong('');
          }}
        />
      </FormGroup>
      <FormGroup label={t('common.viewFor')} labelFor={`${base}-scope`}>
        <ShortSelect
          id={`${base}-scope`}
          required
          options={viewScopes.map((one) => ({
            value: one,
            label: speech.choice('viewScope', one),
            search: one,
          }))}
          value={scope}
          onChange={(chosen) => setScope(chosen ?? 'mine')}
        />
      </FormGroup>
      <Checkbox
        checked={first}
        label={t('common.viewFirst')}
        onChange={({ currentTarget }) => setFirst(currentTarget.checked)}
      />
    </AppDialog>
  );
}
