import type { AppError } from '@contract/errors';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { desktop, failureOf } from '../api/bridge';
import { useSpeech } from '../app/language';
import { tabTitle } from '../app/tabs';
import { notify } from '../ui/toaster';
import { useRowPlace } from './recordFormChecks';
import type { FormDraft } from './recordFormDraft';
import { type Conflict, conflictOf, isRecord, parsedValues, readable, toSend } from './recordValues';
import type { RecordFormOptions, SubmittedValues, Values } from './useRecordForm';

/** Saves a form once, and merges it if its record was changed by someone else. */
export function useSaving<Saved, S extends z.ZodType>(
  options: RecordFormOptions<Saved, S>,
  draft: FormDraft,
  form: UseFormReturn<Values>,
) {
  const { resource, save, onSaved } = options;
  const { base, setBase, key: draftKey, path, reopen, forget } = draft;
  const { t } = useTranslation();
  const speech = useSpeech();
  const placed = useRowPlace();
  const known = isRecord(base) || base.version !== undefined;
  const [failure, setFailure] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The record was deleted while it was being edited here. */
  const [isDeleted, setIsDeleted] = useState(false);
  // Idempotency key: pressing Save again after a dropped connection must not create a second record.
  const key = useRef(crypto.randomUUID());
  const { reset } = form;

  /** Merges two versions: changes of only one side are merged and reported, changes of both are asked about. */
  const mergeVersions = async (submitted: Values, found: Conflict) => {
    // A form that does not send the version itself would get the same conflict again.
    const carried = found.mine.version === undefined || found.mine.version === submitted.version;
    if (found.fields.length > 0 || carried) {
      setConflict(found);
      return;
    }
    setBase(found.theirs);
    reset({ ...found.mine });
    notify({
      text: t('common.conflictMerged', {
        fields:
          found.taken.length > 0 ? found.taken.map((name) => speech.label(name, resource)) : t('common.none'),
      }),
      intent: 'primary',
    });
    await submitValues({ ...found.mine }, found.theirs);
  };

  /** Puts the form into the outbox, with its draft for reopening it here. */
  const putByOutbox = async (id: string, submitted: Values, startValues: Conflict['theirs']) => {
    const kept = {
      key: draftKey,
      value: { values: submitted, initial: startValues, reopen },
      path,
      title: tabTitle(path),
    };
    await desktop.outbox.attach({ id, form: kept });
    key.current = crypto.randomUUID();
    forget();
    reset(parsedValues(options.initial));
    options.onCancel?.();
  };

  const submitValues = async (submitted: Values, startValues = base) => {
    setFailure(null);
    setIsDeleted(false);
    try {
      const saved = await save(toSend(startValues, submitted) as SubmittedValues<S>, key.current, {
        ...readable(startValues, submitted),
      });
      key.current = crypto.randomUUID();
      forget();
      onSaved(saved);
    } catch (thrown) {
      const { error } = failureOf(thrown);
      if (error.code === 'STALE_DATA' && error.current) {
        await mergeVersions(submitted, conflictOf(startValues, submitted, error.current));
        return;
      }
      if (error.kept) return putByOutbox(error.kept, submitted, startValues);
      setIsDeleted(error.code === 'NOT_FOUND' && known);
      for (const [field, message] of Object.entries(error.fields ?? {}))
        form.setError(field.split('.')[0] ?? field, {
          type: 'server',
          message: `${placed(field)}${message}`,
        });
      setFailure(error);
    }
  };

  return {
    failure,
    conflict,
    known,
    gone: isDeleted,
    submitValues,
    /** Continues on the other version with the value selected for each field. */
    resolve: (chosen: Values) => {
      if (!conflict) return;
      setBase(conflict.theirs);
      setConflict(null);
      form.reset(chosen);
      void submitValues(chosen, conflict.theirs);
    },
    leaveConflict: () => setConflict(null),
  };
}
