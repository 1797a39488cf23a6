import i18next from 'i18next';
import { aliasesOf } from '../../app/palette/aliases';
import type { Setting, SettingGroup, TextKey } from './setting';

/** Settings of a group that match a search. */
export interface FoundGroup {
  readonly group: SettingGroup;
  readonly settings: readonly Setting[];
  readonly part: boolean;
}

/** Returns the groups with the settings that match a text in either language or in pinyin; without a text, all. */
export function foundIn(groups: readonly SettingGroup[], query: string): readonly FoundGroup[] {
  const typed = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (...keys: readonly TextKey[]) => {
    const all = keys
      .map((key) => i18next.t(key))
      .flatMap((text) => [text, ...aliasesOf(text)])
      .join('\n')
      .toLowerCase();
    return typed.every((word) => all.includes(word));
  };
  return groups
    .map((group) => ({
      group,
      settings: (group.settings ?? []).filter((one) => matches(group.title, ...textsOf(one))),
      part: group.part !== undefined && matches(group.title, ...group.part.texts),
    }))
    .filter(({ settings, part }) => settings.length > 0 || part);
}

const textsOf = ({ label, detail, control }: Setting): readonly TextKey[] => [
  label,
  detail,
  ...(control.kind === 'choice' ? control.options.map((option) => option.label) : []),
];
