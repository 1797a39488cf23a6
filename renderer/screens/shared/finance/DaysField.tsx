import { FormGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { useKept } from '../../../app/drafts';
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

/** A range of days of a screen, kept with it: for its field, and as a part of a query. */
export function useKeptDays([first, last]: readonly [from: string, to: string]) {
  const [from, setFrom] = useKept('from', first);
  const [to, setTo] = useKept('to', last);
  const onChange = (start: string, end: string) => {
    setFrom(start);
    setTo(end);
  };
  return { field: { from, to, onChange }, query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } };
}
