import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { ownerFields } from '@contract/customer/owner';
import type { Problem } from '@contract/errors';
import { hasParts, listedRow } from '@contract/fields';
import type { RowIssue } from '@contract/importing/template';
import type { Api, ApiName } from '@contract/index';
import type { PermissionName } from '@contract/permissions';
import { draftOf as draftSchemaOf, freshOf, type Resource } from '@contract/resource';
import { resourceNames } from '@contract/resourceNames';
import type { ParseKeys } from 'i18next';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod';
import { client } from '../api/client';
import { invalidate, queryClient, read } from '../api/queries';
import { giveForm, type HalfFilled, useKept } from '../app/drafts';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { useServes } from '../app/offered';
import { useTabPath } from '../app/TabFrame';
import type { FilterParts } from '../kinds/kind';
import { AddButton } from '../ui/AddButton';
import { SidePanel } from '../ui/SidePanel';
import { StateTag } from '../ui/StateTag';
import { notify, notifyFailed } from '../ui/toaster';
import { type ListQuery, refined } from './asked';
import { type ColumnChoice, columnsOf } from './columns';
import { FieldGroups } from './DetailScreen';
import { type FormGroupChoice, type FormInside, type Hints, RecordForm } from './RecordForm';
import { RecordList } from './RecordList';
import { recordValues } from './recordValues';
import type { Selected } from './selection';
import { usePlainActions } from './usePlainActions';
import type { Values } from './useRecordForm';
import { useRecordList } from './useRecordList';

export type PlainRow = { id: number; version: number; active: boolean } & Record<string, unknown>;
/** API groups that have the standard calls. */
export type PlainGroup = {
  [G in keyof Api]: Api[G] extends {
    list: unknown;
    create: unknown;
    update: unknown;
    get: unknown;
    remove: unknown;
    usage: unknown;
  }
    ? G
    : never;
}[keyof Api];

/** Parts of a resource's contract that a plain screen needs. */
type PlainResource = Pick<Resource, 'name' | 'order' | 'view' | 'edit'> & {
  readonly fresh?: Values;
  readonly row: z.ZodObject;
  readonly draft: readonly string[];
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
};

/** Width in pixels of a form in the side panel. */
export const FORM_WIDTH = 560;

/** A plain screen: holds everything that differs between one list of reference data and the next. */
export interface PlainScreen {
  readonly group: PlainGroup;
  readonly menu: PermissionName;
  readonly resource: PlainResource;
  readonly columns: readonly ColumnChoice<PlainRow>[];
  readonly form: readonly { readonly title: ParseKeys<'screens'>; readonly fields: readonly string[] }[];
  /** Width in pixels of the side panel, for a form that contains a wide table. */
  readonly width?: number;
  /** Label of the add button, if not "Add" and the name of the resource. */
  readonly addText?: ParseKeys<'screens'>;
  /** Additions to the form: rules between fields, hints under them, and further content. */
  readonly rules?: (values: Values) => readonly RowIssue[];
  readonly useHints?: () => (values: Values) => Hints;
  readonly more?: ComponentType<{ form: FormInside; id: number | null }>;
  /** Keeps a new record open after saving, for the content beneath its form. */
  readonly goesOn?: boolean;
  /** Returns the path of a record's own screen, if it has one. */
  readonly open?: (row: PlainRow) => string;
  /** Paths of the screens for adding and editing, if these are not in the side panel. */
  readonly formAt?: { readonly add: string; readonly edit: (row: PlainRow) => string };
  /** Further content of an existing record, beneath its form. */
  readonly beneath?: ComponentType<{ row: PlainRow; mayEdit: boolean }>;
  /** Further actions on the records of this screen. */
  readonly useMore?: (screen: PlainScreen) => MoreActions;
  /** Returns the reason why a record can be neither changed nor deleted at present. */
  readonly fixed?: (row: PlainRow) => Problem | undefined;
  /** Content above the search and filters, for example a legend of the states. */
  readonly above?: ComponentType<{ asked: ListQuery; onAsk: (changed: FilterParts) => void }>;
  /** Totals of all rows that match the filter, beneath the list. */
  readonly foot?: ComponentType<{ asked: ListQuery }>;
  /** Returns the name of a record for questions and titles. */
  readonly nameOf: (row: PlainRow) => string;
}

