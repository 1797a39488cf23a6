import type { Settings } from '@contract/desktop';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';

/** A text of the catalogues by its key. */
export type TextKey = ParseKeys<'screens'>;

/** One setting, declared: that it is found, shown as changed and put back follows from this. */
export interface Setting<K extends keyof Settings = keyof Settings> {
  readonly key: K;
  readonly label: TextKey;
  /** What it does, in a sentence. */
  readonly detail: TextKey;
  /** Whether it is about this machine, or a matter of the person's taste. */
  readonly whose: 'person' | 'machine';
  readonly control: Control<K>;
  /** Takes effect after a restart. */
  readonly restarts?: boolean;
}

/** How a setting is changed. */
export type Control<K extends keyof Settings> =
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'choice';
      readonly options: readonly { readonly value: Settings[K]; readonly label: TextKey }[];
    }
  /** What has gathered with use: entries are forgotten, one or all; `own`: each is one person's. */
  | { readonly kind: 'remembered'; readonly own: boolean };

/** A group at the left: settings, or a part of its own with the texts by which it is found, or both. */
export interface SettingGroup {
  readonly name: string;
  readonly title: TextKey;
  /** Whether it is of use before anybody has signed in. */
  readonly before: boolean;
  readonly settings?: readonly Setting[];
  /** What is not a value to be changed, with all by which it is found. */
  readonly part?: { readonly Part: ComponentType; readonly texts: readonly TextKey[] };
}

/** A setting whose options have the type of its value. */
export const setting = <K extends keyof Settings>(declared: Setting<K>): Setting =>
  declared as unknown as Setting;
