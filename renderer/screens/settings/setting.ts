import type { Settings } from '@contract/desktop/boot';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';

/** Key of a text in the catalogues. */
export type TextKey = ParseKeys<'screens'>;

/** Declaration of a setting, from which search, the changed mark and reset follow. */
export interface Setting<K extends keyof Settings = keyof Settings> {
  readonly key: K;
  readonly label: TextKey;
  /** Its effect, in one sentence. */
  readonly detail: TextKey;
  /** Scope: a preference of the user, or about this computer. */
  readonly whose: 'person' | 'machine';
  readonly control: Control<K>;
  /** True if it takes effect after a restart. */
  readonly restarts?: boolean;
}

/** Control that changes a setting. */
export type Control<K extends keyof Settings> =
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'choice';
      readonly options: readonly { readonly value: Settings[K]; readonly label: TextKey }[];
    }
  /** Remembered entries, removed one by one or all; `own` is true if each belongs to one user. */
  | { readonly kind: 'remembered'; readonly own: boolean };

/** Group of settings: settings, or a custom part with the texts it is found by, or both. */
export interface SettingGroup {
  readonly name: string;
  readonly title: TextKey;
  /** True if it applies before sign-in. */
  readonly before: boolean;
  readonly settings?: readonly Setting[];
  /** Custom part that is no list of settings, with the texts it is found by. */
  readonly part?: { readonly Part: ComponentType; readonly texts: readonly TextKey[] };
}

/** Declares a setting, checking that its options have the type of its value. */
export const setting = <K extends keyof Settings>(declared: Setting<K>): Setting => declared;
