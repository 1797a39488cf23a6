import type { Kind } from './kind';
import { TextInput } from './TextInput';

/** Any logged value, in one line. */
export const json: Kind<'json'> = {
  align: 'start',
  width: 240,
  toText: (value: unknown) => JSON.stringify(value),
  Input: (props) => (
    <TextInput {...props} disabled shown={JSON.stringify(props.value ?? null)} read={(typed) => typed} />
  ),
  Filter: null,
};
