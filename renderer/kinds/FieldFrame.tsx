import { FormGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';

/** Frame of a field: its label above, its problem or else its hint beneath. */
export function FieldFrame(props: {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  /** Mark beside the label, for example of a required field. */
  readonly mark?: ReactNode;
  readonly wrong: string | undefined;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) {
  const { id, kind, label, mark, wrong, hint = '', children } = props;
  return (
    <FormGroup
      className={`fc-field fc-field-${kind}`}
      label={label}
      labelFor={id}
      labelInfo={mark}
      intent={wrong ? 'danger' : 'none'}
      helperText={
        <span id={`${id}-help`} role={wrong ? 'alert' : undefined}>
          {wrong ?? hint}
        </span>
      }
    >
      {children}
    </FormGroup>
  );
}
