import type { Language } from '../limits';
import { permissionTitles } from '../permissions';
import * as cnChoices from './cn/choices';
import { data as cnData } from './cn/data';
import { desktop as cnDesktop } from './cn/desktop';
import { fields as cnFields } from './cn/fields';
import { titles as cnTitles } from './cn/menu';
import { messages as cnMessages } from './cn/messages';
import { records as cnRecords } from './cn/records';
import { rules as cnRules } from './cn/rules';
import * as enChoices from './en/choices';
import { data as enData } from './en/data';
import { desktop as enDesktop } from './en/desktop';
import { fields as enFields } from './en/fields';
import { titles as enTitles } from './en/menu';
import { messages as enMessages } from './en/messages';
import { records as enRecords } from './en/records';
import { rules as enRules } from './en/rules';
import { menuOf } from './records';
import { fill, type Shape } from './translation';

const enMenu = menuOf(enRecords, enTitles);
const en = {
  messages: { ...enMessages, ...enRules, ...enData },
  fields: enFields,
  menu: enMenu,
  desktop: enDesktop,
  choices: { ...enChoices.choices, permission: permissionTitles(enMenu) },
  states: enChoices.states,
  actions: enChoices.actions,
  events: enChoices.events,
};
export type Words = Shape<typeof en>;

const cnMenu = menuOf(cnRecords, cnTitles);
const cn: Words = {
  messages: { ...cnMessages, ...cnRules, ...cnData },
  fields: cnFields,
  menu: cnMenu,
  desktop: cnDesktop,
  choices: { ...cnChoices.choices, permission: permissionTitles(cnMenu) },
  states: cnChoices.states,
  actions: cnChoices.actions,
  events: cnChoices.events,
};

/** Texts of the API and main, by language; screens have their own catalogues. */
export const words: Record<Language, Words> = { en, cn };

export type MessageCode = keyof Words['messages'];
export type ChoiceList = keyof Words['choices'];
export type ChoiceValue<L extends ChoiceList> = keyof Words['choices'][L] & string;
export type MachineName = keyof Words['states'];
export type EventCode = keyof Words['events'];

/** Value of a placeholder: a plain value, or a word that is translated. */
export type Param =
  | string
  | number
  | { readonly field: string; readonly of?: string }
  | { readonly list: readonly string[] }
  | { readonly choice: readonly [ChoiceList, string] }
  | { readonly state: readonly [MachineName, string] };

/** Longest value repeated in a message, in characters: the input may be a file's worth of text. */
const LONGEST = 500;

/** Returns the message of a code in a language, with its placeholders filled. */
export function say(
  language: Language,
  code: MessageCode,
  params: Readonly<Record<string, Param>> = {},
): string {
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    const text = paramText(language, value);
    filled[name] = typeof text === 'string' && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  }
  return fill(words[language].messages[code], filled);
}

/** Enumerates names or values in a sentence. */
export const listIn = (language: Language, items: readonly string[]): string =>
  items.join(language === 'cn' ? '、' : ', ');

/** Writes a name with its value. */
export const pairIn = (language: Language, name: string, value: string): string =>
  `${name}${language === 'cn' ? '：' : ': '}${value}`;

function paramText(language: Language, value: Param): string | number {
  if (typeof value !== 'object') return value;
  if ('list' in value) return listIn(language, value.list);
  if ('field' in value) return labelOf(language, value.field, value.of);
  if ('choice' in value) return choiceLabel(language, ...value.choice);
  return stateLabel(language, ...value.state);
}

/** Suffixes of the query parameters for a range of a field. */
const RANGE_END = /(From|To|Min|Max)$/;

/**
 * Returns the label of a field: the resource's own, else the common one, else that of the field whose range it limits,
 * else the name itself. A nested field is given by its path; row numbers in it are ignored.
 */
export function labelOf(language: Language, field: string, resource?: string): string {
  const labels: Readonly<Record<string, string>> = words[language].fields;
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  // Own labels only: a caller may name a field `constructor`.
  const own = (one: string) => (Object.hasOwn(labels, one) ? labels[one] : undefined);
  const labelled = (one: string) => (resource && own(`${resource}_${one}`)) || own(one);
  return labelled(name) || labelled(name.replace(RANGE_END, '')) || name;
}

/** Adds to the field names among a problem's values the resources that label them. */
export const namedBy = (
  resourceOf: (field: string) => string,
  params: Readonly<Record<string, Param>> = {},
): Readonly<Record<string, Param>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' && 'field' in value ? { of: resourceOf(value.field), ...value } : value,
    ]),
  );

/** Label of a value from a fixed list; an unknown value is shown as it is. */
export function choiceLabel(language: Language, list: ChoiceList, value: string): string {
  const labels: Readonly<Record<string, string>> = words[language].choices[list];
  return labels[value] ?? value;
}

/** Label of a state of a machine. */
export function stateLabel(language: Language, machine: MachineName, state: string): string {
  const labels: Readonly<Record<string, string>> = words[language].states[machine];
  return labels[state] ?? state;
}

/** Label of an action of a machine. */
export function actionLabel(language: Language, machine: MachineName, action: string): string {
  const labels: Readonly<Record<string, string>> = words[language].actions[machine];
  return labels[action] ?? action;
}

/** Returns the name of a record in the current language, or in the other if that is empty. */
export function nameIn(language: Language, row: { nameEn?: string | null; nameCn?: string | null }): string {
  return (language === 'cn' ? row.nameCn || row.nameEn : row.nameEn || row.nameCn) ?? '';
}

/** Stored names of non-human actors, in any language of the reader. */
export const ACTORS = { system: 'System', app: 'Freight Console' } as const;

/** Returns the name of an actor for a reader: people by name, non-human actors translated. */
export function actorIn(language: Language, stored: string): string {
  if (stored === ACTORS.system) return choiceLabel(language, 'timelineSource', 'system');
  return stored === ACTORS.app ? words[language].desktop.appName : stored;
}

export { fill } from './translation';
