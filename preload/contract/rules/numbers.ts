import { withoutMarks } from './scan';

/** Numbers in a pasted or scanned text: separated by blanks, commas, semicolons or lines; each once, without marks of scanners. */
export const numbersIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;，；、]+/)
      .filter(Boolean)
      .map(withoutMarks),
  ),
];
