/** A word, sign, name or text of a statement, with the space before it. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'sign';
  /** The text as written. */
  readonly text: string;
  /** White space and comments before the token. */
  readonly before: string;
}

const TOKENS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['text', /'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")*"/y],
  ['parameter', /\?\d*/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['sign', /::|->>|->|\|\||<=|>=|<>|!=|==|<<|>>|[-+*/%=<>(),.;&|~[\]]/y],
];
const BETWEEN = /(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** Splits a statement into tokens. Throws for characters that no statement of the store contains. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  for (;;) {
    const before = take(BETWEEN) ?? '';
    if (at === text.length) return tokens;
    let token: Token | undefined;
    for (const [kind, pattern] of TOKENS) {
      const found = take(pattern);
      if (found === undefined) continue;
      token = { kind, text: found, before };
      break;
    }
    if (!token) throw new SyntaxError(`no SQL at ${at}: ${text.slice(at, at + 40)}`);
    tokens.push(token);
  }
}

/** Index of the bracket that closes the one at an index; the number of tokens if none does. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at]?.text === '(') depth++;
    else if (tokens[at]?.text === ')' && --depth === 0) return at;
  }
  return tokens.length;
}

/** Joins tokens to the original text. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ before, text }) => before + text).join('');
