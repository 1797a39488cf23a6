import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import type { Problem } from '@contract/errors';
import type { RowIssue } from '@contract/importing/template';
import type { Api, ApiName } from '@contract/index';
import { hasParts, listedRow } from '@contract/partFields';
import type { PermissionId, PermissionName } from '@contract/permissions';
import type { Resource } from '@contract/resource';
import { resourceNames } from '@contract/resourceNames';
import type { ParseKeys } from 'i18next';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod';
import { queryClient, read } from '../api/queries';
import { useKept } from '../app/drafts';
import { useAllowed } from '../app/guard';
import { useSpeech } from '../app/language';
import { useServes } from '../app/offered';
import { useTabPath } from '../app/TabFrame';
import type { FilterParts } from '../kinds/kind';
import { AddButton } from '../ui/AddButton';
import { SidePanel } from '../ui/SidePanel';
import { StateTag } from '../ui/StateTag';
import { notifyFailed } from '../ui/toaster';
import { type Column, type ColumnChoice, columnsOf } from './columns';
import { FieldGroups } from './DetailScreen';
import { isOwner, type ListOwner, ownedBy } from './listOwner';
import { PlainForm } from './PlainForm';
import type { FormInside, Hints } from './RecordForm';
import { RecordList } from './RecordList';
import { type ListQuery, refined } from './refined';
import type { BulkSelection } from './selection';
import { usePlainActions } from './usePlainActions';
import type { Values } from './useRecordForm';
import { useRecordList } from './useRecordList';

export type PlainRow = { id: number; version: number; active?: boolean } & Record<string, unknown>;
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

/**
 * A plain screen: holds everything that differs between one list of reference data and the next. Functions of a row are
 * methods, so that a screen of one kind of record is also a screen of records.
 */
export interface PlainScreen<R extends PlainRow = PlainRow, Name extends string = keyof R & string> {
  readonly group: PlainGroup;
  readonly menu: PermissionName;
  readonly resource: PlainResource;
  readonly columns: readonly ColumnChoice<R, Name>[];
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
  open?(row: R): string;
  /** Paths of the screens for adding and editing, if these are not in the side panel. */
  readonly formAt?: { readonly add: string; edit(row: R): string };
  /** Further content of an existing record, beneath its form. */
  readonly beneath?: ComponentType<{ row: PlainRow; mayEdit: boolean }>;
  /** Further actions on the records of this screen. */
  readonly useMore?: (screen: PlainScreen) => MoreActions;
  /** Returns the reason why a record can be neither changed nor deleted at present. */
  fixed?(row: R): Problem | undefined;
  /** Content above the search and filters, for example a legend of the states. */
  readonly above?: ComponentType<{ query: ListQuery; onChange: (changed: FilterParts) => void }>;
  /** Totals of all rows that match the filter, beneath the list. */
  readonly foot?: ComponentType<{ query: ListQuery }>;
  /** Returns the name of a record for questions and titles. */
  nameOf(row: R): string;
}

/** Additional actions of a resource: in a row's menu, on selected rows, on all rows that match a filter. */
export interface MoreActions {
  readonly row?: (row: PlainRow) => ReactNode;
  readonly chosen?: (chosen: BulkSelection, onDone: () => void) => ReactNode;
  readonly all?: (filter: ListQuery, total: number) => ReactNode;
  /** Dialogs of these actions, and their results. */
  readonly dialogs?: ReactNode;
}

const NO_MORE: MoreActions = {};
const useNothing = () => NO_MORE;
/** Returns a name for use within a sentence: `Last mile` becomes `last mile`, `HS code` stays. */
const withinText = (name: string) =>
  name.replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (first) => first.toLowerCase());

/** Returns what the user may do with the records of a screen, as far as the server offers it. */
function useRights({ group, resource }: PlainScreen) {
  const allowed = useAllowed(resource.edit as PermissionId);
  const serves = useServes();
  const mayAdd = allowed && serves(`${group}.create`);
  const mayEdit = allowed && serves(`${group}.update`);
  return {
    mayAdd,
    mayEdit,
    mayRemove: allowed && serves(`${group}.remove`),
    maySwitch: mayEdit && 'active' in resource.row.shape && serves(`${group}.active` as ApiName),
    mayImport: mayAdd && resourceNames.some((name) => name === group) && serves('fileJob.upload'),
  };
}

