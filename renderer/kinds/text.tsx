import type { Kind } from './kind';
import { PlaceInput } from './PlaceInput';
import { TextFilter, TextInput } from './TextInput';

/** One line of text. */
export const text: Kind<'text'> = {
  align: 'start',
  width: 160,
  toText: (value: string) => value,
  Input: (props) => {
    const { meta, value, ...rest } = props;
    return meta.suggest ? (
      <PlaceInput {...props} part={meta.suggest} />
    ) : (
      <TextInput {...rest} shown={String(value ?? '')} read={(typed) => typed} maxLength={meta.max} />
    );
  },
  Filter: ({ id, name, parts, onChange }) => (
    <TextFilter
      id={id}
      value={String(parts[name] ?? '')}
      onChange={(typed) => onChange({ [name]: typed || undefined })}
    />
  ),
};
