// Checks the catalogues of both languages against `catalogues.json`: style, glossary, typography, placeholders, unused
// keys, and equal texts under several keys. Exceptions in that file have a reason; an exception without effect fails.
//   node scripts/catalogues.mjs
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { root } from './build.mjs';

const CATALOGUES = 'virtual:catalogues';
const HAN = '\\p{Script=Han}';
/** Key suffixes that i18next chooses by a count; Chinese has only the last. */
const PLURAL = /_(?:zero|one|other)$/;

/** Returns every text as `{ language, screens, key, text }`; `screens` is true for those of the screens. */
export async function catalogueTexts() {
  const { module } = await runnerImport(CATALOGUES, {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
    plugins: [
      {
        name: 'catalogues',
        resolveId: (id) => (id === CATALOGUES ? id : undefined),
        load: (id) =>
          id === CATALOGUES
            ? `export default import.meta.glob(
                ['/preload/contract/words/{en,cn}/*.ts', '/renderer/i18n/{en,cn}/*.ts', '!**/index.ts'], { eager: true });`
            : undefined,
      },
    ],
  });
  const leaves = (value, key) =>
    typeof value === 'string'
      ? [{ key, text: value }]
      : Object.entries(value).flatMap(([name, part]) => leaves(part, key ? `${key}.${name}` : name));
  return Object.entries(module.default).flatMap(([file, catalogue]) =>
    leaves({ ...catalogue }, '').map((text) => ({
      language: file.includes('/en/') ? 'en' : 'cn',
      screens: file.startsWith('/renderer/'),
      ...text,
    })),
  );
}

/** Returns the program text without catalogues, their notes and comments. */
function programText() {
  const files = ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return files
    .filter((file) => !/[\\/](?:i18n|words)[\\/](?:(?:en|cn)[\\/]|notes\.ts$)/.test(file))
    .map((file) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');
}

/** Names of the `{placeholders}` of a text, in alphabetical order. */
const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

/** Findings of the rules by pattern: style and glossary. */
function patternFindings(texts, { rules, glossary }) {
  const patterns = [
    ...rules.map(({ find, outside, ...rule }) => ({
      ...rule,
      pattern: new RegExp(find, 'u'),
      outside: outside && new RegExp(outside),
    })),
    ...glossary.flatMap(({ en, cn, not }) =>
      Object.entries(not).map(([language, find]) => ({
        rule: 'glossary',
        language,
        pattern: new RegExp(find, language === 'en' ? 'iu' : 'u'),
        say: language === 'en' ? en : cn,
      })),
    ),
  ].map((one) => ({
    ...one,
    pattern: new RegExp(one.pattern.source.replaceAll('HAN', HAN), one.pattern.flags),
  }));
  return patterns.flatMap(({ rule, language, pattern, outside, say }) =>
    texts
      .filter((one) => one.language === language && !outside?.test(one.key) && pattern.test(one.text))
      .map(({ key, text }) => ({ rule, key, language, note: `${text}\n    → ${say}` })),
  );
}

/** Translations of a word by one that belongs to another: `when` is of the English text, `not` of the Chinese one. */
function pairFindings(texts, pairs) {
  const english = new Map(
    texts.filter(({ language }) => language === 'en').map((one) => [one.key, one.text]),
  );
  const patterns = pairs.map(({ when, not, say }) => ({
    when: new RegExp(when, 'i'),
    not: new RegExp(not),
    say,
  }));
  return texts
    .filter(({ language }) => language === 'cn')
    .flatMap(({ key, text }) =>
      patterns
        .filter(({ when, not }) => when.test(english.get(key) ?? '') && not.test(text))
        .map(({ say }) => ({ rule: 'glossary', key, language: 'cn', note: `${text}\n    → ${say}` })),
    );
}

/** Texts whose translation is missing, or has other placeholders. */
function placeholderFindings(texts) {
  const chinese = new Map(
    texts.filter(({ language }) => language === 'cn').map((one) => [one.key, one.text]),
  );
  return texts
    .filter(({ language }) => language === 'en')
    .flatMap(({ key, text }) => {
      const cn =
        chinese.get(key) ?? (PLURAL.test(key) ? chinese.get(key.replace(PLURAL, '_other')) : undefined);
      if (cn === undefined)
        return [{ rule: 'placeholders', key, language: 'cn', note: 'has no Chinese text' }];
      const [en, other] = [placeholders(text), placeholders(cn)];
      const same = en.join() === other.join();
      return same
        ? []
        : [{ rule: 'placeholders', key, language: 'cn', note: `{${other}} where English has {${en}}` }];
    });
}

/**
 * Collects how the program names keys of the screens: `'area.key'`, or a template whose parts are texts or property
 * names in the program. Keys from templates are values of a list, each of which needs its own text.
 */
function keyUse(program) {
  const words = new Set(program.match(/\w+/g));
  const values = new Set([...program.matchAll(/'(\w+)'|(\w+)\??:/g)].map(([, text, name]) => text ?? name));
  const literals = new Set([...program.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, key]) => key));
  const templates = [...program.matchAll(/\bt\([^()`]*`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, template]) => {
      const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
      return new RegExp(`^${parts.join('(\\w+?)')}$`);
    },
  );
  /** Codes composed in templates, for example `${document}_APPROVED`. */
  const codes = [...program.matchAll(/`((?:\w|\$\{\w+\})*_(?:\w|\$\{\w+\})*)`/g)].map(
    ([, template]) => new RegExp(`^${template.replaceAll(/\$\{\w+\}/g, '(\\w+?)')}$`),
  );
  const isCode = (name) =>
    codes.some((code) =>
      code
        .exec(name)
        ?.slice(1)
        .every((part) => words.has(part)),
    );
  const byTemplate = (key) =>
    templates.some((template) =>
      template
        .exec(key)
        ?.slice(1)
        .every((part) => values.has(part)),
    );
  return {
    named: (name) => words.has(name) || isCode(name) || name.match(/\w+/g).every((part) => words.has(part)),
    byLiteral: (key) => literals.has(key) || literals.has(key.replace(PLURAL, '')),
    byTemplate: (key) => byTemplate(key) || byTemplate(key.replace(PLURAL, '')),
  };
}