/** Additional actions of a resource: in a row's menu, on selected rows, on all rows that match a filter. */
export interface MoreActions {
  readonly row?: (row: PlainRow) => ReactNode;
  readonly chosen?: (chosen: Selected, onDone: () => void) => ReactNode;
  readonly all?: (filter: ListQuery, total: number) => ReactNode;
  /** Dialogs of these actions, and their results. */
  readonly dialogs?: ReactNode;
}

/** Record that owns all rows of a list, when the list is part of that record's screen. */
export interface ListOwner {
  /** Values of the owner fields, the same in every row. */
  readonly owner: Readonly<Record<string, number>>;
  /** Pixels by which the table is higher than the window height minus 288. */
  readonly offset: number;
}
const NO_MORE: MoreActions = {};
const useNothing = () => NO_MORE;
const useNoHints = () => undefined;

const ownedBy = (within: ListOwner | undefined) =>
  Object.fromEntries(Object.entries(within?.owner ?? {}).map(([name, id]) => [name, [id]]));
const ownerPath = (within: ListOwner | undefined) => Object.entries(within?.owner ?? {}).flat();
/** True if a field names the owner of the rows: it is left out on that record's own screen. */
const isOwner = (within: ListOwner | undefined, name: string) =>
  OWNERS.includes(name) && within !== undefined;
const OWNERS: readonly string[] = Object.keys(ownerFields);

/** Returns a name for use within a sentence: `Last mile` becomes `last mile`, `HS code` stays. */
const withinText = (name: string) =>
  name.replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (first) => first.toLowerCase());

