import { useSpeech } from '../app/language';
import { StateTag } from '../ui/StateTag';
import { ManySelect, ShortSelect } from './ChoiceInput';
import type { Kind, MetaOf } from './kind';
import { textsIn } from './recordId';

const optionsOf = (meta: MetaOf<'state'>, label: (state: string) => string) =>
  meta.values.map((one) => ({ value: one, label: label(one), search: `${one} ${label(one)}` }));

/** The state of a record: a tag with its name, never colour alone. */
export const state: Kind<'state'> = {
  align: 'start',
  width: 110,
  toText: (value: string, meta, { speech }) => speech.state(meta.machine, value),
  Cell: (value: string, meta, { speech }) => (
    <StateTag tone={meta.states[value]?.tone ?? 'neutral'}>{speech.state(meta.machine, value)}</StateTag>
  ),
  Input: ({ meta, value, onChange, ...rest }) => {
    const speech = useSpeech();
    const options = optionsOf(meta, (one) => speech.state(meta.machine, one));
    return <ShortSelect {...rest} options={options} value={value ?? null} onChange={onChange} />;
  },
  Filter: ({ id, name, meta, parts, onChange }) => {
    const speech = useSpeech();
    return (
      <ManySelect
        id={id}
        options={optionsOf(meta, (one) => speech.state(meta.machine, one))}
        values={textsIn(parts[name])}
        onChange={(values) => onChange({ [name]: values.length > 0 ? values : undefined })}
      />
    );
  },
};
