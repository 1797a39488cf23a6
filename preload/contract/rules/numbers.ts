/** Numbers in a pasted text: separated by blanks, commas, semicolons or lines; each once. */
export const numbersIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;，；、]+/).filter(Boolean)),
];
