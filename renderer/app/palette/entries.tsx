import { Add, Applications, Cog, Document, History, Key, Lightning } from '@blueprintjs/icons';
import type { MenuNode } from '@contract/access/session';
import { type FoundKindName, foundKindsByName as foundKind, foundKinds, kindWords } from '@contract/finding';
import type { Language } from '@contract/limits';
import { isKeyOf } from '@contract/names';
import { type PermissionId, permit } from '@contract/permissions';
import { resources } from '@contract/resources';
import { words } from '@contract/words';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { menuGroupOf, screenOf, screens } from '../../screens';
import { settingTitles } from '../../screens/settings/titles';
import type { Combo, OfferedAction, Shortcut } from '../../ui/shortcuts';
import { changeSettings, useDesk } from '../desk';
import { handOver } from '../drafts';
import type { Permits } from '../guard';
import { useSpeech } from '../language';
import { signOut } from '../leaving';
import { recentOf } from '../recent';
import { useTabs } from '../tabs';
import { useTitles } from '../titles';
import { aliasesOf } from './aliases';

/** Group of an entry, each with its heading. */
export type EntryGroup = 'recent' | 'here' | 'actions' | 'new' | 'screens' | 'records';

/** One row of the palette. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly text: string;
  readonly detail?: string | undefined;
  /** Kind of the entry, shown at its end if it has no key. */
  readonly kind?: string;
  /** Shortcut for the same action. */
  readonly combo?: Combo;
  /** Further search terms besides its text, the translation and pinyin. */
  readonly words?: readonly string[];
  /** True for a recent entry that is a record. */
  readonly record?: boolean;
  readonly icon: React.ReactElement;
  readonly run: () => void;
}

/** Returns all entries that need no API call: recent screens, actions here and anywhere, screens. */
export function useEntries(
  permits: Permits,
  shortcuts: readonly Shortcut[],
  offered: readonly OfferedAction[],
): readonly Entry[] {
  const recent = useRecent(permits);
  const actions = useActions(shortcuts, offered);
  const fresh = useNew(permits);
  const places = useScreens(permits);
  const settings = useSettings();
  return useMemo(() => {
    const { active } = useTabs.getState();
    const listed = foundKinds.filter((kind) => listOf(kind) === active).map((kind) => `new ${kind}`);
    const add = actions.find(({ combo }) => combo === 'n');
    const same = add && fresh.find(({ id }) => listed.includes(id));
    // List the add action of the current list once, found by either wording.
    const names = same ? [...(same.words ?? []), same.text] : [];
    return [
      ...recent,
      ...actions.map((one) => (one === add ? { ...one, words: names } : one)),
      ...fresh.filter((one) => one !== same),
      ...places,
      ...settings,
    ];
  }, [recent, actions, fresh, places, settings]);
}

function useRecent(permits: Permits): readonly Entry[] {
  const titleOf = useTitles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const { active } = useTabs.getState();
    return recentOf().flatMap(({ path, title }): Entry[] => {
      const screen = screenOf(path);
      if (!screen || path === active || !permits.opens(screen)) return [];
      const record = title !== '' && !screen.inMenu;
      return [
        {
          // Distinct from the entry of the same screen further down.
          id: `recent ${path}`,
          group: 'recent',
          text: titleOf({ path, title: title || null }),
          kind: record ? titleOf({ path, title: null }) : t('app.goKinds.screen'),
          record,
          icon: <History />,
          run: () => navigate(path),
        },
      ];
    });
  }, [permits, titleOf, navigate, t]);
}

/**
 * Returns the names of the actions on each screen, from their permissions, by menu node. Names shared by several nodes
 * are left out.
 */
function tasksByScreen(nodes: readonly MenuNode[]): ReadonlyMap<string | null, readonly string[]> {
  const called = new Map<string, number>();
  for (const { titleEn } of nodes) called.set(titleEn, (called.get(titleEn) ?? 0) + 1);
  const tasks = new Map<string | null, string[]>();
  for (const { parentId, titleEn, titleCn } of nodes)
    if (called.get(titleEn) === 1)
      tasks.set(parentId, [...(tasks.get(parentId) ?? []), titleEn, titleCn, ...aliasesOf(titleCn)]);
  return tasks;
}

function useScreens(permits: Permits): readonly Entry[] {
  const titleOf = useTitles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tasks = useMemo(() => tasksByScreen(permits.nodes), [permits]);
  const listed = useMemo(namesByList, []);
  return useMemo(
    () =>
      screens
        .filter((screen) => screen.inMenu && permits.opens(screen))
        .map((screen) => {
          const node = permits.nodes.find(({ tag }) => tag === permit(screen.menu));
          const group = menuGroupOf(screen.menu);
          return {
            id: screen.path,
            group: 'screens',
            text: titleOf({ path: screen.path, title: null }),
            // The menu group distinguishes two screens of the same name.
            kind: group ? t(`app.groups.${group}`) : t('app.goKinds.screen'),
            words: [
              ...[node?.titleEn ?? '', node?.titleCn ?? '', screen.path, screen.also ?? ''],
              ...(listed.get(screen.path) ?? []),
              ...((node && tasks.get(node.id)) ?? []),
            ],
            icon: <Applications />,
            run: () => navigate(screen.path),
          };
        }),
    [permits, tasks, listed, titleOf, navigate, t],
  );
}

/** Entries for the groups of the settings. */
function useSettings(): readonly Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(
    () =>
      Object.entries(settingTitles).map(([name, title]) => ({
        id: `setting ${name}`,
        group: 'screens',
        text: t(title),
        kind: t('settings.title'),
        icon: <Cog />,
        run: () => navigate(`/home/settings?group=${name}`),
      })),
    [navigate, t],
  );
}

