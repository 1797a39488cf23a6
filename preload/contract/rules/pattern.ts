import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { type Problem, problem } from '../errors';
import { clean } from './codes';
import type { CodeRule } from './rule';

/**
 * Patterns that people write: to recognise mail, for the postcodes of a country. No pattern and no mail may make one slow,
 * which the expressions of the language cannot promise: these are matched by RE2, which looks neither ahead nor back and
 * takes time in proportion to the text. In mail upper and lower case are the same; `^` and `$` stand for ends of lines.
 */
export type Pattern = RE2JS;

/** Characters of a pattern, and instructions that it may be made of once its repetitions are written out. */
const MAX_LENGTH = 200;
const MAX_INSTRUCTIONS = 2000;
const MAIL = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/** Problems with a bracket, of which the library quotes the whole pattern. */
const BRACKETS: Readonly<Record<string, string>> = {
  'missing closing )': '(',
  'unexpected )': ')',
  'missing closing ]': '[',
  'trailing backslash at end of expression': '\\',
};
/** A brace that opens no count: RE2 takes it as it stands, but whoever writes one forgot its end. */
const STRAY_BRACE = /\\[pPx]\{|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|(\{)/g;
/** Blanks that `\s` of RE2 does not know. */
const OTHER_BLANKS = /[^\S\t\n\f\r ]/g;

/** Compiles a pattern. Throws for one that {@link patternProblem} finds wrong. */
export const readPattern = (source: string, { cased = false } = {}): Pattern =>
  RE2JS.compile(source, cased ? 0 : MAIL);

/** The part of a pattern that is wrong; undefined where all of it can be matched. */
function wrongPart(source: string): string | undefined {
  try {
    // Without flags: the library quotes them as if they were part of the pattern.
    if (RE2JS.compile(source).programSize() > MAX_INSTRUCTIONS) return '{}';
  } catch (error) {
    if (error instanceof RE2JSSyntaxException)
      return BRACKETS[error.getDescription()] ?? error.getPattern() ?? source;
    if (error instanceof RE2JSException) return source;
    throw error;
  }
  return [...source.matchAll(STRAY_BRACE)].find(([, brace]) => brace)?.[1];
}

/** What is wrong with a pattern, and at which part of it; undefined when it can be matched. */
export function patternProblem(
  source: string,
  wrong = (part: string): Problem => problem('MAIL_PATTERN', { part }),
): Problem | undefined {
  if ([...source].length > MAX_LENGTH) return problem('TOO_LONG', { max: MAX_LENGTH });
  const part = wrongPart(source);
  return part === undefined ? undefined : wrong(part);
}

/** A pattern in a field. */
export const mailPattern: CodeRule = {
  max: MAX_LENGTH,
  normalise: clean,
  check: (value) => patternProblem(value),
};

/** True for a pattern that fits the whole of a text, upper and lower case told apart where it was read so. */
export const fitsPattern = (pattern: Pattern, text: string): boolean => pattern.matches(text);

/**
 * The first place at which a pattern fits, as the language would find it: what its first brackets hold, or all of it
 * where it has none. Undefined where it fits nowhere. Takes time in proportion to the text.
 */
export function findPattern(pattern: Pattern, text: string): string | undefined {
  const matcher = pattern.matcher(text.replace(OTHER_BLANKS, ' '));
  if (!matcher.find()) return undefined;
  return (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? matcher.group() ?? undefined;
}
