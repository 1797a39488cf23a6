import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { invalidate, queryClient } from '../../../api/queries';
import { type FormGroupChoice, type FormInside, RecordForm } from '../../../resource/RecordForm';
import type { SubmittedValues, Values } from '../../../resource/useRecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';

/** Form definition of an action, whose values are those of its schema. */
export interface ActionForm<S extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** Schema of the call's body, whose fields are those of the form. */
  readonly schema: S;
  readonly groups: readonly FormGroupChoice[];
  readonly initial: Values;
  readonly resource:
    | 'batch'
    | 't1'
    | 'clearance'
    | 'hsCheck'
    | 'productId'
    | 'cmr'
    | 'custodyMove'
    | 'airTransport'
    | 'seaTransport'
    | 'parcelForecast'
    | 'contract'
    | 'standardQuote'
    | 'orderQuote'
    | 'taxation'
    | 'seaBill'
    | 'seaNode'
    | 'seaIsf'
    | 'seaEntry';
  readonly draft: string;
  /** Information above the form. */
  readonly lead?: React.ReactNode;
  readonly hints?: Readonly<Record<string, string>>;
  /** Further content between the fields and the buttons. */
  readonly more?: (form: FormInside) => React.ReactNode;
  readonly save: (values: SubmittedValues<S>, key: string) => Promise<unknown>;
}

/** Types the values that an action sends by the schema of its form. */
export const actionForm = <S extends z.ZodObject>(
  schema: S,
  save: (values: SubmittedValues<S>, key: string) => Promise<unknown>,
): Pick<ActionForm, 'schema' | 'save'> => ({ schema, save: save as ActionForm['save'] });

/** Side panel with the form of an action: checked by the contract, saved once, errors shown at their fields. */
export function ActionPanel({
  form,
  onClose,
  children,
}: {
  form: ActionForm | null;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const saved = useCallback(() => {
    if (!form) return;
    notify({ text: t('clearance.done', { action: form.title }), intent: 'success' });
    void invalidate(queryClient, form.resource);
    onClose();
  }, [form, onClose, t]);
  return (
    <SidePanel title={form?.title ?? ''} width={640} isOpen={form !== null} onClose={onClose}>
      {form && (
        <>
          {children}
          {form.lead}
          <RecordForm
            key={form.draft}
            resource={form.resource}
            row={form.schema}
            schema={form.schema}
            groups={form.groups}
            initial={form.initial}
            draft={form.draft}
            hints={form.hints ?? {}}
            {...(form.more ? { more: form.more } : {})}
            submitText={form.title}
            save={(values, key) => form.save(acceptedBy(form.schema, values), key)}
            onSaved={saved}
            onCancel={onClose}
          />
        </>
      )}
    </SidePanel>
  );
}

/** Returns the values that the call accepts, and the version; drops those that only determine the clocks of times. */
function acceptedBy(schema: z.ZodObject, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name === 'version' || name in schema.shape),
  );
}
