import './parts.css';
import { FormGroup } from '@blueprintjs/core';
import { unwrap } from '@contract/fields';
import { emptyRow } from '@contract/rules/tablePaste';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { isBlank, lineOf, PartInput } from './partFields';

/** A nested record: a small form within the form, a line of text elsewhere. */
export const block: Kind<'block'> = {
  align: 'start',
  width: 320,
  toText: (value, { shape }, context) => lineOf(shape, value, context),
  Input: BlockInput,
  Filter: null,
};

function BlockInput(props: InputProps<MetaOf<'block'>>) {
  const { id, name: own, meta, value, onChange, onBlur, disabled, required, invalid } = props;
  const { of, shape } = meta;
  const speech = useSpeech();
  const part = value ?? emptyRow(shape);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its title is in the group of the form
    <div id={id} role="group" aria-label={speech.label(own)} className="fc-block">
      {Object.entries(shape).map(([name, field]) => {
        const label = speech.label(name, of);
        const needed = !unwrap(field).nullable && (required || !isBlank(part));
        return (
          <FormGroup
            key={name}
            className="fc-field"
            label={label}
            labelFor={`${id}-${name}`}
            labelInfo={needed ? '*' : undefined}
          >
            <PartInput
              id={`${id}-${name}`}
              name={name}
              field={field}
              part={part}
              disabled={disabled}
              required={needed}
              announced={invalid}
              onBlur={onBlur}
              onChange={(now) => {
                const next = { ...part, [name]: now };
                onChange(isBlank(next) ? null : next);
              }}
            />
          </FormGroup>
        );
      })}
    </div>
  );
}
