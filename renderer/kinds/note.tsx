import { TextArea } from '@blueprintjs/core';
import type { Kind } from './kind';
import { TypedFilter } from './TextInput';

/** Several lines of text. */
export const note: Kind<'note'> = {
  align: 'start',
  width: 200,
  toText: (value: string) => value.replace(/\s*\n\s*/g, ' ⏎ '),
  Input: ({ id, meta, value, onChange, onBlur, invalid, disabled }) => (
    <TextArea
      id={id}
      fill
      rows={3}
      maxLength={meta.max}
      disabled={disabled}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid}
      aria-describedby={`${id}-help`}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      onBlur={onBlur}
    />
  ),
  Filter: TypedFilter,
};
