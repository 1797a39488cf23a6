import { readNumber } from '@contract/importing/numberText';
import { useLanguage } from '../app/language';
import type { Kind } from './kind';
import { formatNumber, RangeFilter } from './NumberInput';
import { TextInput } from './TextInput';

/** A unit price or a rate: a decimal string throughout, shown with at least two decimals. */
export const fixed: Kind<'fixed'> = {
  align: 'end',
  width: 110,
  // For display only: a number holds ten digits before the point and six after it exactly.
  toText: (value: string, { digits }, { speech }) =>
    formatNumber(Number(value), speech.language, { min: 2, max: digits }),
  Input: ({ value, ...rest }) => {
    const language = useLanguage();
    const plain = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
    return (
      <TextInput
        {...rest}
        align="end"
        shown={
          plain
            ? formatNumber(Number(value), language, { min: 2, max: rest.meta.digits })
            : String(value ?? '')
        }
        read={(typed) => {
          const read = readNumber(typed.trim(), false);
          return typeof read === 'string' ? read : typed;
        }}
      />
    );
  },
  Filter: (props) => <RangeFilter {...props} whole={false} />,
};
