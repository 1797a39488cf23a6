import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../../main/**/*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Values that a log message may contain: names from the code, ids of records, reasons, counts. */
const ALLOWED = new Set([
  'reason',
  'found.code',
  'name',
  'named',
  'detail',
  'job.id',
  'one.id',
  'rule.id',
  'row.cmrId',
  'filing.messageId',
  'messageId',
  'answerId',
  'found.method',
  'found.path',
  'fieldOf(path)',
  'issuesOf(checked.error)',
  'this.#deaths.length',
  "[...reading.damaged].join(', ')",
]);

/** Returns expressions within templates passed to a report, and any other argument than a text or template. */
function inserted(source: string): string[] {
  return [
    ...source.matchAll(/\b(?:report|fail)\(\s*(?:'\w+',\s*)?`([^`]*(?:\$\{[^`]*`[^`]*`[^`]*\}[^`]*)*)`/g),
  ].flatMap(([, template = '']) =>
    [...template.matchAll(/\$\{([^}]*(?:\?[^}]*)?)\}/g)].map(([, one = '']) => one),
  );
}

test('limits log messages to names of code, ids and counts', () => {
  const found = Object.entries(sources).flatMap(([file, source]) =>
    inserted(source)
      .filter((one) => !ALLOWED.has(one) && !/^[^'"]+ \? '[^']*' : '[^']*'$/.test(one))
      .map((one) => `${file}: ${one}`),
  );
  expect(found).toEqual([]);
});

test('finds inserted expressions', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  expect(inserted('report(`the rule ${rule.name} failed`, error)')).toEqual(['rule.name']);
});