/** Keys that the program does not name; keys of the contract are fields, states and codes, found as words in it. */
function unusedFindings(texts, use) {
  const isUsed = ({ key, screens }) => {
    if (screens) return use.byLiteral(key) || use.byTemplate(key);
    const last = key.slice(key.lastIndexOf('.') + 1);
    const [, resource, field] = (key.startsWith('fields.') && /^([a-zA-Z]+)_(.+)$/.exec(last)) || [];
    return resource ? use.named(resource) && use.named(field) : use.named(last);
  };
  return texts
    .filter((one) => one.language === 'en' && !isUsed(one))
    .map(({ key, text }) => ({ rule: 'unused', key, language: 'en', note: text }));
}

/** Keys with the same texts in both languages, where one would do. */
function equalFindings(texts, use) {
  const both = new Map();
  for (const { key, language, text } of texts) both.set(key, { ...both.get(key), [language]: text });
  const labels = [...both].flatMap(([key, { en, cn }]) => {
    const common = /^fields\.[a-zA-Z]+_(.+)$/.exec(key);
    const other = common && both.get(`fields.${common[1]}`);
    return other?.en === en && other?.cn === cn
      ? [{ rule: 'equal', key, language: 'en', note: `${en}: fields.${common[1]} says the same` }]
      : [];
  });
  const groups = new Map();
  for (const { key } of texts.filter(({ screens, language }) => screens && language === 'en')) {
    const { en, cn = both.get(key.replace(PLURAL, '_other'))?.cn } = both.get(key);
    const pair = `${en} · ${cn}`;
    if (use.byLiteral(key) || !use.byTemplate(key)) groups.set(pair, [...(groups.get(pair) ?? []), key]);
  }
  const screens = [...groups].flatMap(([pair, [first, ...more]]) =>
    more.map((key) => ({ rule: 'equal', key, language: 'en', note: `${pair}: ${first} says the same` })),
  );
  return [...labels, ...screens];
}

/** Returns the findings, and the exceptions without effect: `{ findings, stale }`. */
export function catalogueFindings(texts, data, program = programText()) {
  const use = keyUse(program);
  const excused = new Set();
  const findings = [
    ...patternFindings(texts, data),
    ...pairFindings(texts, data.pairs),
    ...placeholderFindings(texts),
    ...unusedFindings(texts, use),
    ...equalFindings(texts, use),
  ].filter(({ rule, key, language }) => {
    const name = [`${language} ${key}`, key].find((one) => data.except[rule]?.[one]);
    if (name) excused.add(`${rule}: ${name}`);
    return !name;
  });
  const stale = Object.entries(data.except)
    .flatMap(([rule, keys]) => Object.keys(keys).map((key) => `${rule}: ${key}`))
    .filter((name) => !excused.has(name));
  return { findings, stale };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const data = JSON.parse(readFileSync(path.join(root, 'scripts/catalogues.json'), 'utf8'));
  const texts = await catalogueTexts();
  const { findings, stale } = catalogueFindings(texts, data);
  for (const { rule, key, language, note } of findings) console.error(`${rule} ${language} ${key}: ${note}`);
  for (const name of stale) console.error(`An exception excuses nothing: ${name}`);
  const counts = new Map();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const parts = [...counts].map(([rule, count]) => `${rule} ${count}`);
  console.log(
    `${texts.length} texts, ${findings.length} findings${parts.map((part) => `, ${part}`).join('')}`,
  );
  if (findings.length > 0 || stale.length > 0) process.exitCode = 1;
}
