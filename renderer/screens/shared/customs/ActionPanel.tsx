import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { invalidate, queryClient } from '../../../api/queries';
import { type FormGroupChoice, type FormInside, RecordForm } from '../../../resource/RecordForm';
import type { SubmittedValues, Values } from '../../../resource/useRecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';

/** Form definition of an action, whose values are those of its schema. */
export interface AskedFor<S extends z.ZodObject = z.ZodObject> {
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
    | 'cmr'
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
  /** What to know before filling in the form. */
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
): Pick<AskedFor, 'schema' | 'save'> => ({ schema, save: save as AskedFor['save'] });

/** Side panel with the form of an action: checked by the contract, saved once, errors shown at their fields. */
export function ActionPanel({
  asked,
  onClose,
  children,
}: {
  asked: AskedFor | null;
  onClose: () => void;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const saved = useCallback(() => {
    if (!asked) return;
    notify({ text: t('clearance.done', { action: asked.title }), intent: 'success' });
    void invalidate(queryClient, asked.resource);
    onClose();
  }, [asked, onClose, t]);
  return (
    <SidePanel title={asked?.title ?? ''} width={640} isOpen={asked !== null} onClose={onClose}>
      {asked && (
        <>
          {children}
          {asked.lead}
          <RecordForm
            key={asked.draft}
            resource={asked.resource}
            row={asked.schema}
            schema={asked.schema}
            groups={asked.groups}
            initial={asked.initial}
            draft={asked.draft}
            hints={asked.hints ?? {}}
            {...(asked.more ? { more: asked.more } : {})}
            submitText={asked.title}
            save={(values, key) => asked.save(knownTo(asked.schema, values), key)}
            onSaved={saved}
            onCancel={onClose}
          />
        </>
      )}
    </SidePanel>
  );
}

/** Returns the values that the call accepts, and the version; drops those that only determine the clocks of times. */
function knownTo(schema: z.ZodObject, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name === 'version' || name in schema.shape),
  );
}
