import type { FieldMeta } from '@contract/fields';
import { readNumber } from '@contract/importing/numberText';
import { INTL_LOCALE, type Language } from '@contract/limits';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../app/language';
import type { FilterProps, InputProps } from './kind';
import { TextFilter, TextInput } from './TextInput';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in a language; empty for a value that is no number, which another server may have sent. */
export function formatNumber(
  value: number,
  language: Language,
  decimals: { min: number; max: number },
): string {
  if (!Number.isFinite(value)) return '';
  const key = `${language} ${decimals.min} ${decimals.max}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(INTL_LOCALE[language], {
      minimumFractionDigits: decimals.min,
      maximumFractionDigits: decimals.max,
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** Returns a formatter for numbers in the current language, with `decimals` decimals at most. */
export function useNumber(decimals = 0): (value: number) => string {
  const language = useLanguage();
  return (value) => formatNumber(value, language, { min: 0, max: decimals });
}

/** Formats a percentage with exactly one decimal, so that the decimals align. */
export const percentText = (share: number, language: Language): string =>
  withPercent(formatNumber(share, language, { min: 1, max: 1 }), language);

/** Adds the percent sign; Chinese writes it without a space. */
export const withPercent = (number: string, language: Language): string =>
  language === 'cn' ? `${number}%` : `${number} %`;

/** Parses a typed number; returns the text itself if it is none or ambiguous, so that the check reports it. */
export function numberOf(typed: string, whole: boolean): unknown {
  const read = readNumber(typed.trim(), whole);
  return typeof read === 'string' ? Number(read) : typed;
}

/** Number field: right aligned, with its unit; thousands are separated on blur. */
export function NumberInput(
  props: InputProps<FieldMeta> & { whole: boolean; unit?: string; decimals: { min: number; max: number } },
) {
  const language = useLanguage();
  const { value, whole, decimals, unit } = props;
  const shown = typeof value === 'number' ? formatNumber(value, language, decimals) : String(value ?? '');
  return (
    <TextInput {...props} align="end" unit={unit} shown={shown} read={(typed) => numberOf(typed, whole)} />
  );
}

/** Filter with the two ends of a number range. */
export function RangeFilter({
  id,
  name,
  parts,
  onChange,
  whole,
}: FilterProps<FieldMeta> & { whole: boolean }) {
  const { t } = useTranslation();
  const end = (part: string, label: string, inputId: string) => (
    <TextFilter
      id={inputId}
      align="end"
      label={label}
      value={parts[part] === undefined ? '' : String(parts[part])}
      onChange={(typed) => {
        const read = typed.trim() ? numberOf(typed, whole) : undefined;
        if (read === undefined || typeof read === 'number') onChange({ [part]: read });
      }}
    />
  );
  return (
    <div className="fc-range">
      {end(`${name}Min`, t('common.filterFrom', { value: '' }), id)}
      {end(`${name}Max`, t('common.filterTo', { value: '' }), `${id}-to`)}
    </div>
  );
}
