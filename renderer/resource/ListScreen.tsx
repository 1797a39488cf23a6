import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import { ownerFields } from '@contract/customer/owner';
import type { Problem } from '@contract/errors';
import { hasParts, listedRow } from '@contract/fields';
import type { RowIssue } from '@contract/importing/template';
import type { Api, ApiName } from '@contract/index';
import type { PermissionId, PermissionName } from '@contract/permissions';
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
import { type Asked, refined } from './asked';
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
/** Groups of the API that have the usual calls. */
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

/** What a plain screen needs of its resource's page in the contract. */
type PlainResource = Pick<Resource, 'name' | 'order' | 'view' | 'edit'> & {
  readonly fresh?: Values;
  readonly row: z.ZodObject;
  readonly draft: readonly string[];
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
};

/** Pixels that a form at the side wants. */
export const FORM_WIDTH = 560;

/** A plain screen: what differs between one list of reference data and the next, and nowhere else. */
export interface PlainScreen {
  readonly group: PlainGroup;
  readonly menu: PermissionName;
  readonly resource: PlainResource;
  readonly columns: readonly ColumnChoice<PlainRow>[];
  readonly form: readonly { readonly title: ParseKeys<'screens'>; readonly fields: readonly string[] }[];
  /** Pixels of the panel at the side, for a form that holds a wide table. */
  readonly width?: number;
  /** Label of its button, where that is not Add and the name of the resource. */
  readonly addText?: ParseKeys<'screens'>;
  /** What of the form is its own: rules between fields, hints under them, and what else stands in it. */
  readonly rules?: (values: Values) => readonly RowIssue[];
  readonly useHints?: () => (values: Values) => Hints;
  readonly more?: ComponentType<{ form: FormInside; id: number | null }>;
  /** A new record stays open, for what stands beneath its form. */
  readonly goesOn?: boolean;
  /** Where a record has a screen of its own: its path. */
  readonly open?: (row: PlainRow) => string;
  /** Where records are added and changed on a screen of their own rather than at the side: its paths. */
  readonly formAt?: { readonly add: string; readonly edit: (row: PlainRow) => string };
  /** What else there is to a record that exists, beneath its form. */
  readonly beneath?: ComponentType<{ row: PlainRow; mayEdit: boolean }>;
  /** What else may be done with records here. */
  readonly useMore?: (screen: PlainScreen) => MoreActions;
  /** Why a record may be neither changed nor deleted as it is now. */
  readonly fixed?: (row: PlainRow) => Problem | undefined;
  /** What stands over the search and filters by itself, as a legend of the states. */
  readonly above?: ComponentType<{ asked: Asked; onAsk: (changed: FilterParts) => void }>;
  /** What the rows that a filter finds come to, beneath the list. */
  readonly foot?: ComponentType<{ asked: Asked }>;
  /** What people call a record in questions and titles. */
  readonly nameOf: (row: PlainRow) => string;
}

/** Actions of a resource of its own: in a row's menu, on chosen rows, on all that a filter finds. */
export interface MoreActions {
  readonly row?: (row: PlainRow) => ReactNode;
  readonly chosen?: (chosen: Selected, onDone: () => void) => ReactNode;
  readonly all?: (filter: Asked, total: number) => ReactNode;
  /** What these actions ask in dialogs, and what came of them. */
  readonly dialogs?: ReactNode;
}

/** The record to which all rows of a list belong, when it is a part of that record's screen. */
export interface Within {
  /** The fields that say so, as every row has them. */
  readonly owner: Readonly<Record<string, number>>;
  /** Pixels the table is higher than the window less 288. */
  readonly offset: number;
}
const NO_MORE: MoreActions = {};
const useNothing = () => NO_MORE;
const useNoHints = () => undefined;

const ownedBy = (within: Within | undefined) =>
  Object.fromEntries(Object.entries(within?.owner ?? {}).map(([name, id]) => [name, [id]]));
const ownerPath = (within: Within | undefined) => Object.entries(within?.owner ?? {}).flat();
/** Whether a field says whose the rows are: within the screen of that record it is not said again. */
const isOwner = (within: Within | undefined, name: string) => OWNERS.includes(name) && within !== undefined;
const OWNERS: readonly string[] = Object.keys(ownerFields);

/** A name within a text: `Last mile` is `last mile` there, `HS code` stays. */
const withinText = (name: string) =>
  name.replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (first) => first.toLowerCase());

/** The list of a plain resource with all that belongs to it: search, table, form at the side, on and off, delete, export. */
export function ListScreen({ screen, within }: { screen: PlainScreen; within?: Within }) {
  const { group, resource, nameOf } = screen;
  const { t } = useTranslation();
  const speech = useSpeech();
  const addText = screen.addText
    ? (t(screen.addText) as string)
    : t('common.addRecord', { record: withinText(speech.words.choices.logObject[resource.name]) });
  const navigate = useNavigate();
  const path = useTabPath();
  const importable = resourceNames.some((name) => name === group);
  const allowed = useAllowed(resource.edit as PermissionId);
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
    // The list does not carry the records within a record.
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
    const groups = screen.form.map(({ title, fields }) => ({ title: t(title) as string, fields }));
    const said = new Set(groups.flatMap(({ fields }) => fields));
    const others = columns.map(({ name }) => name).filter((name) => !said.has(name));
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
            groups={screen.form.map(({ title, fields }) => ({ title: t(title) as string, fields }))}
          />
        )}
        {editing && editing !== 'new' && screen.beneath && <screen.beneath row={editing} mayEdit={mayEdit} />}
      </SidePanel>
      {more.dialogs}
    </RecordList>
  );
}

/** The form of a plain record, new or as it is, in the panel at the side. */
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
  within?: Within | undefined;
  /** What a new record begins with besides, and where it was begun: each place has a draft of its own. */
  begun?: { readonly at: string; readonly values: Values } | undefined;
  /** Under which name the list keeps which of its records stands open in this form. */
  panel?: string;
  /** Hears of the record that was saved; without one, of a form that was left. */
  onDone: (saved?: PlainRow) => void;
}) {
  const { group, resource } = screen;
  const { t } = useTranslation();
  const hints = (screen.useHints ?? useNoHints)();
  const schema = useMemo(() => draftSchemaOf(resource.row, resource.draft) as z.ZodType, [resource]);
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
        return own.length > 0 ? [{ title: t(title) as string, fields: own }] : [];
      })}
      initial={initial}
      {...(hints ? { hints } : {})}
      {...(screen.rules ? { rules: screen.rules } : {})}
      {...(screen.more
        ? {
            more: (form) => {
              const More = screen.more as NonNullable<PlainScreen['more']>;
              return <More form={form} id={editing === 'new' ? null : editing.id} />;
            },
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
