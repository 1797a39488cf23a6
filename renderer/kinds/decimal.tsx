import { unitOf } from '@contract/fields';
import type { Kind } from './kind';
import { formatNumber, NumberInput, RangeFilter } from './NumberInput';

/** A rate or bound in a fixed unit, at most three decimals; amounts always show two. */
export const decimal: Kind<'decimal'> = {
  align: 'end',
  width: 100,
  toText: (value: number, { digits, unit }, { speech }) =>
    formatNumber(value, speech.language, { min: digits ?? (unit === 'EUR' ? 2 : 0), max: digits ?? 3 }),
  Input: (props) => (
    <NumberInput {...props} whole={false} unit={unitOf(props.meta)} decimals={{ min: 0, max: 3 }} />
  ),
  Filter: (props) => <RangeFilter {...props} whole={false} />,
};
