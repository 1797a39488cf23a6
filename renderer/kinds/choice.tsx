import { useSpeech } from '../app/language';
import { ManySelect, ShortSelect } from './ChoiceInput';
import type { Kind } from './kind';
import { textsIn } from './recordId';

/** One value of a fixed list, shown by its label. */
export const choice: Kind<'choice'> = {
  align: 'start',
  width: 120,
  toText: (value: string, meta, { speech }) => speech.choice(meta.list, value),
  Input: ({ meta, value, onChange, ...rest }) => {
    const speech = useSpeech();
    const options = meta.values.map((one) => ({
      value: one,
      label: speech.choice(meta.list, one),
      search: one,
    }));
    return <ShortSelect {...rest} options={options} value={value ?? null} onChange={onChange} />;
  },
  Filter: ({ id, name, meta, parts, onChange }) => {
    const speech = useSpeech();
    const options = meta.values.map((one) => {
      const label = speech.choice(meta.list, one);
      return { value: one, label, search: `${one} ${label}` };
    });
    return (
      <ManySelect
        id={id}
        options={options}
        values={textsIn(parts[name])}
        onChange={(values) => onChange({ [name]: values.length > 0 ? values : undefined })}
      />
    );
  },
};