/** List of a plain resource: search, table, form in the side panel, activate and deactivate, delete, export. */
export function ListScreen({ screen, within }: { screen: PlainScreen; within?: ListOwner }) {
  const { group, resource, nameOf } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  const addText = screen.addText
    ? t(screen.addText)
    : t('common.addRecord', { record: withinText(speech.words.choices.logObject[resource.name]) });
  const navigate = useNavigate();
  const path = useTabPath();
  const importable = resourceNames.some((name) => name === group);
  const allowed = useAllowed(resource.edit);
  const serves = useServes();
  const mayAdd = allowed && serves(`${group}.create`);
  const mayEdit = allowed && serves(`${group}.update`);
  const mayRemove = allowed && serves(`${group}.remove`);
  const keep = within ? `${resource.name}.` : '';
  const [editing, openForm] = useKept<PlainRow | 'new' | null>(`${keep}editing`, null);
  const { formAt } = screen;
  const inParts = hasParts(resource.row);
  const setEditing = (row: PlainRow | 'new' | null) => {
    if (formAt && row) return navigate(row === 'new' ? formAt.add : formAt.edit(row));
    if (!row || row === 'new' || !inParts) return openForm(row);
    // The rows of the list lack nested records.
    return queryClient
      .fetchQuery(read(group, 'get', { params: { id: row.id } }))
      .then((whole) => openForm(whole as unknown as PlainRow), notifyFailed);
  };
  const choices = useMemo(
    (): ColumnChoice<PlainRow>[] => [
      ...screen.columns.filter((one) => !isOwner(within, typeof one === 'string' ? one : one.name)),
      ...('active' in resource.row.shape
        ? [
            {
              name: 'active',
              width: 90,
              cell: (row: PlainRow) => (
                <StateTag tone={row.active ? 'good' : 'neutral'}>
                  {speech.state('active', row.active ? 'active' : 'inactive')}
                </StateTag>
              ),
              text: (row: PlainRow) => speech.state('active', row.active ? 'active' : 'inactive'),
            },
          ]
        : []),
      { name: 'updatedAt', hidden: true },
      { name: 'updatedBy', hidden: true },
    ],
    [screen, resource, speech, within],
  );
  const more = (screen.useMore ?? useNothing)(screen);
  const switchable = mayEdit && 'active' in resource.row.shape && serves(`${group}.active` as ApiName);
  const list = useRecordList<PlainRow>({
    group,
    list: resource.name,
    words: resource.name,
    within: keep,
    row: resource.row,
    columns: choices,
    filters: resource.filters.filter((name) => !isOwner(within, name)),
    sorts: resource.sorts,
    order: resource.order,
    narrow: () => ownedBy(within),
    choice: { possible: switchable || (mayEdit && more.chosen !== undefined) },
  });
  const { columns, rows } = list;
  const { asked, kept, setAsked } = list.state;
  const peek = useMemo(() => {
    const label = (field: string) => speech.label(field, resource.name);
    const shape = listedRow(resource.row).shape;
    const known = new Map(columns.map((column) => [column.name, column]));
    const facts = columnsOf<PlainRow>(
      resource.row,
      screen.form.flatMap(({ fields }) => fields.filter((name) => name in shape && !known.has(name))),
      { sorts: [], label },
    );
    for (const fact of facts) known.set(fact.name, fact);
    const groups = screen.form.map(({ title, fields }) => ({ title: t(title), fields }));
    const listed = new Set(groups.flatMap(({ fields }) => fields));
    const others = columns.map(({ name }) => name).filter((name) => !listed.has(name));
    return {
      nameOf,
      groups: [...groups, { title: t('common.peekMore'), fields: others }]
        .map(({ title, fields }) => ({ title, of: fields.flatMap((name) => known.get(name) ?? []) }))
        .filter(({ of }) => of.length > 0),
    };
  }, [columns, resource, screen, nameOf, speech, t]);
  const { selected, clear } = list.chosen;
  const { remove, switchOne, switchMany } = usePlainActions(screen, clear);

  const add = mayAdd && <AddButton onAdd={() => setEditing('new')}>{addText}</AddButton>;
  return (
    <RecordList
      of={list}
      label={speech.words.menu[screen.menu]}
      above={
        screen.above && <screen.above asked={asked} onAsk={(changed) => setAsked(refined(kept, changed))} />
      }
      chosenButtons={
        <>
          {switchable && (
            <>
              <Button onClick={() => void switchMany(selected, true)}>{t('common.activate')}</Button>
              <Button onClick={() => void switchMany(selected, false)}>{t('common.deactivate')}</Button>
            </>
          )}
          {more.chosen?.(selected, clear)}
        </>
      }
      before={mayEdit && rows.total !== null && more.all?.(asked, rows.total)}
      buttons={
        <>
          {mayAdd && importable && serves('fileJob.upload') && (
            <Button icon={<Import />} onClick={() => navigate(`${path.split('?')[0]}?import`)}>
              {t('common.import')}
            </Button>
          )}
          {add}
        </>
      }
      pathOf={screen.open}
      {...(screen.open ? {} : { onOpen: setEditing })}
      actions={(row) => {
        const fixed = screen.fixed?.(row);
        const why = fixed ? { disabled: true, label: speech.message(fixed) } : {};
        return mayEdit ? (
          <Menu>
            <MenuItem text={t('common.edit')} onClick={() => setEditing(row)} {...why} />
            {switchable && (
              <MenuItem
                text={t(row.active ? 'common.deactivate' : 'common.activate')}
                onClick={() => void switchOne(row)}
              />
            )}
            {more.row?.(row)}
            {mayRemove && (
              <MenuItem text={t('common.delete')} intent="danger" onClick={() => void remove(row)} {...why} />
            )}
          </Menu>
        ) : null;
      }}
      peek={peek}
      empty={{ title: t('common.listEmpty'), detail: t('common.listEmptyDetail'), action: add }}
      {...(within ? { offset: within.offset } : {})}
      foot={screen.foot && <screen.foot asked={asked} />}
    >
      <SidePanel
        isOpen={editing !== null}
        width={screen.width ?? FORM_WIDTH}
        title={editing === 'new' ? addText : editing ? nameOf(editing) : ''}
        onClose={() => setEditing(null)}
      >
        {editing && (editing === 'new' ? mayAdd : mayEdit) && (
          <PlainForm
            key={editing === 'new' ? 'new' : editing.id}
            screen={screen}
            editing={editing}
            within={within}
            panel={`${keep}editing`}
            onDone={(saved) => setEditing(saved && editing === 'new' && screen.goesOn ? saved : null)}
          />
        )}
        {editing && editing !== 'new' && !mayEdit && (
          <FieldGroups
            schema={resource.row}
            resource={resource.name}
            row={editing}
            groups={screen.form.map(({ title, fields }) => ({ title: t(title), fields }))}
          />
        )}
        {editing && editing !== 'new' && screen.beneath && <screen.beneath row={editing} mayEdit={mayEdit} />}
      </SidePanel>
      {more.dialogs}
    </RecordList>
  );
}

