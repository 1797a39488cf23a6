import type { AppError, Problem } from '@contract/errors';
import { check, metaOf, unwrap } from '@contract/fields';
import type { RowIssue } from '@contract/importing/template';
import { opaqueIds } from '@contract/opaque';
import { oddValues, unusedValues } from '@contract/rules/oddValues';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { desktop, failureOf } from '../api/bridge';
import { draftOf, type HalfFilled, keepDraft, useTypedElsewhere } from '../app/drafts';
import { useSpeech } from '../app/language';
import { useTabPath } from '../app/TabFrame';
import { tabTitle } from '../app/tabs';
import { typedProblem } from '../kinds/typed';
import { notify } from '../ui/toaster';
import {
  type Conflict,
  changedNames,
  conflictOf,
  held,
  isRecord,
  isUnread,
  readable,
  toSend,
} from './recordValues';

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

/** What stands for "nothing" in kinds that have a value of their own for it. */
const NOTHING: Readonly<Record<string, unknown>> = { flag: false, codes: [], refs: [], table: [] };

const shapeOf = (schema: z.ZodType) => (schema as z.ZodObject).shape ?? {};

/** A form of one record: checked by the contract, kept as a draft, saved once, and merged when it has become stale. */
export function useRecordForm<Saved, S extends z.ZodType>(options: RecordFormOptions<Saved, S>) {
  const { schema, rules, resource, draft, save, onSaved } = options;
  const { t } = useTranslation();
  const speech = useSpeech();
  const path = useTabPath();
  /** In which row of a table something stands, before what is said of it. */
  const placed = useCallback(
    (of: string) => {
      const row = /\.(\d+)\./.exec(of)?.[1];
      return row === undefined ? '' : `${t('common.rowNo', { no: Number(row) + 1 })}: `;
    },
    [t],
  );
  const draftKey = `form:${draft}`;
  const reopen = useSame(options.reopen);
  const elsewhere = useTypedElsewhere(draftKey);
  const [restored, setRestored] = useState(() => draftOf(draftKey));
  const kept = restored?.value as HalfFilled | undefined;
  const [base, setBase] = useState<Conflict['theirs']>(kept?.initial ?? options.initial);
  const known = isRecord(base) || base.version !== undefined;
  const [failure, setFailure] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** The record was deleted while it was being edited here. */
  const [gone, setGone] = useState(false);
  const mine = useRef(kept !== undefined);
  // One key for one intention: pressing Save again after a broken connection must not make a second record.
  const key = useRef(crypto.randomUUID());

  const words = useCallback(
    (path: string, found: Problem) => {
      const [field = path, ...within] = path.split('.');
      const meta = shapeOf(schema)[field] && metaOf(shapeOf(schema)[field] as z.ZodType);
      const name = within.at(-1);
      const inPart = (meta?.kind === 'table' || meta?.kind === 'block') && name !== undefined;
      const label = inPart ? speech.label(name, meta.of) : speech.label(field, resource);
      return `${placed(path)}${speech.message(found, label)}`;
    },
    [speech, resource, schema, placed],
  );
  const resolver: Resolver<Values> = useCallback(
    async (values) => {
      const read = readable(base, values);
      const checked = check(opaqueIds(schema), onlyOf(schema, read));
      const errors: Record<string, { type: string; message: string }> = {};
      // Of a record that is being changed, the server has what nobody changed here.
      const asked = isRecord(base) ? new Set(changedNames(base, values)) : undefined;
      const add = (field: string, found: Problem) => {
        const name = field.split('.')[0] ?? field;
        errors[name] ??= { type: found.code, message: words(field, found) };
      };
      if (!checked.ok)
        for (const [field, found] of Object.entries(checked.problems))
          if (asked?.has(field.split('.')[0] ?? field) ?? true)
            add(field, spelledWrong(schema, field, values[field]) ?? found);
      const stood = new Set(asked && rules?.(readable(base, held(base))).map(sayIssue));
      for (const issue of rules?.(read) ?? [])
        if (issue.level === 'error' && (!stood.has(sayIssue(issue)) || asked?.has(issue.column)))
          add(issue.column, issue.problem);
      return Object.keys(errors).length > 0
        ? { values: {}, errors: errors as FieldErrors<Values> }
        : { values, errors: {} };
    },
    [schema, rules, words, base],
  );
  const form = useForm<Values>({
    defaultValues: kept?.values ?? held(options.initial),
    resolver,
    mode: 'onTouched',
  });
  // The library makes a new object with each drawing: who hears of changes must hear of nothing else.
  const values = useSame(form.watch());
  const changed = useMemo(() => changedNames(base, values).length > 0, [values, base]);
  const read = useMemo((): Values => ({ ...readable(base, values) }), [base, values]);

  useEffect(() => {
    // What another window types is not written over: one goes on here on purpose alone.
    if (elsewhere) return;
    if (changed) {
      mine.current = true;
      keepDraft(draftKey, { values, initial: base, reopen } satisfies HalfFilled, path);
    } else if (mine.current) {
      // What was taken back by hand shall not come back by itself.
      mine.current = false;
      keepDraft(draftKey, undefined);
    }
  }, [elsewhere, changed, draftKey, values, base, path, reopen]);
  // The language of messages already shown follows the language of the app.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the words matter
  useEffect(() => {
    if (Object.keys(form.formState.errors).length > 0) void form.trigger();
  }, [words]);

  const issues = useMemo(() => {
    // What a record has had for long is not odd because time went by.
    const typed = isRecord(base) ? new Set(changedNames(base, values)) : undefined;
    const odd = oddValues(shapeOf(schema), read, Date.now());
    return [
      ...(rules?.(read) ?? []),
      ...odd.filter(({ column }) => typed?.has(column) ?? true),
      ...unusedValues(shapeOf(schema), read).filter(({ column }) => typed?.has(column) === false),
    ];
  }, [rules, read, schema, base, values]);
  const refused = issues.map(({ column, level, problem }) => `${column} ${level} ${problem.code}`).join();
  // What is said of a field follows the fields it depends on; what the API said stays until its own field changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other issues than before count
  useEffect(() => {
    const { errors, touchedFields } = form.formState;
    const told = Object.entries(errors).flatMap(([name, error]) => (error?.type === 'server' ? [] : [name]));
    const touched = issues.flatMap(({ column }) => (touchedFields[column] ? [column] : []));
    if (told.length + touched.length > 0) void form.trigger([...new Set([...told, ...touched])]);
  }, [refused]);

  const { follow } = options;
  useEffect(() => {
    if (!follow) return;
    const { unsubscribe } = form.watch((now, { name, type }) => {
      if (!name || type !== 'change') return;
      for (const [other, value] of Object.entries(follow(name, { ...readable(base, now) })))
        form.setValue(other, value, { shouldValidate: other in form.formState.errors });
    });
    return unsubscribe;
  }, [form, follow, base]);

  const forget = useCallback(() => {
    mine.current = false;
    keepDraft(draftKey, undefined);
    setRestored(undefined);
  }, [draftKey]);

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

  const { reset } = form;
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
      if (error.kept) {
        // It lies in the outbox now, with the way back to here.
        const form = {
          key: draftKey,
          value: { values: submitted, initial: begun, reopen },
          path,
          title: tabTitle(path),
        };
        await desktop.outbox.attach({ id: error.kept, form });
        key.current = crypto.randomUUID();
        forget();
        reset(held(options.initial));
        options.onCancel?.();
        return;
      }
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
    form,
    values,
    /** The values without what was not understood, for code that knows their types. */
    read,
    changed,
    /** True if a field holds what came and was not understood. */
    unread: (name: string) => isUnread(base, values, name),
    failure,
    conflict,
    /** Whether it changes a record; a new one has no version. */
    known,
    /** Whether the record has been deleted meanwhile: what was typed can still be copied, or become another one. */
    gone,
    /** When the draft was kept that the form began with. */
    restoredAt: restored?.at,
    warnings: useMemo(
      () =>
        Object.fromEntries(
          issues
            .filter(({ level }) => level === 'warning')
            .map((issue) => [issue.column, words(issue.column, issue.problem)]),
        ),
      [issues, words],
    ),
    /** True when a field may not stay empty, by its type or by what else is filled in. */
    required: useCallback(
      (name: string) => {
        const field = shapeOf(schema)[name] as z.ZodType | undefined;
        if (!field) return false;
        const nothing = NOTHING[metaOf(field).kind];
        if (nothing !== undefined) return !check(field, nothing).ok;
        if (!unwrap(field).nullable) return true;
        return (rules?.({ ...read, [name]: null }) ?? []).some(
          (issue) => issue.column === name && issue.problem.code === 'REQUIRED',
        );
      },
      [schema, rules, read],
    ),
    /** When another window typed into the same form; until one goes on here, this one is closed. */
    typedElsewhere: elsewhere?.at,
    /** Goes on here, with what was typed there or with what stands here; the other window is closed by it. */
    goOn: (which: 'theirs' | 'mine') => {
      const { values: typed, initial } =
        which === 'theirs' && elsewhere ? (elsewhere.value as HalfFilled) : { values, initial: base };
      setBase(initial);
      form.reset(typed);
      mine.current = true;
      keepDraft(draftKey, { values: typed, initial, reopen } satisfies HalfFilled, path);
    },
    submit: form.handleSubmit((submitted) => submitValues(submitted)),
    discard: () => {
      forget();
      setBase(options.initial);
      form.reset(held(options.initial));
    },
    /** Continues on their version with what was chosen for each field. */
    resolve: (chosen: Values) => {
      if (!conflict) return;
      setBase(conflict.theirs);
      setConflict(null);
      form.reset(chosen);
      void submitValues(chosen, conflict.theirs);
    },
    leaveConflict: () => setConflict(null),
    /** What was typed, for another record: this form gives it away. */
    forNew: (): Values => {
      const { version: _, ...typed } = readable(base, form.getValues());
      forget();
      reset(held(options.initial));
      return typed;
    },
  };
}

const sayIssue = ({ column, level, problem }: RowIssue): string =>
  JSON.stringify([column, level, problem.code, problem.params]);

/** The first of values that say the same. */
function useSame<T>(now: T): T {
  const said = JSON.stringify(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says stands for it
  return useMemo(() => now, [said]);
}

/** What the schema knows of the values; a form may hold more, as the version it began with. */
function onlyOf(schema: z.ZodType, values: Values): Values {
  return Object.fromEntries(Object.keys(shapeOf(schema)).map((name) => [name, values[name]]));
}

/** What the field itself says of a text that is no value of its kind. */
function spelledWrong(schema: z.ZodType, field: string, value: unknown): Problem | undefined {
  const found = shapeOf(schema)[field] as z.ZodType | undefined;
  return found && typedProblem(metaOf(found), value);
}
