import { unitOf } from '@contract/fields';
import type { Kind } from './kind';
import { formatNumber, NumberInput, RangeFilter } from './NumberInput';

/** Cubic metres with three decimals. */
export const volume: Kind<'volume'> = {
  align: 'end',
  width: 90,
  toText: (value: number, _meta, { speech }) => formatNumber(value, speech.language, { min: 2, max: 3 }),
  Input: (props) => (
    <NumberInput {...props} whole={false} unit={unitOf(props.meta)} decimals={{ min: 0, max: 3 }} />
  ),
  Filter: (props) => <RangeFilter {...props} whole={false} />,
};
