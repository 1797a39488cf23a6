import { type OfferTotal, totalText } from '@contract/rules/offer';
import type { Kind } from './kind';
import { TextInput } from './TextInput';

const textOf = (totals: readonly OfferTotal[]): string => totals.map(totalText).join('; ');

/** What lines come to, one currency after the other; it is calculated, and never typed. */
export const totals: Kind<'totals'> = {
  align: 'end',
  width: 160,
  toText: textOf,
  Input: (props) => (
    <TextInput
      {...props}
      disabled
      shown={textOf((props.value as OfferTotal[] | null) ?? [])}
      read={(typed) => typed}
    />
  ),
  Filter: null,
};
