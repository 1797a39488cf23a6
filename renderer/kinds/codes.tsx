import { TagInput } from '@blueprintjs/core';
import type { Kind } from './kind';
import { text } from './text';

/** A list of codes, each a tag; blanks, commas and line breaks separate what is typed or pasted. */
export const codes: Kind<'codes'> = {
  align: 'start',
  width: 160,
  toText: (value: readonly string[]) => value.join(', '),
  Input: ({ id, meta, value, onChange, onBlur, invalid, disabled }) => (
    <TagInput
      fill
      addOnBlur
      addOnPaste
      separator={/[\s,;]+/}
      disabled={disabled}
      intent={invalid ? 'danger' : 'none'}
      values={(value as string[] | null) ?? []}
      inputProps={{ id, onBlur, 'aria-invalid': invalid, 'aria-describedby': `${id}-help` }}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => meta.rule.normalise(String(tag))))])}
    />
  ),
  Filter: text.Filter as Kind<'codes'>['Filter'],
};
