import { FormGroup } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { fieldsOf } from '@contract/rowFields';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';

/** Typed values of an action's fields. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Returns the values without empty ones. */
export const filled = (values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

/** Returns the problems of the values, by field. A choice that was not made is reported as missing, not as invalid. */
export function wrongIn(
  schema: z.ZodObject,
  given: FieldValues,
  word: (name: string, found: Problem) => string,
) {
  const checked = check(schema, given);
  if (checked.ok) return {};
  return Object.fromEntries(
    Object.entries(checked.problems).map(([name, found]) => [
      name,
      word(name, given[name] === undefined ? problem('REQUIRED') : found),
    ]),
  );
}

/** Inputs for the fields of an action, each of its kind. */
export function GivenFields(props: {
  readonly schema: z.ZodObject;
  readonly values: FieldValues;
  readonly onChange: (values: FieldValues) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** Labels that differ from the usual ones. */
  readonly labels: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
  /** Values that determine the clocks of the times. */
  readonly row: FieldValues;
  readonly id: string;
}) {
  const { schema, values, onChange, errors, labels, hints, row, id } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  return Object.entries(fieldsOf(schema)).map(([name, field]) => {
    const meta = metaOf(field);
    const required = !field.safeParse(undefined).success;
    const { Input } = kindOf(meta);
    const fieldId = `${id}-${name}`;
    const message = errors[name];
    return (
      <FormGroup
        key={name}
        label={speech.label(labels[name] ?? name)}
        labelFor={fieldId}
        labelInfo={required ? <span title={t('common.required')}>*</span> : undefined}
        intent={message ? 'danger' : 'none'}
        helperText={
          <span id={`${fieldId}-help`} role={message ? 'alert' : undefined}>
            {message ?? hints[name] ?? ''}
          </span>
        }
      >
        <Input
          id={fieldId}
          name={name}
          meta={meta}
          value={values[name] ?? null}
          onChange={(value) => onChange({ ...values, [name]: value })}
          onBlur={() => undefined}
          invalid={message !== undefined}
          disabled={false}
          required={required}
          row={{ ...row, ...values }}
        />
      </FormGroup>
    );
  });
}
