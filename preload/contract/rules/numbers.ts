import { withoutMarks } from './scan';

/** Splits a pasted or scanned text at spaces, commas, semicolons or lines; drops duplicates and scanner marks. */
export const numbersIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;，；、]+/)
      .filter(Boolean)
      .map(withoutMarks),
  ),
];
