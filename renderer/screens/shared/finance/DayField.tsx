import { FormGroup } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import { openItemRow } from '@contract/finance/openItem';
import { useId, useState } from 'react';
import { kindOf } from '../../../kinds';
import { isDay } from '../../../kinds/date';

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
        invalid={!isDay(typed)}
        onBlur={() => undefined}
        onChange={(next: unknown) => {
          setTyped(next);
          if (isDay(next)) onChange(next);
        }}
      />
    </FormGroup>
  );
}
