import { currencyIn } from '@contract/fields';
import { readNumber } from '@contract/importing/numberText';
import type { Language } from '@contract/limits';
import { currencyDigits } from '@contract/rules/places';
import { useLanguage } from '../app/language';
import type { Kind } from './kind';
import { formatNumber, RangeFilter } from './NumberInput';
import { TextInput } from './TextInput';

function digitsOf(currency: string): number {
  return currency ? currencyDigits(currency) : 2;
}

/** Formats an amount with its currency in a language. */
export function amountText(amount: string, currency: string, language: Language): string {
  const digits = digitsOf(currency);
  // For display only: a number holds twelve digits before the point exactly.
  return `${formatNumber(Number(amount), language, { min: digits, max: digits })} ${currency}`.trim();
}

/** An amount with its currency: a decimal string throughout, never a float in calculations. */
export const money: Kind<'money'> = {
  align: 'end',
  width: 130,
  toText: (value: string, meta, { speech, row }) => amountText(value, currencyIn(meta, row), speech.language),
  Input: ({ meta, value, row, ...rest }) => {
    const language = useLanguage();
    const currency = currencyIn(meta, row);
    const plain = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
    const shown = plain
      ? formatNumber(Number(value), language, { min: digitsOf(currency), max: 4 })
      : String(value ?? '');
    return (
      <TextInput
        {...rest}
        align="end"
        unit={currency}
        shown={shown}
        read={(typed) => {
          const read = readNumber(typed.trim(), false);
          return typeof read === 'string' ? read : typed;
        }}
      />
    );
  },
  Filter: (props) => <RangeFilter {...props} whole={false} />,
};
