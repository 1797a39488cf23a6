import type { RowIssue } from '@contract/importing/template';
import { useEffect, useMemo } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { useIssues, useRequired, useResolver, useWarnings, useWords } from './recordFormChecks';
import { halfFilledOf, useFormDraft, useKeeping, useSame } from './recordFormDraft';
import { useSaving } from './recordFormSaving';
import { type Conflict, changedNames, isUnread, parsedValues, readable } from './recordValues';

export type Values = Record<string, unknown>;

/** Data sent by a form, by its schema: all of a new record; changes and former version of an existing one. */
export type SubmittedValues<S extends z.ZodType> =
  unknown extends z.input<S>
    ? Values
    : string extends keyof z.input<S>
      ? Values
      : z.input<S> & { readonly version: number };

export interface RecordFormOptions<Saved, S extends z.ZodType = z.ZodType> {
  readonly resource: string;
  /** Schema that the API checks by as well. */
  readonly schema: S;
  /** Defaults of a new record, or `recordValues` of an existing one: then only the changes are checked and sent. */
  readonly initial: Values;
  /** Rules between fields; warnings are shown and do not block. */
  readonly rules?: (values: Values) => readonly RowIssue[];
  /** Returns the values after further changes that follow from a change by the user. */
  readonly follow?: (changed: string, values: Values) => Values;
  /** Name under which the draft is stored; forms of the same record share it. */
  readonly draft: string;
  /** Sends the data; `all` are all values of the form. */
  readonly save: (sent: SubmittedValues<S>, key: string, all: Values) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
  /** Leaves the form. */
  readonly onCancel?: () => void;
  /** Stored state of the screen in which this form is open. */
  readonly reopen?: { readonly name: string; readonly value: unknown };
}

/** Updates other values that follow from a change by the user. */
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

/** Form of one record: checked by the contract, stored as a draft, saved once, and merged when stale. */
export function useRecordForm<Saved, S extends z.ZodType>(options: RecordFormOptions<Saved, S>) {
  const draft = useFormDraft(options);
  const { base, setBase, elsewhere, forget } = draft;
  const words = useWords(options);
  const form = useForm<Values>({
    defaultValues: draft.kept?.values ?? parsedValues(options.initial),
    resolver: useResolver(options, base, words),
    mode: 'onTouched',
  });
  // The library returns a new object with each render; listeners must be called for changes only.
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
    /** Values without the unparsed ones, for code that relies on their types. */
    read,
    changed,
    /** Returns true if a field holds a received value that could not be parsed. */
    unread: (name: string) => isUnread(base, values, name),
    /** When the restored draft was stored; undefined if there was none. */
    restoredAt: draft.restoredAt,
    warnings: useWarnings(issues, words),
    required: useRequired(options, read),
    /** When another window edited the same form; this one is disabled until the user continues here. */
    typedElsewhere: elsewhere?.at,
    /** Continues here with the other window's values or with these; disables the form in the other window. */
    goOn: (which: 'theirs' | 'mine') => {
      const theirs = which === 'theirs' ? halfFilledOf(elsewhere?.value) : undefined;
      const { values: typed, initial } = theirs ?? { values, initial: base };
      setBase(initial);
      form.reset(typed);
      draft.keep(typed, initial);
    },
    submit: form.handleSubmit((submitted) => submitValues(submitted)),
    discard: () => {
      forget();
      setBase(options.initial);
      form.reset(parsedValues(options.initial));
    },
    /** Returns the typed values for a new record, and resets this form. */
    forNew: (): Values => {
      const { version: _, ...typed } = readable(base, form.getValues());
      forget();
      form.reset(parsedValues(options.initial));
      return typed;
    },
  };
}