/** Returns the record that is open in the form, kept under a name, and the function that opens one. */
function useEditing({ group, resource, formAt }: PlainScreen, name: string) {
  const navigate = useNavigate();
  const [editing, openForm] = useKept<PlainRow | 'new' | null>(name, null);
  const inParts = hasParts(resource.row);
  const setEditing = (row: PlainRow | 'new' | null) => {
    if (formAt && row) return navigate(row === 'new' ? formAt.add : formAt.edit(row));
    if (!row || row === 'new' || !inParts) return openForm(row);
    // The rows of the list lack nested records.
    return queryClient
      .fetchQuery(read(group, 'get', { params: { id: row.id } }))
      .then(openForm, notifyFailed);
  };
  return [editing, setEditing] as const;
}

/** Returns the columns of a screen: its own, the state, and who changed a record when. */
function useColumnChoices(screen: PlainScreen, within: ListOwner | undefined) {
  const speech = useSpeech();
  return useMemo((): ColumnChoice<PlainRow>[] => {
    const activeText = ({ active }: PlainRow) => speech.state('active', active ? 'active' : 'inactive');
    return [
      ...screen.columns.filter((one) => !isOwner(within, typeof one === 'string' ? one : one.name)),
      ...('active' in screen.resource.row.shape
        ? [
            {
              name: 'active',
              width: 90,
              cell: (row: PlainRow) => (
                <StateTag tone={row.active ? 'good' : 'neutral'}>{activeText(row)}</StateTag>
              ),
              text: activeText,
            },
          ]
        : []),
      { name: 'updatedAt', hidden: true },
      { name: 'updatedBy', hidden: true },
    ];
  }, [screen, speech, within]);
}

