import { explain, type Problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import {
  actionLabel,
  actorIn,
  type ChoiceList,
  choiceLabel,
  labelOf,
  listIn,
  type MachineName,
  type MessageCode,
  nameIn,
  pairIn,
  stateLabel,
  type Words,
  words,
} from '@contract/words';
import { useMemo } from 'react';
import { useDesk } from './desk';

/** Returns the language of the window. */
export const useLanguage = (): Language => useDesk(({ settings }) => settings.language);

/** The contract's texts in one language: labels of fields, choices, states and actions, messages. */
export interface Speech {
  readonly language: Language;
  readonly words: Words;
  label(field: string, resource?: string): string;
  choice(list: ChoiceList, value: string): string;
  /** Enumerates names or values. */
  list(items: readonly string[]): string;
  /** Writes a name with its value. */
  pair(name: string, value: string | number): string;
  state(machine: MachineName, value: string): string;
  action(machine: MachineName, value: string): string;
  message(problem: Problem, field?: string): string;
  /** Name of an actor: a person's as stored, system and app translated. */
  actor(stored: string): string;
  name(row: { nameEn?: string | null; nameCn?: string | null }): string;
}

const speeches = new Map<Language, Speech>();

/** Returns the texts of a language. */
export function speechOf(language: Language): Speech {
  let speech = speeches.get(language);
  if (!speech) {
    speech = {
      language,
      words: words[language],
      label: (field, resource) => labelOf(language, field, resource),
      choice: (list, value) => choiceLabel(language, list, value),
      list: (items) => listIn(language, items),
      pair: (name, value) => pairIn(language, name, String(value)),
      state: (machine, value) => stateLabel(language, machine, value),
      action: (machine, value) => actionLabel(language, machine, value),
      message: (problem, field) => explain(language, problem, field),
      actor: (stored) => actorIn(language, stored),
      name: (row) => nameIn(language, row),
    };
    speeches.set(language, speech);
  }
  return speech;
}

/** Returns the texts of the current language. */
export function useSpeech(): Speech {
  const language = useLanguage();
  return useMemo(() => speechOf(language), [language]);
}

/** Returns the message on why the embedded API does not start; undefined if unknown. */
export function startFailure(speech: Speech, code: string | null, detail: string | null): string | undefined {
  if (!code) return undefined;
  return speech.message({
    code: code as MessageCode,
    params: { detail: detail ?? '', version: detail ?? '' },
  });
}
