import type { Kind } from './kind';
import { NumberInput } from './NumberInput';

/** The id of a record. */
export const id: Kind<'id'> = {
  align: 'end',
  width: 80,
  toText: (value: number) => String(value),
  Input: (props) => <NumberInput {...props} whole decimals={{ min: 0, max: 0 }} />,
  Filter: null,
};
