import type { Language } from '@contract/limits';
import type { Kind } from './kind';
import { formatNumber, NumberInput, RangeFilter } from './NumberInput';

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** Formats a number of bytes with a suitable unit. */
export function formatSize(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatNumber(bytes / 1024 ** power, language, { min: 0, max: power > 1 ? 1 : 0 })} ${UNITS[power]}`;
}

/** The size of a file in bytes. */
export const size: Kind<'size'> = {
  align: 'end',
  width: 90,
  toText: (value: number, _meta, { speech }) => formatSize(value, speech.language),
  Input: (props) => <NumberInput {...props} whole unit="B" decimals={{ min: 0, max: 0 }} />,
  Filter: (props) => <RangeFilter {...props} whole />,
};
