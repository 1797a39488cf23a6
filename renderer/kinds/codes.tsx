import { TagInput } from '@blueprintjs/core';
import { useSpeech } from '../app/language';
import { ManySelect } from './ChoiceInput';
import { keepEnter } from './keepEnter';
import type { InputProps, Kind, MetaOf } from './kind';
import { TypedFilter } from './TextInput';

/**
 * A list of codes as tags, separated by spaces, commas or line breaks when typed. Codes of short lists are selected.
 */
export const codes: Kind<'codes'> = {
  align: 'start',
  width: 160,
  toText: (value: readonly string[], { rule: { labels } }, { speech }) =>
    speech.list(value.map((one) => (labels ? speech.choice(labels, one) : one))),
  Input: (props) =>
    props.meta.rule.values ? (
      <CodeOptions {...props} values={props.meta.rule.values()} />
    ) : (
      <Typed {...props} />
    ),
  Filter: TypedFilter,
};

type CodesInput = InputProps<MetaOf<'codes'>>;

function CodeOptions({ id, meta, value, values, onChange }: CodesInput & { values: readonly string[] }) {
  const { labels } = meta.rule;
  const speech = useSpeech();
  const options = values.map((one) => {
    const label = labels ? speech.choice(labels, one) : one;
    return { value: one, label, search: `${one} ${label}` };
  });
  return <ManySelect id={id} options={options} values={value ?? []} onChange={onChange} />;
}

function Typed({ id, meta, value, onChange, onBlur, invalid, disabled }: CodesInput) {
  return (
    <TagInput
      fill
      addOnBlur
      addOnPaste
      separator={/[\s,;]+/}
      disabled={disabled}
      intent={invalid ? 'danger' : 'none'}
      values={value ?? []}
      inputProps={{ id, onBlur, 'aria-invalid': invalid, 'aria-describedby': `${id}-help` }}
      onKeyDown={keepEnter}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => meta.rule.normalise(String(tag))))])}
    />
  );
}
