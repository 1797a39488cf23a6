import type { Language } from '@contract/limits';
import {
  actionLabel,
  choiceLabel,
  fill,
  labelOf,
  type MachineName,
  type MessageCode,
  type Param,
  pairIn,
  say,
  stateLabel,
  words,
} from '@contract/words';
import { catalogue as cn } from '../../renderer/i18n/cn';
import { catalogue as en } from '../../renderer/i18n/en';

type Path<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}` }[keyof T & string];

/** The words a user sees, found as the screens find them, so that one test serves both languages. */
export class Say {
  readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  t(key: Path<typeof en>, params: Readonly<Record<string, string | number>> = {}): string {
    let found: unknown = this.language === 'en' ? en : cn;
    for (const part of key.split('.')) found = (found as Record<string, unknown>)[part];
    if (typeof found !== 'string') throw new Error(`no words for ${key}`);
    return fill(found, params);
  }
  label = (field: string, resource?: string) => labelOf(this.language, field, resource);
  state = (machine: MachineName, value: string) => stateLabel(this.language, machine, value);
  action = (machine: MachineName, value: string) => actionLabel(this.language, machine, value);
  choice = (list: Parameters<typeof choiceLabel>[1], value: string) =>
    choiceLabel(this.language, list, value);
  pair = (name: string, value: string) => pairIn(this.language, name, value);
  message = (code: MessageCode, params: Readonly<Record<string, Param>> = {}) =>
    say(this.language, code, params);
  get words() {
    return words[this.language];
  }
}
