import { check } from '@contract/checked';
import { metaOf } from '@contract/fields';
import { fieldOf } from '@contract/rowFields';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../app/language';
import { kindOf } from '../../kinds';
import { FieldFrame } from '../../kinds/FieldFrame';

/** Input values beside a file, by field. */
export type FieldInput = Readonly<Record<string, unknown>>;

/** Returns the values parsed by the contract; undefined while any are missing or invalid. */
export function parsedInput(schema: z.ZodObject, input: FieldInput): FieldInput | undefined {
  const found = check(schema, input);
  return found.ok ? found.value : undefined;
}

/** Fields of a schema to fill in beside a file. Errors are shown on blur. */
export function InputFields(props: {
  schema: z.ZodObject;
  /** Owner of the fields, if their labels are its own. */
  resource?: string;
  fields: readonly string[];
  input: FieldInput;
  hints?: Readonly<Record<string, string>>;
  onChange: (changed: FieldInput) => void;
}) {
  const { schema, resource, fields, input, hints = {}, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const found = check(schema, input);
  const problems = found.ok ? {} : found.problems;
  return (
    <div className="fc-form-fields fc-input-fields">
      {fields.map((name) => {
        const field = fieldOf(schema, name);
        const meta = metaOf(field);
        const { Input } = kindOf(meta);
        const wrong = left.has(name) ? problems[name] : undefined;
        const id = `${base}-${name}`;
        const required = !field.safeParse(null).success && meta.kind !== 'codes';
        return (
          <FieldFrame
            key={name}
            id={id}
            kind={meta.kind}
            label={speech.label(name, resource)}
            mark={required ? <span title={t('common.required')}>*</span> : undefined}
            wrong={wrong && speech.message(wrong, speech.label(name, resource))}
            hint={hints[name]}
          >
            <Input
              id={id}
              name={name}
              meta={meta}
              value={input[name]}
              onChange={(value) => onChange({ [name]: value })}
              onBlur={() => setLeft((before) => new Set(before).add(name))}
              invalid={wrong !== undefined}
              disabled={false}
              required={required}
              row={input}
            />
          </FieldFrame>
        );
      })}
    </div>
  );
}
