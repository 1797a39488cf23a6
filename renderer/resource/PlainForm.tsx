import { draftOf as draftSchemaOf, freshOf } from '@contract/resource';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../api/client';
import { invalidate, queryClient } from '../api/queries';
import { giveForm, type HalfFilled } from '../app/drafts';
import { useTabPath } from '../app/TabFrame';
import { notify } from '../ui/toaster';
import type { PlainRow, PlainScreen } from './ListScreen';
import { isOwner, type ListOwner, ownerPath } from './listOwner';
import { type FormGroupChoice, RecordForm } from './RecordForm';
import { recordValues } from './recordValues';
import type { Values } from './useRecordForm';

const useNoHints = () => undefined;

/** Form of a new or existing plain record, in the side panel. */
export function PlainForm({
  screen,
  editing,
  within,
  prefill,
  panel,
  onDone,
}: {
  screen: PlainScreen;
  editing: PlainRow | 'new';
  within?: ListOwner | undefined;
  /** Further initial values of a new record, and the place that opened it: each place has a draft of its own. */
  prefill?: { readonly at: string; readonly values: Values } | undefined;
  /** Name under which the list keeps which record is open in this form. */
  panel?: string;
  /** Called with the saved record; without one if the form was cancelled. */
  onDone: (saved?: PlainRow) => void;
}) {
  const { group, resource } = screen;
  const { t } = useTranslation();
  const hints = (screen.useHints ?? useNoHints)();
  const schema = useMemo(() => draftSchemaOf(resource.row, resource.draft) as z.ZodType, [resource]);
  const initial = useMemo(() => {
    if (editing === 'new') return { ...freshOf(resource), ...within?.owner, ...prefill?.values };
    return recordValues(editing, resource.draft);
  }, [resource, editing, within, prefill]);
  const path = useTabPath();
  const draftName = (id: number | 'new') =>
    [group, id, ...(prefill ? [prefill.at] : []), ...ownerPath(within)].join('/');
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
