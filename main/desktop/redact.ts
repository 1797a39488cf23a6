const HIDDEN = '***';

/**
 * What may not stand in a log, and what stands there instead. The order matters: the more particular goes first. Each
 * begins where a word does, and no two of its parts take the same letters, so that a long line costs no time.
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
  // Paths: in quotation marks with all they hold, without them up to the next space.
  [/(["'`])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|\\\\|\/(?=[^\s/]))(?:(?!\1).)*\1/g, `$1${HIDDEN}$1`],
  [/file:\/\/[^\s"'()]+/g, HIDDEN],
  [/(?<![\w:/.])(?:[A-Za-z]:[\\/]|\\\\)[^\s"'():]+/g, HIDDEN],
  [/(?<![\w:/.~-])\/(?:[^\s/"'():]+\/)+[^\s"'():]*/g, HIDDEN],
  [/(?<![\w.+/:-])\+?\(?\d[\d ().-]{6,}\d(?![\w])/g, HIDDEN],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}={0,2}/g, HIDDEN],
];

/**
 * A text as it may be logged: without tokens, passwords, addresses of people, phone numbers, query strings, and paths
 * of the disk. Places in the app's own folder stay, since they are what a stack trace is read for.
 */
export function redact(text: string, ownFolder = ''): string {
  const own = ownFolder ? text.replaceAll(ownFolder, 'app:') : text;
  return RULES.reduce((said, [found, instead]) => said.replace(found, instead), own);
}
