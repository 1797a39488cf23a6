import { Icon, MenuItem } from '@blueprintjs/core';
import { Applications, Document, Lightning } from '@blueprintjs/icons';
import { Omnibar } from '@blueprintjs/select';
import { permit } from '@contract/permissions';
import type { Words } from '@contract/words';
import uFuzzy from '@leeoniya/ufuzzy';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { desktop } from '../api/bridge';
import { read } from '../api/queries';
import { screens } from '../screens';
import { changeSettings, useDesk } from './desk';
import type { Permits } from './guard';
import { useSpeech } from './language';
import { useTitles } from './titles';

interface Entry {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  readonly detail?: string;
  /** All that may be typed to find it, in both languages. */
  readonly search: string;
  readonly icon: React.ReactElement;
  readonly run: () => void;
}

/** One typing error is forgiven; Chinese words are words. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** Ctrl+K: any permitted screen, any bill by its number, and the actions of the shell. */
export function Palette({
  permits,
  only,
  onClose,
}: {
  permits: Permits;
  only: 'all' | 'records';
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const screenEntries = useScreens(permits, navigate);
  const actions = useActions();
  const bills = useBills(query, permits, navigate);
  const entries = useMemo(() => {
    if (only === 'records') return bills;
    const fixed = [...screenEntries, ...actions];
    return [...found(fixed, query), ...bills];
  }, [only, screenEntries, actions, bills, query]);
  return (
    <Omnibar<Entry>
      isOpen
      className="fc-palette"
      items={[...entries]}
      query={query}
      onQueryChange={setQuery}
      itemListPredicate={(_, items) => items}
      itemsEqual="id"
      resetOnSelect
      onClose={onClose}
      onItemSelect={(entry) => {
        onClose();
        entry.run();
      }}
      inputProps={{ placeholder: only === 'records' ? t('bill.searchHint') : t('app.goPlaceholder') }}
      noResults={
        query ? <MenuItem disabled text={t('app.goNothing')} roleStructure="listoption" /> : undefined
      }
      itemRenderer={(entry, { handleClick, handleFocus, modifiers, ref, index }) => (
        <MenuItem
          key={entry.id}
          ref={ref}
          roleStructure="listoption"
          active={modifiers.active}
          icon={<Icon icon={entry.icon} />}
          text={entry.text}
          label={
            entries[(index ?? 0) - 1]?.group === entry.group
              ? (entry.detail ?? '')
              : (entry.detail ?? entry.group)
          }
          onClick={handleClick}
          onFocus={handleFocus}
        />
      )}
    />
  );
}

function found(entries: readonly Entry[], query: string): readonly Entry[] {
  if (!query.trim()) return entries;
  const haystack = entries.map(({ search }) => search);
  const [order] = fuzzy.search(haystack, query.trim().toLowerCase(), 1);
  return (order ?? []).flatMap((index) => entries[index] ?? []);
}

function useScreens(permits: Permits, navigate: ReturnType<typeof useNavigate>): readonly Entry[] {
  const { t } = useTranslation();
  const titleOf = useTitles();
  return useMemo(
    () =>
      screens
        .filter((screen) => screen.inMenu && permits.allows(screen.permission))
        .map((screen) => {
          const node = permits.nodes.find(({ id }) => id === permit(screen.menu));
          const text = titleOf({ path: screen.path, title: null });
          return {
            id: screen.path,
            group: t('app.goScreens'),
            text,
            search: `${text} ${node?.titleEn} ${node?.titleCn} ${screen.path}`.toLowerCase(),
            icon: <Applications />,
            run: () => navigate(screen.path),
          };
        }),
    [permits, titleOf, navigate, t],
  );
}

function useActions(): readonly Entry[] {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const { settings } = useDesk();
  return useMemo(() => {
    const action = (id: string, text: string, run: () => void, search = ''): Entry => ({
      id,
      group: t('app.goActions'),
      text,
      search: `${text} ${search}`.toLowerCase(),
      icon: <Lightning />,
      run,
    });
    const menu: Words['menu'] = words.menu;
    return [
      action(
        'language',
        settings.language === 'en' ? t('app.languageCn') : t('app.languageEn'),
        () => void changeSettings({ language: settings.language === 'en' ? 'cn' : 'en' }),
        'language english chinese 语言 中文',
      ),
      action(
        'light',
        `${t('app.theme')}: ${t('app.themeLight')}`,
        () => void changeSettings({ theme: 'light' }),
        'theme light 主题',
      ),
      action(
        'dark',
        `${t('app.theme')}: ${t('app.themeDark')}`,
        () => void changeSettings({ theme: 'dark' }),
        'theme dark 主题',
      ),
      action('center', menu['home.center'], () => {
        window.location.hash = '#/home/center';
      }),
      action('out', t('app.logOut'), () => void desktop.account.signOut(), 'log out sign out 退出'),
    ];
  }, [t, words, settings.language]);
}

function useBills(
  query: string,
  permits: Permits,
  navigate: ReturnType<typeof useNavigate>,
): readonly Entry[] {
  const { t } = useTranslation();
  const speech = useSpeech();
  const keyword = useDeferredValue(query.trim());
  const numeric = /\d{4,}|[A-Z]{2,}\d/i.test(keyword) && permits.allows(permit('bill.search.view'));
  const { data } = useQuery({
    ...read('bill', 'search', { query: { keyword: keyword || '-' } }),
    enabled: numeric,
  });
  return useMemo(
    () =>
      numeric && data
        ? data.hits.slice(0, 20).map((hit) => ({
            id: `${hit.kind}-${hit.number}-${hit.recordId}-${hit.billId}`,
            group: t('app.goBills'),
            text:
              hit.kind === 'bill'
                ? `${hit.number} · ${hit.batchNo}`
                : [hit.number, hit.billNo].filter(Boolean).join(' → '),
            detail: [speech.choice('searchKind', hit.kind), hit.stage && speech.state('bill', hit.stage)]
              .filter(Boolean)
              .join(' · '),
            search: '',
            icon: <Document />,
            run: () =>
              navigate(
                hit.billId === null
                  ? `/bill/search?keyword=${encodeURIComponent(hit.number)}`
                  : `/bill/bill_manage/detail/${hit.billId}`,
              ),
          }))
        : [],
    [numeric, data, navigate, t, speech],
  );
}
