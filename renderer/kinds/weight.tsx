import { unitOf } from '@contract/fields';
import type { Kind } from './kind';
import { formatNumber, NumberInput, RangeFilter } from './NumberInput';

/** Kilograms: three decimals stored, two shown in lists. */
export const weight: Kind<'weight'> = {
  align: 'end',
  width: 110,
  toText: (value: number, _meta, { speech }) => formatNumber(value, speech.language, { min: 2, max: 2 }),
  Input: (props) => (
    <NumberInput {...props} whole={false} unit={unitOf(props.meta)} decimals={{ min: 0, max: 3 }} />
  ),
  Filter: (props) => <RangeFilter {...props} whole={false} />,
};
