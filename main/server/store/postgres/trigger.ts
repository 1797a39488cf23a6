import type { Token } from './lex';

const is = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === text;

/**
 * A trigger of SQLite as a trigger of PostgreSQL and the function that it calls: what it does is a list of statements in
 * the one and a function in the other, and its condition may ask other tables in the one alone.
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
    (statement) => raised(statement) ?? grammar(statement),
  );
  const answer = is(event[0], 'after') ? 'null' : event.some((token) => is(token, 'delete')) ? 'old' : 'new';
  return `create or replace function main.${called}() returns trigger language plpgsql as $trigger$
    begin if ${condition} then ${statements.join(';')}; end if; return ${answer}; end $trigger$;
    create or replace trigger ${called} ${grammar(event)} for each row execute function main.${called}()`;
}

/** What SQLite finds by the trigger's name alone goes with the function of that name. */
export const dropTrigger = (tokens: readonly Token[]): string =>
  `drop function main.${calledBy(tokens.at(-1))}() cascade`;

/** The name of a trigger and its function, as PostgreSQL reads it. */
const calledBy = (token: Token | undefined): string =>
  token?.kind === 'name' ? token.text : `"${token?.text ?? ''}"`;

/** The statements of a list, each ended by a semicolon. */
function splitAt(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === ';') found.push([]);
    else found.at(-1)?.push(token);
  }
  return found.filter((statement) => statement.length > 0);
}

/** `select raise(abort, 'why')`, as an exception. */
function raised(statement: readonly Token[]): string | undefined {
  const [select, raise, , , , why] = statement;
  if (!is(select, 'select') || !is(raise, 'raise')) return undefined;
  return `raise exception using message = ${why?.text ?? "''"}`;
}
