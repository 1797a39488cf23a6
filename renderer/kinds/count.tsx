import type { Kind } from './kind';
import { formatNumber, NumberInput, RangeFilter } from './NumberInput';

const decimals = { min: 0, max: 0 };

/** A whole number of things. */
export const count: Kind<'count'> = {
  align: 'end',
  width: 105,
  toText: (value: number, _meta, { speech }) => formatNumber(value, speech.language, decimals),
  Input: (props) => <NumberInput {...props} whole decimals={decimals} />,
  Filter: (props) => <RangeFilter {...props} whole />,
};
