import { problem } from '../errors';
import type { RowIssue } from '../importing/template';

const IN_BRACES = /\{([^{}]*)\}/g;

/** Returns the unknown names in braces. */
const unknownIn = (text: string, known: readonly string[]): string[] => [
  ...new Set(
    [...text.matchAll(IN_BRACES)].map(([, name = '']) => name).filter((name) => !known.includes(name)),
  ),
];

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(' ');

/** Checks the texts of a record for unknown placeholders; returns problems by field. */
export function placeholderIssues(
  values: Readonly<Record<string, unknown>>,
  texts: readonly string[],
  known: readonly string[],
): RowIssue[] {
  return texts.flatMap((column): RowIssue[] => {
    const unknown = unknownIn(String(values[column] ?? ''), known);
    return unknown.length === 0
      ? []
      : [
          {
            column,
            level: 'error',
            problem: problem('PLACEHOLDER_UNKNOWN', { names: braced(unknown), known: braced(known) }),
          },
        ];
  });
}

/** Replaces the placeholders of a text; braces within a value stay unchanged. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(IN_BRACES, (all, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : all));
