const HIDDEN = '***';

/**
 * Patterns hidden in logs, with their replacements. The order matters: the more specific come first. Each begins at the
 * start of a word, and no two parts of one match the same characters, so that long lines take no extra time.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:token|password|passwd|pwd|secret|authorization|captcha|cookie|api-?key|x-freight-secret)\w*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s,;}&)]+)/gi,
    `$1${HIDDEN}`,
  ],
  [/((?<!\w)\w+:\/\/[^\s?#"']*)[?#][^\s"')]*/g, `$1?${HIDDEN}`],
  [/([\w/.])\?[\w.~%[\]-]+=[^\s"')]*/g, `$1?${HIDDEN}`],
  [/(?<![^\s"'<>(:=,;@])[^\s"'<>(:=,;@]+@[^\s"'<>):,;@.]+(?:\.[^\s"'<>):,;@.]+)+/g, HIDDEN],
  // Paths: quoted ones up to the closing quote, others up to the next space.
  [/(["'`])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|\/(?=[^\s/]))(?:(?!\1).)*\1/g, `$1${HIDDEN}$1`],
  [/file:\/\/[^\s"'()]+/g, HIDDEN],
  [/(?<![\w:/.])(?:[A-Za-z]:[\\/]|\\\\)[^\s"'():]+/g, HIDDEN],
  [/(?<![\w:/.~-])\/(?:[^\s/"'():]+\/)+[^\s"'():]*/g, HIDDEN],
  [/(?<![\w.+/:-])\+?\(?\d[\d ().-]{6,}\d(?![\w])/g, HIDDEN],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}={0,2}/g, HIDDEN],
];

/**
 * Redacts a text for the log: removes tokens, passwords, people's addresses, phone numbers, query strings, and paths of
 * the disk. Paths in the app's own folder stay, since stack traces need them.
 */
export function redact(text: string, ownFolder = ''): string {
  const own = ownFolder ? text.replaceAll(ownFolder, 'app:') : text;
  return RULES.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), own);
}
