import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { type Problem, problem } from '../errors';
import { clean } from './codes';
import type { CodeRule } from './rule';

/**
 * Pattern that a person stores, to recognise mail or the postcodes of a country. Matched by RE2, in time proportional to
 * the text: JavaScript's own expressions can take exponential time, and RE2 has no look-around or back-references. In mail
 * case is ignored, and `^` and `$` match at line ends.
 */
export type Pattern = RE2JS;

/** Maximum characters of a pattern, and instructions of its program: matching time is text length × instructions. */
const MAX_LENGTH = 200;
const MAX_INSTRUCTIONS = 1000;
const MAIL = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/** Wrong part by the library's description, where it quotes the whole pattern instead. */
const BRACKETS: Readonly<Record<string, string>> = {
  'missing closing )': '(',
  'unexpected )': ')',
  'missing closing ]': '[',
  'trailing backslash at end of expression': '\\',
};
/** A brace that opens no repetition count: RE2 reads it literally, but it is most likely a typing error. */
const STRAY_BRACE = /\\[pPx]\{|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|(\{)/g;
/** Whitespace that RE2's `\s` does not match. */
const OTHER_BLANKS = /[^\S\t\n\f\r ]/g;

/** Compiles a pattern. Throws for one that {@link patternProblem} finds wrong. */
export const readPattern = (source: string, { cased = false } = {}): Pattern =>
  RE2JS.compile(source, cased ? 0 : MAIL);

/** Finds the wrong part of a pattern; undefined if the pattern is valid. */
function wrongPart(source: string): string | undefined {
  try {
    // Compiled without flags, because the library quotes them as part of the pattern.
    if (RE2JS.compile(source).programSize() > MAX_INSTRUCTIONS) return '{}';
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      return BRACKETS[error.getDescription()] ?? error.getPattern() ?? source;
    if (error instanceof RE2JSException) return source;
    throw error;
  }
  return [...source.matchAll(STRAY_BRACE)].find(([, brace]) => brace)?.[1];
}

/** Checks a pattern; the problem names the wrong part. */
export function patternProblem(
  source: string,
  wrong = (part: string): Problem => problem('MAIL_PATTERN', { part }),
): Problem | undefined {
  if ([...source].length > MAX_LENGTH) return problem('TOO_LONG', { max: MAX_LENGTH });
  const part = wrongPart(source);
  return part === undefined ? undefined : wrong(part);
}

/** Rule of a field that holds a mail pattern. */
export const mailPattern: CodeRule = {
  max: MAX_LENGTH,
  normalise: clean,
  check: (value) => patternProblem(value),
};

/** True if a pattern matches the whole text. */
export const fitsPattern = (pattern: Pattern, text: string): boolean => pattern.matches(text);

/**
 * Finds the first match of a pattern; returns its first group, or the whole match if it has no group or the group did not
 * take part. Undefined if nothing matches.
 */
export function findPattern(pattern: Pattern, text: string): string | undefined {
  const matcher = pattern.matcher(text.replace(OTHER_BLANKS, ' '));
  if (!matcher.find()) return undefined;
  return (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group() ?? undefined;
}