/** Returns the preview of a record: the groups of its form, and what only the list shows. */
function usePeek(screen: PlainScreen, columns: readonly Column<PlainRow>[]) {
  const { resource, nameOf } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  return useMemo(() => {
    const label = (field: string) => speech.label(field, resource.name);
    const shape = listedRow(resource.row).shape;
    const known = new Map(columns.map((column) => [column.name, column]));
    const facts = columnsOf<PlainRow>(
      resource.row,
      screen.form.flatMap(({ fields }) => fields.filter((name) => name in shape && !known.has(name))),
      { sorts: [], speech, label },
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
}

/** List of a plain resource: search, table, form in the side panel, activate and deactivate, delete, export. */
export function ListScreen({ screen, within }: { screen: PlainScreen; within?: ListOwner }) {
  const { group, resource } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  const addText = screen.addText
    ? (t(screen.addText) as string)
    : t('common.addRecord', { record: withinText(speech.words.choices.logObject[resource.name]) });
  const navigate = useNavigate();
  const path = useTabPath();
  const rights = useRights(screen);
  const { mayAdd, mayEdit, maySwitch } = rights;
  const keep = within ? `${resource.name}.` : '';
  const [editing, setEditing] = useEditing(screen, `${keep}editing`);
  const choices = useColumnChoices(screen, within);
  const more = (screen.useMore ?? useNothing)(screen);
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
    choice: { possible: maySwitch || (mayEdit && more.chosen !== undefined) },
  });
  const { rows } = list;
  const { query, kept, setQuery } = list.state;
  const peek = usePeek(screen, list.columns);
  const { selected, clear } = list.chosen;
  const { remove, switchOne, switchMany } = usePlainActions(screen, clear);
  const actions = usePlainMenu(screen, rights, more.row, {
    edit: (row) => void setEditing(row),
    switch: (row) => void switchOne(row),
    remove: (row) => void remove(row),
  });

  const add = mayAdd && <AddButton onAdd={() => setEditing('new')}>{addText}</AddButton>;
  return (
    <RecordList
      of={list}
      label={speech.words.menu[screen.menu]}
      above={
        screen.above && (
          <screen.above query={query} onChange={(changed) => setQuery(refined(kept, changed))} />
        )
      }
      chosenButtons={
        <>
          {maySwitch && (
            <>
              <Button onClick={() => void switchMany(selected, true)}>{t('common.activate')}</Button>
              <Button onClick={() => void switchMany(selected, false)}>{t('common.deactivate')}</Button>
            </>
          )}
          {more.chosen?.(selected, clear)}
        </>
      }
      before={mayEdit && rows.total !== null && more.all?.(query, rows.total)}
      buttons={
        <>
          {rights.mayImport && (
            <Button icon={<Import />} onClick={() => navigate(`${path.split('?')[0]}?import`)}>
              {t('common.import')}
            </Button>
          )}
          {add}
        </>
      }
      pathOf={screen.open}
      {...(screen.open ? {} : { onOpen: setEditing })}
      actions={actions}
      peek={peek}
      empty={{ title: t('common.listEmpty'), detail: t('common.listEmptyDetail'), action: add }}
      {...(within ? { offset: within.offset } : {})}
      foot={screen.foot && <screen.foot query={query} />}
    >
      <PlainPanel
        {...{ screen, within, addText, editing, mayAdd, mayEdit }}
        panel={`${keep}editing`}
        onEdit={setEditing}
      />
      {more.dialogs}
    </RecordList>
  );
}

/**
 * Returns the menu of a record; null if the user may not change it. Disabled items say why the record cannot be
 * changed.
 */
function usePlainMenu(
  screen: PlainScreen,
  { mayEdit, mayRemove, maySwitch }: ReturnType<typeof useRights>,
  more: MoreActions['row'],
  on: Readonly<Record<'edit' | 'switch' | 'remove', (row: PlainRow) => void>>,
) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (row: PlainRow) => {
    const fixed = screen.fixed?.(row);
    const why = fixed ? { disabled: true, label: speech.message(fixed) } : {};
    return mayEdit ? (
      <Menu>
        <MenuItem text={t('common.edit')} onClick={() => on.edit(row)} {...why} />
        {maySwitch && (
          <MenuItem
            text={t(row.active ? 'common.deactivate' : 'common.activate')}
            onClick={() => on.switch(row)}
          />
        )}
        {more?.(row)}
        {mayRemove && (
          <MenuItem text={t('common.delete')} intent="danger" onClick={() => on.remove(row)} {...why} />
        )}
      </Menu>
    ) : null;
  };
}

/** Side panel of the record that is open: its form, or its fields if it may not be changed. */
function PlainPanel(props: {
  readonly screen: PlainScreen;
  readonly within: ListOwner | undefined;
  readonly addText: string;
  readonly editing: PlainRow | 'new' | null;
  readonly mayAdd: boolean;
  readonly mayEdit: boolean;
  /** Name under which the open record is kept. */
  readonly panel: string;
  readonly onEdit: (row: PlainRow | null) => void;
}) {
  const { screen, within, addText, editing, mayAdd, mayEdit, panel, onEdit } = props;
  const { t } = useTranslation();
  const row = editing === 'new' ? null : editing;
  return (
    <SidePanel
      isOpen={editing !== null}
      width={screen.width ?? FORM_WIDTH}
      title={editing === 'new' ? addText : row ? screen.nameOf(row) : ''}
      onClose={() => onEdit(null)}
    >
      {editing && (row ? mayEdit : mayAdd) && (
        <PlainForm
          key={row ? row.id : 'new'}
          screen={screen}
          editing={editing}
          within={within}
          panel={panel}
          onDone={(saved) => onEdit(saved && !row && screen.goesOn ? saved : null)}
        />
      )}
      {row && !mayEdit && (
        <FieldGroups
          schema={screen.resource.row}
          resource={screen.resource.name}
          row={row}
          groups={screen.form.map(({ title, fields }) => ({ title: t(title), fields }))}
        />
      )}
      {row && screen.beneath && <screen.beneath row={row} mayEdit={mayEdit} />}
    </SidePanel>
  );
}
