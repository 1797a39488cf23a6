import { FormGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { DayRange } from '../../../kinds/dates';

/** Range of days above a list; an empty text for an open end. */
export function DaysField({
  label,
  from,
  to,
  onChange,
}: {
  label: string;
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
}) {
  const id = useId();
  return (
    <FormGroup inline label={label} labelFor={id} style={{ margin: 0 }}>
      <DayRange
        id={id}
        from={from || undefined}
        to={to || undefined}
        onChange={(start, end) => onChange(start ?? '', end ?? '')}
      />
    </FormGroup>
  );
}