/** Form of a new or existing plain record, in the side panel. */
export function PlainForm({
  screen,
  editing,
  within,
  begun,
  panel,
  onDone,
}: {
  screen: PlainScreen;
  editing: PlainRow | 'new';
  within?: ListOwner | undefined;
  /** Further initial values of a new record, and the place that opened it: each place has a draft of its own. */
  begun?: { readonly at: string; readonly values: Values } | undefined;
  /** Name under which the list keeps which record is open in this form. */
  panel?: string;
  /** Called with the saved record; without one if the form was cancelled. */
  onDone: (saved?: PlainRow) => void;
}) {
  const { group, resource } = screen;
  const { t } = useTranslation();
  const hints = (screen.useHints ?? useNoHints)();
  const schema = useMemo(() => draftSchemaOf(resource.row, resource.draft), [resource]);
  const initial = useMemo(() => {
    if (editing === 'new') return { ...freshOf(resource), ...within?.owner, ...begun?.values };
    return recordValues(editing, resource.draft);
  }, [resource, editing, within, begun]);
  const path = useTabPath();
  const draftName = (id: number | 'new') =>
    [group, id, ...(begun ? [begun.at] : []), ...ownerPath(within)].join('/');
  const calls = client[group] as unknown as {
    create: (input: unknown, options: { key: string }) => Promise<PlainRow>;
    update: (input: unknown) => Promise<PlainRow>;
  };
  return (
    <RecordForm<PlainRow>
      resource={resource.name}
      row={resource.row}
      schema={schema}
      groups={screen.form.flatMap(({ title, fields }): FormGroupChoice[] => {
        const own = fields.filter((name) => !isOwner(within, name));
        return own.length > 0 ? [{ title: t(title), fields: own }] : [];
      })}
      initial={initial}
      {...(hints ? { hints } : {})}
      {...(screen.rules ? { rules: screen.rules } : {})}
      {...(screen.more
        ? {
            more: (form) =>
              screen.more && <screen.more form={form} id={editing === 'new' ? null : editing.id} />,
          }
        : {})}
      draft={draftName(editing === 'new' ? 'new' : editing.id)}
      {...(panel
        ? {
            reopen: { name: panel, value: editing },
            asNew: (values) => {
              const initial = { ...freshOf(resource), ...within?.owner };
              const form = {
                values: { ...initial, ...values },
                initial,
                reopen: { name: panel, value: 'new' },
              };
              giveForm(`form:${draftName('new')}`, form satisfies HalfFilled, path);
            },
          }
        : {})}
      save={async (values, key) => {
        if (editing === 'new') return calls.create({ body: values }, { key });
        return calls.update({ params: { id: editing.id }, body: values });
      }}
      onSaved={(saved) => {
        notify({ text: t('common.saved'), intent: 'success' });
        void invalidate(queryClient, group);
        onDone(saved);
      }}
      onCancel={() => onDone()}
    />
  );
}
