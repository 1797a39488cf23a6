import type { RowIssue } from '@contract/importing/template';
import { useEffect, useMemo } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import type { HalfFilled } from '../app/drafts';
import { useIssues, useRequired, useResolver, useWarnings, useWords } from './recordFormChecks';
import { useFormDraft, useKeeping, useSame } from './recordFormDraft';
import { useSaving } from './recordFormSaving';
import { type Conflict, changedNames, held, isUnread, readable } from './recordValues';

export type Values = Record<string, unknown>;

/** What a form sends, by its schema: all of a new record; of one that is changed the changes, and the version it had. */
export type Sent<S extends z.ZodType> =
  unknown extends z.input<S> ? Values : z.input<S> & { readonly version: number };

export interface RecordFormOptions<Saved, S extends z.ZodType = z.ZodType> {
  readonly resource: string;
  /** What the API will check as well: one schema on both sides. */
  readonly schema: S;
  /** Those of a new record, or `recordValues` of the one that is being changed: then the changes alone are checked and sent. */
  readonly initial: Values;
  /** What must hold between fields; warnings are shown and do not block. */
  readonly rules?: (values: Values) => readonly RowIssue[];
  /** What else changes with a value that was changed by hand. */
  readonly follow?: (changed: string, values: Values) => Values;
  /** Under which name a half-filled form is kept; forms of the same record share it. */
  readonly draft: string;
  /** Sends what is to be sent; `all` is what the form holds. */
  readonly save: (sent: Sent<S>, key: string, all: Values) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
  /** Leaves the form. */
  readonly onCancel?: () => void;
  /** The state of the screen with which this form stands open, as the screen keeps it. */
  readonly reopen?: { readonly name: string; readonly value: unknown };
}

/** Lets other values change with one that was changed by hand. */
function useFollowing(
  form: UseFormReturn<Values>,
  follow: RecordFormOptions<never>['follow'],
  base: Conflict['theirs'],
): void {
  useEffect(() => {
    if (!follow) return;
    const { unsubscribe } = form.watch((now, { name, type }) => {
      if (!name || type !== 'change') return;
      for (const [other, value] of Object.entries(follow(name, { ...readable(base, now) })))
        form.setValue(other, value, { shouldValidate: other in form.formState.errors });
    });
    return unsubscribe;
  }, [form, follow, base]);
}

/** A form of one record: checked by the contract, kept as a draft, saved once, and merged when it has become stale. */
export function useRecordForm<Saved, S extends z.ZodType>(options: RecordFormOptions<Saved, S>) {
  const draft = useFormDraft(options);
  const { base, setBase, elsewhere, forget } = draft;
  const words = useWords(options);
  const form = useForm<Values>({
    defaultValues: draft.kept?.values ?? held(options.initial),
    resolver: useResolver(options, base, words),
    mode: 'onTouched',
  });
  // The library makes a new object with each drawing: who hears of changes must hear of nothing else.
  const values = useSame(form.watch());
  const changed = useMemo(() => changedNames(base, values).length > 0, [values, base]);
  const read = useMemo((): Values => ({ ...readable(base, values) }), [base, values]);
  useKeeping(draft, values, changed);
  // The language of messages already shown follows the language of the app.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the words matter
  useEffect(() => {
    if (Object.keys(form.formState.errors).length > 0) void form.trigger();
  }, [words]);
  const issues = useIssues(options, base, form, values, read);
  useFollowing(form, options.follow, base);
  const { submitValues, ...saving } = useSaving(options, draft, form);

  return {
    ...saving,
    form,
    values,
    /** The values without what was not understood, for code that knows their types. */
    read,
    changed,
    /** True if a field holds what came and was not understood. */
    unread: (name: string) => isUnread(base, values, name),
    /** When the draft was kept that the form began with. */
    restoredAt: draft.restoredAt,
    warnings: useWarnings(issues, words),
    required: useRequired(options, read),
    /** When another window typed into the same form; until one goes on here, this one is closed. */
    typedElsewhere: elsewhere?.at,
    /** Goes on here, with what was typed there or with what stands here; the other window is closed by it. */
    goOn: (which: 'theirs' | 'mine') => {
      const { values: typed, initial } =
        which === 'theirs' && elsewhere ? (elsewhere.value as HalfFilled) : { values, initial: base };
      setBase(initial);
      form.reset(typed);
      draft.keep(typed, initial);
    },
    submit: form.handleSubmit((submitted) => submitValues(submitted)),
    discard: () => {
      forget();
      setBase(options.initial);
      form.reset(held(options.initial));
    },
    /** What was typed, for another record: this form gives it away. */
    forNew: (): Values => {
      const { version: _, ...typed } = readable(base, form.getValues());
      forget();
      form.reset(held(options.initial));
      return typed;
    },
  };
}
