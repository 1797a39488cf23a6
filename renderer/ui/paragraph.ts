/** Joins sentences of one language into a paragraph: catalogues leave out the full stop of a single sentence. */
export function paragraph(...sentences: readonly string[]): string {
  const parts = sentences.filter(Boolean);
  const [stop, gap] = parts.some((text) => /\p{Script=Han}/u.test(text)) ? ['。', ''] : ['.', ' '];
  const last = parts.length - 1;
  return parts.map((text, at) => (at < last && !/[.?!。？！]$/u.test(text) ? text + stop : text)).join(gap);
}