/** Shortcuts of the palette itself, which it does not list. */
const OWN = new Set<Combo>(['mod+k', 'mod+p']);

function useActions(shortcuts: readonly Shortcut[], offered: readonly OfferedAction[]): readonly Entry[] {
  const { t } = useTranslation();
  const { words: say } = useSpeech();
  const { settings } = useDesk();
  const titleOf = useTitles();
  const navigate = useNavigate();
  return useMemo(() => {
    // The screen's shortcuts were registered last; of two with the same combination the later one applies.
    const byCombo = new Map(shortcuts.map((one) => [one.combo, one]));
    const here = [...byCombo.values()].reverse().filter(({ combo }) => !OWN.has(combo));
    const keys = here.flatMap(({ combo, label, run }): Entry[] =>
      run ? [{ id: `key ${combo}`, group: 'here', text: label, combo, icon: <Key />, run }] : [],
    );
    const action = (id: string, text: string, run: () => void, also: readonly string[] = []): Entry => ({
      ...{ id, group: 'actions', text, words: also, kind: t('app.goKinds.action'), icon: <Lightning />, run },
    });
    // Commands with a key are already listed with it.
    const keyed = new Set(keys.map(({ text }) => text));
    const unkeyed = offered.filter(({ label }) => !keyed.has(label));
    const offer = ({ label, run }: OfferedAction) => action(`offered ${label}`, label, run);
    const ofDesk = unkeyed.filter((one) => one.ofDesk).map(offer);
    const chosen = unkeyed
      .filter((one) => !one.ofDesk)
      .map((one): Entry => ({ ...offer(one), group: 'here' }));
    const theme = (value: 'light' | 'dark', text: string) =>
      action(value, `${t('app.theme')}: ${text}`, () => void changeSettings({ theme: value }), [
        `theme ${value}`,
        value === 'dark' ? '主题 深色 zhuti shense ztss' : '主题 浅色 zhuti qianse ztqs',
      ]);
    const other = settings.language === 'en' ? 'cn' : 'en';
    return [
      ...chosen,
      ...keys,
      action(
        'language',
        t(other === 'cn' ? 'app.languageCn' : 'app.languageEn'),
        () => void changeSettings({ language: other }),
        ['language english chinese', '语言 中文 yuyan yy zhongwen zw yingwen'],
      ),
      theme('light', t('app.themeLight')),
      theme('dark', t('app.themeDark')),
      ...ofDesk,
      action('center', say.menu['home.center'], () => navigate('/home/center')),
      action('out', t('app.logOut'), () => void signOut(titleOf), ['sign out']),
    ];
  }, [shortcuts, offered, t, say, settings.language, titleOf, navigate]);
}

/** Screens for adding a record, for kinds that are not added in a panel of their list. */
const FORMS: Partial<Record<FoundKindName, string>> = {
  bill: '/bill/add_bill',
  cmr: '/config/cmr/add',
  customer: '/customer/add_customer',
  seaIsf: '/sea/isf/add',
  seaEntry: '/sea/entry/add',
  chargeFlow: '/bil-fee/charge_flow/add',
};
/** Paths of lists that differ from those of their records' screens. */
const LISTS: Partial<Record<FoundKindName, string>> = { hsCode: '/config/hscode' };

/** Returns the path of the list of a kind of records. */
const listOf = (kind: FoundKindName): string =>
  LISTS[kind] ?? foundKind[kind]?.path.replace(/\/detail\/.*$/, '') ?? '';

/** Names of a kind of record in both languages. */
function namesOf(kind: FoundKindName): [inEnglish: string, inChinese: string] {
  const nameIn = (language: Language): string => {
    const names: Readonly<Record<string, string>> = words[language].choices.logObject;
    return names[kind] ?? '';
  };
  return [nameIn('en'), nameIn('cn')];
}

/** Names of the records of each list, by its path. */
function namesByList(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const kind of foundKinds)
    names.set(listOf(kind), [...(names.get(listOf(kind)) ?? []), ...namesOf(kind)]);
  return names;
}

/** Returns the path for adding a record of a kind, and the permission it needs. */
function formOf(
  kind: FoundKindName,
): { readonly path: string; readonly edit: PermissionId | null } | undefined {
  const form = FORMS[kind];
  if (form) return { path: form, edit: screenOf(form)?.permission ?? null };
  if (!isKeyOf(resources, kind)) return undefined;
  return { path: listOf(kind), edit: resources[kind].edit };
}

function useNew(permits: Permits): readonly Entry[] {
  const { t } = useTranslation();
  const { choice } = useSpeech();
  const navigate = useNavigate();
  return useMemo(
    () =>
      foundKinds.flatMap((kind): Entry[] => {
        const form = formOf(kind);
        const place = form && screenOf(form.path);
        if (!form || !place || !permits.opens(place) || !permits.allows(form.edit)) return [];
        const [list, value] = kindWords(kind);
        const [inEnglish, inChinese] = namesOf(kind);
        return [
          {
            id: `new ${kind}`,
            group: 'new',
            text: t('app.goNew', { kind: choice(list, value) }),
            kind: t('app.goKinds.action'),
            words: [`new ${inEnglish}`, `新建${inChinese}`, `xinjian xj ${inEnglish}`],
            icon: <Add />,
            run: () => {
              if (!FORMS[kind]) handOver(form.path, 'editing', 'new');
              navigate(form.path);
            },
          },
        ];
      }),
    [permits, choice, navigate, t],
  );
}

/** Icon of a record in the palette. */
export const recordIcon = <Document />;
