import { FormGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useSpeech } from '../../../app/language';

interface Props {
  /** The settings whose labels it has. */
  readonly of: string;
  /** Id of the input inside. */
  readonly id: string;
  readonly name: string;
  readonly wrong: string | undefined;
  readonly hint: string | undefined;
  readonly children: ReactNode;
}

/** One setting: its label, and its problem or hint beneath. */
export function SettingField({ of, id, name, wrong, hint = '', children }: Props) {
  const { label } = useSpeech();
  return (
    <FormGroup
      label={label(name, of)}
      labelFor={id}
      intent={wrong ? 'danger' : 'none'}
      helperText={<span role={wrong ? 'alert' : undefined}>{wrong ?? hint}</span>}
    >
      {children}
    </FormGroup>
  );
}
