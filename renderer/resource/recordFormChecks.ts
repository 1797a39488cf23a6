import { check } from '@contract/checked';
import type { Problem } from '@contract/errors';
import { metaOf, unwrap } from '@contract/fields';
import type { RowIssue } from '@contract/importing/template';
import { opaqueIds } from '@contract/opaque';
import type { FieldShape } from '@contract/rowFields';
import { oddValues, unusedValues } from '@contract/rules/oddValues';
import { useCallback, useEffect, useMemo } from 'react';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { useSpeech } from '../app/language';
import { typedProblem } from '../kinds/typed';
import { type Conflict, changedNames, isRecord, parsedValues, readable } from './recordValues';
import type { Values } from './useRecordForm';

/** Checks of a form: the contract's schema, and the rules between fields. */
interface Checking {
  readonly resource: string;
  readonly schema: z.ZodType;
  readonly rules?: ((values: Values) => readonly RowIssue[]) | undefined;
}
type Base = Conflict['theirs'];
type Words = (path: string, found: Problem) => string;

/** Values for "nothing" in kinds that have one of their own. */
const NOTHING: Readonly<Record<string, unknown>> = { flag: false, codes: [], refs: [], table: [] };

const shapeOf = (schema: z.ZodType): FieldShape => (schema instanceof z.ZodObject ? schema.shape : {});

const issueText = ({ column, level, problem }: RowIssue): string =>
  JSON.stringify([column, level, problem.code, problem.params]);

/** Keeps the values that the schema knows; a form may hold more, for example the version it began with. */
function onlyOf(schema: z.ZodType, values: Values): Values {
  return Object.fromEntries(Object.keys(shapeOf(schema)).map((name) => [name, values[name]]));
}

/** Problem that the field itself has with a text that is no value of its kind. */
function spelledWrong(schema: z.ZodType, field: string, value: unknown): Problem | undefined {
  const found = shapeOf(schema)[field];
  return found && typedProblem(metaOf(found), value);
}

/** Prefixes a message with the row of the table that it is about. */
export function useRowPlace(): (path: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (path: string) => {
      const row = /\.(\d+)\./.exec(path)?.[1];
      return row === undefined ? '' : `${t('common.rowNo', { no: Number(row) + 1 })}: `;
    },
    [t],
  );
}

/** Words a problem at a path by the labels of the form. */
export function useWords({ schema, resource }: Checking): Words {
  const speech = useSpeech();
  const placed = useRowPlace();
  return useCallback(
    (path: string, found: Problem) => {
      const [field = path, ...within] = path.split('.');
      const meta = shapeOf(schema)[field] && metaOf(shapeOf(schema)[field]);
      const name = within.at(-1);
      const inPart = (meta?.kind === 'table' || meta?.kind === 'block') && name !== undefined;
      const label = inPart ? speech.label(name, meta.of) : speech.label(field, resource);
      return `${placed(path)}${speech.message(found, label)}`;
    },
    [speech, resource, schema, placed],
  );
}

/** Checks the values to send: all of a new record, only the changes of an existing one. */
export function useResolver({ schema, rules }: Checking, base: Base, words: Words): Resolver<Values> {
  return useCallback(
    async (values) => {
      const read = readable(base, values);
      const checked = check(opaqueIds(schema), onlyOf(schema, read));
      const errors: Record<string, { type: string; message: string }> = {};
      // Only changed fields of an existing record are sent, so only these are checked.
      const changed = isRecord(base) ? new Set(changedNames(base, values)) : undefined;
      const add = (field: string, found: Problem) => {
        const name = field.split('.')[0] ?? field;
        errors[name] ??= { type: found.code, message: words(field, found) };
      };
      if (!checked.ok)
        for (const [field, found] of Object.entries(checked.problems))
          if (changed?.has(field.split('.')[0] ?? field) ?? true)
            add(field, spelledWrong(schema, field, values[field]) ?? found);
      const earlier = new Set(changed && rules?.(readable(base, parsedValues(base))).map(issueText));
      for (const issue of rules?.(read) ?? [])
        if (issue.level === 'error' && (!earlier.has(issueText(issue)) || changed?.has(issue.column)))
          add(issue.column, issue.problem);
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
    [schema, rules, words, base],
  );
}

/** Finds implausible values, and updates shown messages when the fields they depend on change. */
export function useIssues(
  { schema, rules }: Checking,
  base: Base,
  form: UseFormReturn<Values>,
  values: Values,
  read: Values,
): readonly RowIssue[] {
  const issues = useMemo(() => {
    // A stored value is not checked again as time passes.
    const typed = isRecord(base) ? new Set(changedNames(base, values)) : undefined;
    const odd = oddValues(shapeOf(schema), read, Date.now());
    return [
      ...(rules?.(read) ?? []),
      ...odd.filter(({ column }) => typed?.has(column) ?? true),
      ...unusedValues(shapeOf(schema), read).filter(({ column }) => typed?.has(column) === false),
    ];
  }, [rules, read, schema, base, values]);
  const refused = issues.map(({ column, level, problem }) => `${column} ${level} ${problem.code}`).join();
  // A field's message follows the fields it depends on; an error from the API stays until its own field changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other issues than before count
  useEffect(() => {
    const { errors, touchedFields } = form.formState;
    const shown = Object.entries(errors).flatMap(([name, error]) => (error?.type === 'server' ? [] : [name]));
    const touched = issues.flatMap(({ column }) => (touchedFields[column] ? [column] : []));
    if (shown.length + touched.length > 0) void form.trigger([...new Set([...shown, ...touched])]);
  }, [refused]);
  return issues;
}

/** Warnings among the issues, by field. */
export const useWarnings = (issues: readonly RowIssue[], words: Words): Readonly<Record<string, string>> =>
  useMemo(
    () =>
      Object.fromEntries(
        issues
          .filter(({ level }) => level === 'warning')
          .map((issue) => [issue.column, words(issue.column, issue.problem)]),
      ),
    [issues, words],
  );

/** Returns true if a field is required, by its type or by other values of the form. */
export const useRequired = ({ schema, rules }: Checking, read: Values): ((name: string) => boolean) =>
  useCallback(
    (name: string) => {
      const field = shapeOf(schema)[name];
      if (!field) return false;
      const nothing = NOTHING[metaOf(field).kind];
      if (nothing !== undefined) return !check(field, nothing).ok;
      if (!unwrap(field).nullable) return true;
      return (rules?.({ ...read, [name]: null }) ?? []).some(
        (issue) => issue.column === name && issue.problem.code === 'REQUIRED',
      );
    },
    [schema, rules, read],
  );
