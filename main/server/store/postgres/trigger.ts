import type { Token } from './lex';

const is = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === text;

/**
 * Translates a trigger of SQLite into a PostgreSQL trigger and the function that it calls: SQLite has a list of
 * statements where PostgreSQL has a function, and only SQLite's condition may query other tables.
 */
export function translateTrigger(
  tokens: readonly Token[],
  grammar: (tokens: readonly Token[]) => string,
): string {
  const at = (text: string) => tokens.findIndex((token) => is(token, text));
  const begin = at('begin');
  const when = at('when');
  const on = tokens.findIndex((token, place) => is(token, 'on') && place < begin);
  const head = tokens.slice(0, when > 0 && when < begin ? when : begin);
  const called = calledBy(tokens[2]);
  const event = head.slice(3, on + 2);
  const condition = when > 0 && when < begin ? grammar(tokens.slice(when + 1, begin)) : 'true';
  const statements = splitAt(tokens.slice(begin + 1, -1)).map(
    (statement) => translateRaise(statement) ?? grammar(statement),
  );
  const answer = is(event[0], 'after') ? 'null' : event.some((token) => is(token, 'delete')) ? 'old' : 'new';
  return `create or replace function main.${called}() returns trigger language plpgsql as $trigger$
    begin if ${condition} then ${statements.join(';')}; end if; return ${answer}; end $trigger$;
    create or replace trigger ${called} ${grammar(event)} for each row execute function main.${called}()`;
}

/** SQLite drops a trigger by name alone; here the function of that name is dropped with it. */
export const dropTrigger = (tokens: readonly Token[]): string =>
  `drop function main.${calledBy(tokens.at(-1))}() cascade`;

/** Name of a trigger and its function, quoted for PostgreSQL. */
const calledBy = (token: Token | undefined): string =>
  token?.kind === 'name' ? token.text : `"${token?.text ?? ''}"`;

/** Splits a list of statements, each ended by a semicolon. */
function splitAt(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === ';') found.push([]);
    else found.at(-1)?.push(token);
  }
  return found.filter((statement) => statement.length > 0);
}

/** Translates `select raise(abort, 'why')` into an exception. */
function translateRaise(statement: readonly Token[]): string | undefined {
  const [select, raise, , , , why] = statement;
  if (!is(select, 'select') || !is(raise, 'raise')) return undefined;
  return `raise exception using message = ${why?.text ?? "''"}`;
}
