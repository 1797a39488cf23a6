import { Add, Applications, Cog, Document, History, Key, Lightning } from '@blueprintjs/icons';
import type { MenuNode } from '@contract/access/session';
import { type FoundKindName, found as foundKind, foundKinds, kindWords } from '@contract/finding';
import type { Language } from '@contract/limits';
import { type PermissionId, permit } from '@contract/permissions';
import { resources } from '@contract/resources';
import { words } from '@contract/words';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { menuGroupOf, screenOf, screens } from '../../screens';
import { settingTitles } from '../../screens/settings/titles';
import type { Combo, Offered, Shortcut } from '../../ui/shortcuts';
import { changeSettings, useDesk } from '../desk';
import { handOver } from '../drafts';
import type { Permits } from '../guard';
import { useSpeech } from '../language';
import { signOut } from '../leaving';
import { recentOf } from '../recent';
import { useTabs } from '../tabs';
import { useTitles } from '../titles';
import { aliasesOf } from './aliases';

/** Under which heading an entry stands. */
export type EntryGroup = 'recent' | 'here' | 'actions' | 'new' | 'screens' | 'records';

/** One row of the palette. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly text: string;
  readonly detail?: string | undefined;
  /** Kind of the entry, shown at its end if it has no key. */
  readonly kind?: string;
  /** The key that does the same. */
  readonly combo?: Combo;
  /** By what it is found besides its text, what that is called in the other language, and pinyin. */
  readonly words?: readonly string[];
  /** Of what was open last: whether it is one record. */
  readonly record?: boolean;
  readonly icon: React.ReactElement;
  readonly run: () => void;
}

/** All that the palette offers without asking the API: what was open last, what can be done here and anywhere, screens. */
export function useEntries(
  permits: Permits,
  shortcuts: readonly Shortcut[],
  offered: readonly Offered[],
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
    const said = same ? [...(same.words ?? []), same.text] : [];
    return [
      ...recent,
      ...actions.map((one) => (one === add ? { ...one, words: said } : one)),
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
          // Told apart from the same screen further down.
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
 * What one does on screens, as their permissions call it, by the node that these hang on. What several are called tells none
 * apart.
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
            // Where it stands in the menu tells two of one name apart.
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

/** Groups of the settings, besides the settings as a whole. */
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

/** Keys of the palette itself do nothing that it could offer. */
const OWN = new Set<Combo>(['mod+k', 'mod+p']);

function useActions(shortcuts: readonly Shortcut[], offered: readonly Offered[]): readonly Entry[] {
  const { t } = useTranslation();
  const { words: say } = useSpeech();
  const { settings } = useDesk();
  const titleOf = useTitles();
  const navigate = useNavigate();
  return useMemo(() => {
    // The screen's keys came last; of two with the same combination the later one is heard.
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
    const offer = ({ label, run }: Offered) => action(`offered ${label}`, label, run);
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

/** Screens on which a record is added, where that is not done in a panel of its list. */
const FORMS: Partial<Record<FoundKindName, string>> = {
  bill: '/bill/add_bill',
  cmr: '/config/cmr/add',
  customer: '/customer/add_customer',
  seaIsf: '/sea/isf/add',
  seaEntry: '/sea/entry/add',
  chargeFlow: '/bil-fee/charge_flow/add',
};
/** Lists that are not where their records' screens are. */
const LISTS: Partial<Record<FoundKindName, string>> = { hsCode: '/config/hscode' };

/** Where the records of a kind are listed. */
const listOf = (kind: FoundKindName): string =>
  LISTS[kind] ?? foundKind[kind]?.path.replace(/\/detail\/.*$/, '') ?? '';

/** Names of a kind of record in both languages. */
function namesOf(kind: FoundKindName): [inEnglish: string, inChinese: string] {
  const nameIn = (language: Language): string =>
    (words[language].choices.logObject as Readonly<Record<string, string>>)[kind] ?? '';
  return [nameIn('en'), nameIn('cn')];
}

/** Names of the records of each list, by its path. */
function namesByList(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const kind of foundKinds)
    names.set(listOf(kind), [...(names.get(listOf(kind)) ?? []), ...namesOf(kind)]);
  return names;
}

/** Where a record of a kind is added, and who may. */
function formOf(
  kind: FoundKindName,
): { readonly path: string; readonly edit: PermissionId | null } | undefined {
  const form = FORMS[kind];
  if (form) return { path: form, edit: screenOf(form)?.permission ?? null };
  if (!Object.hasOwn(resources, kind)) return undefined;
  return { path: listOf(kind), edit: resources[kind as keyof typeof resources].edit };
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

/** How a record that was found looks in the palette. */
export const recordIcon = <Document />;
