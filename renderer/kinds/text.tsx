import type { Kind } from './kind';
import { TextFilter, TextInput } from './TextInput';

/** One line of text. */
export const text: Kind<'text'> = {
  align: 'start',
  width: 160,
  toText: (value: string) => value,
  Input: ({ meta, value, ...rest }) => (
    <TextInput {...rest} shown={String(value ?? '')} read={(typed) => typed} maxLength={meta.max} />
  ),
  Filter: ({ id, name, parts, onChange }) => (
    <TextFilter
      id={id}
      value={String(parts[name] ?? '')}
      onChange={(typed) => onChange({ [name]: typed || undefined })}
    />
  ),
};
