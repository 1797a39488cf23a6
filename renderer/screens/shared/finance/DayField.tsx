import { FormGroup } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { openItemRow } from '@contract/finance/openItem';
import { useId, useState } from 'react';
import { kindOf } from '../../../kinds';

const meta = metaOf(openItemRow.shape.invoiceDate);
const { Input } = kindOf(meta);

/** One day above a list; an incomplete one is not passed on. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState<unknown>(value);
  const isDay = typeof typed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(typed);
  return (
    <FormGroup inline label={label} labelFor={id} style={{ margin: 0 }}>
      <Input
        id={id}
        name="day"
        meta={meta}
        value={typed}
        row={{}}
        required
        disabled={false}
        invalid={!isDay}
        onBlur={() => undefined}
        onChange={(next: unknown) => {
          setTyped(next);
          if (typeof next === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(next)) onChange(next);
        }}
      />
    </FormGroup>
  );
}
