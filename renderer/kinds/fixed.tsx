import { readNumber } from '@contract/importing/numberText';
import { useLanguage } from '../app/language';
import type { Kind } from './kind';
import { formatNumber, RangeFilter } from './NumberInput';
import { TextInput } from './TextInput';

/** A unit price or a rate: a decimal string from end to end; of its decimals, two at least are shown. */
export const fixed: Kind<'fixed'> = {
  align: 'end',
  width: 110,
  // Only for showing: ten digits before the point and six behind it are read back as they were.
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
