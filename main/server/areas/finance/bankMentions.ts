/** Shortest number that is looked for in a text, in letters and digits: shorter ones occur by chance. */
const SHORTEST = 4;

const signs = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Pattern of a number as a whole word: payers leave out its hyphens and slashes, or write spaces for them. */
function patternOf(number: string): RegExp {
  const parts = number.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new RegExp(`(?<![\\p{L}\\p{N}]-?)${parts.join('[^\\p{L}\\p{N}]{0,2}')}(?!-?[\\p{L}\\p{N}])`, 'gu');
}

/**
 * Finds the numbers that a text mentions as whole words. The longest are found first, and what they cover is not
 * searched for shorter ones: `2026-1` is not in `X-2026-1`. Numbers without a digit are never found.
 */
export function mentioned(text: string, numbers: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const compact = signs(text);
  const possible = [...new Set(numbers)]
    .map((number) => ({ number, signs: signs(number) }))
    .filter((one) => one.signs.length >= SHORTEST && /\d/.test(one.signs) && compact.includes(one.signs))
    .sort((a, b) => b.signs.length - a.signs.length);
  let left = text.toUpperCase();
  for (const { number } of possible) {
    const rest = left.replace(patternOf(number), ' · ');
    if (rest !== left) found.add(number);
    left = rest;
  }
  return found;
}
