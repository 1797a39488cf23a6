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
import { type Conflict, conflictOf, held, isRecord, readable, toSend } from './recordValues';
import type { RecordFormOptions, Sent, Values } from './useRecordForm';

/** Saves a form once, and merges it where it has become stale. */
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
  const [gone, setGone] = useState(false);
  // One key for one intention: pressing Save again after a broken connection must not make a second record.
  const key = useRef(crypto.randomUUID());
  const { reset } = form;

  /** Two versions met: what only one side changed is merged and told, what both changed is asked about. */
  const meet = async (submitted: Values, found: Conflict) => {
    // A form that does not carry the version itself would meet the same answer again.
    const carried = found.mine.version === undefined || found.mine.version === submitted.version;
    if (found.fields.length > 0 || carried) {
      setConflict(found);
      return;
    }
    setBase(found.theirs);
    reset({ ...found.mine });
    notify({
      text: t('common.conflictMerged', {
        fields: found.taken.map((name) => speech.label(name, resource)).join(', ') || t('common.none'),
      }),
      intent: 'primary',
    });
    await submitValues({ ...found.mine }, found.theirs);
  };

  /** Puts the form into the outbox, with the way back to here. */
  const putByOutbox = async (id: string, submitted: Values, begun: Conflict['theirs']) => {
    const kept = {
      key: draftKey,
      value: { values: submitted, initial: begun, reopen },
      path,
      title: tabTitle(path),
    };
    await desktop.outbox.attach({ id, form: kept });
    key.current = crypto.randomUUID();
    forget();
    reset(held(options.initial));
    options.onCancel?.();
  };

  const submitValues = async (submitted: Values, begun = base) => {
    setFailure(null);
    setGone(false);
    try {
      const saved = await save(toSend(begun, submitted) as Sent<S>, key.current, {
        ...readable(begun, submitted),
      });
      key.current = crypto.randomUUID();
      forget();
      onSaved(saved);
    } catch (thrown) {
      const { error } = failureOf(thrown);
      if (error.code === 'STALE_DATA' && error.current) {
        await meet(submitted, conflictOf(begun, submitted, error.current));
        return;
      }
      if (error.kept) return putByOutbox(error.kept, submitted, begun);
      setGone(error.code === 'NOT_FOUND' && known);
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
    gone,
    submitValues,
    /** Continues on their version with what was chosen for each field. */
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
