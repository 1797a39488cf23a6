import type { Language } from '@contract/limits';
import type { OfferTotal } from '@contract/rules/offer';
import { useLanguage } from '../app/language';
import type { Kind } from './kind';
import { amountText } from './money';
import { TextInput } from './TextInput';

const textOf = (totals: readonly OfferTotal[], language: Language): string =>
  totals.map(({ amount, currency }) => amountText(amount, currency, language)).join('; ');

/** Totals of lines, one per currency; calculated, never typed. */
export const totals: Kind<'totals'> = {
  align: 'end',
  width: 160,
  toText: (value: readonly OfferTotal[], _meta, { speech }) => textOf(value, speech.language),
  Input: (props) => {
    const language = useLanguage();
    const shown = textOf(props.value ?? [], language);
    return <TextInput {...props} disabled shown={shown} read={(typed) => typed} />;
  },
  Filter: null,
};
