import { Button, InputGroup } from '@blueprintjs/core';
import {
  Airplane,
  Box,
  CargoShip,
  Chart,
  Cog,
  Document,
  Endorsed,
  Euro,
  GlobeNetwork,
  History,
  Home,
  MenuClosed,
  MenuOpen,
  People,
  Search,
  Shield,
  Star,
  User,
  Wrench,
} from '@blueprintjs/icons';
import { namesOf } from '@contract/names';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MenuGroup, menuGroupOf, menuGroups, type Screen, screenOf, screens } from '../screens';
import { isComposing } from '../ui/shortcuts';
import { changeSettings, ownerKey, useDesk } from './desk';
import { useFavourites } from './favourites';
import type { Permits } from './guard';
import { mayOpen } from './judge';
import { useLanguage } from './language';
import { MenuEntry, MenuSection } from './MenuSection';
import { useMenuSections } from './menuSections';
import { useTitles } from './titles';
import { useInSight } from './useInSight';
import { openFirstEntry, toFirstEntry, walkMenu } from './walkMenu';

/** Icons of the sections. */
const ICONS: Readonly<Record<MenuGroup | 'favourites' | 'recent', React.ReactElement>> = {
  favourites: <Star />,
  recent: <History />,
  home: <Home />,
  bills: <Airplane />,
  transport: <GlobeNetwork />,
  sea: <CargoShip />,
  customs: <Shield />,
  warehouse: <Box />,
  files: <Document />,
  finance: <Euro />,
  business: <Endorsed />,
  reports: <Chart />,
  tools: <Wrench />,
  partners: <People />,
  staff: <User />,
  config: <Cog />,
};

interface Group {
  readonly name: MenuGroup;
  readonly entries: readonly Screen[];
}

/** Returns the groups and screens that the user is permitted and the server offers. */
function groupsOf({ opens }: Permits): Group[] {
  return namesOf(menuGroups)
    .map((name) => ({
      name,
      entries: menuGroups[name].flatMap((menu) =>
        screens.filter((one) => one.inMenu && one.menu === menu && opens(one)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Number of recent screens and records in the menu. */
const RECENT = 5;

/** Menu entry: a screen by its name, or a record by its title. */
interface Place {
  readonly path: string;
  readonly record: string;
  readonly name: string;
}

/** Returns the permitted favourites, and the recent screens that are not among them. */
function useOwnPlaces(permits: Permits, here: string | undefined) {
  const favourites = useFavourites();
  const recent = useDesk((desk) => desk.settings.recent[ownerKey(desk)]);
  const titleOf = useTitles();
  return useMemo(() => {
    const permitted = ({ path }: { path: string }) => {
      const screen = screenOf(path);
      return mayOpen(path, permits) && screen !== undefined && permits.opens(screen);
    };
    const placeOf = ({ path, title }: { path: string; title: string }): Place => ({
      path,
      record: title,
      name: titleOf({ path, title: title || null }),
    });
    const isFavourite = (path: string) => favourites.some((one) => one.path === path);
    const others = (recent ?? []).filter(
      (one) => one.path !== '/home' && one.path !== here && !isFavourite(one.path) && permitted(one),
    );
    return {
      favourites: favourites.filter(permitted).map(placeOf),
      recent: others.slice(0, RECENT).map(placeOf),
    };
  }, [favourites, recent, titleOf, permits, here]);
}

/** Menu at the left: foldable sections with a search; narrow when collapsed. */
export const Sidebar = memo(function Sidebar(props: {
  permits: Permits;
  /** Number of requests to focus its search. */
  search: number;
  /** Path of the front screen. */
  here: string | undefined;
}) {
  const { permits, search, here } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const collapsed = useDesk(({ settings }) => settings.sidebarCollapsed);
  const [filter, setFilter] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const titleOf = useTitles();
  const groups = useMemo(
    () =>
      groupsOf(permits).map(({ name, entries }) => ({
        name,
        entries: entries.map(
          ({ path }): Place => ({ path, record: '', name: titleOf({ path, title: null }) }),
        ),
      })),
    [permits, titleOf],
  );
  const own = useOwnPlaces(permits, here);
  const screen = here === undefined ? undefined : screenOf(here);
  const { isOpen, toggle } = useMenuSections(here, screen && menuGroupOf(screen.menu));
  const collapse = (to: boolean) => void changeSettings({ sidebarCollapsed: to });
  useEffect(() => {
    if (search > 0) field.current?.focus();
  }, [search]);
  const menu = useInSight('[aria-current=page]', here ?? '');

  const wanted = filter.trim().toLowerCase();
  const found = groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter((entry) => entry.name.toLowerCase().includes(wanted)),
    }))
    .filter(({ entries }) => entries.length > 0);
  const bare = here?.split('?')[0];
  const starred = new Set(own.favourites.map(({ path }) => path));
  const entry = (place: Place) => (
    <MenuEntry
      key={place.path}
      {...place}
      here={place.path === here || place.path === bare}
      starred={starred.has(place.path)}
      short={collapsed ? [...place.name].slice(0, language === 'cn' ? 1 : 2).join('') : null}
    />
  );
  const section = (name: keyof typeof ICONS, title: string, entries: readonly Place[]) => {
    const open = wanted !== '' || isOpen(name);
    return (
      <MenuSection
        key={name}
        title={title}
        icon={ICONS[name]}
        open={open}
        // A search shows its matches in every section.
        onToggle={wanted === '' ? () => toggle(name) : null}
        narrow={collapsed}
      >
        {open && entries.map(entry)}
      </MenuSection>
    );
  };
  return (
    <nav className={`fc-sidebar${collapsed ? ' fc-collapsed' : ''}`} aria-label={t('app.mainMenu')}>
      <div className="fc-brand">
        <span className="fc-mark" aria-hidden>
          FC
        </span>
        {!collapsed && <strong>{t('app.name')}</strong>}
      </div>
      {!collapsed && (
        <MenuSearch
          field={field}
          filter={filter}
          onFilter={setFilter}
          onDown={() => toFirstEntry(menu.current)}
          onEnter={() => wanted && openFirstEntry(menu.current)}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys of the entries inside */}
      <div ref={menu} className="fc-menu" onKeyDown={walkMenu}>
        {wanted === '' &&
          own.favourites.length > 0 &&
          section('favourites', t('app.favourites'), own.favourites)}
        {/* The collapsed menu has no room for the names of records. */}
        {wanted === '' &&
          !collapsed &&
          own.recent.length > 0 &&
          section('recent', t('app.recent'), own.recent)}
        {found.map(({ name, entries }) => section(name, t(`app.groups.${name}`), entries))}
        {found.length === 0 && <p className="fc-menu-none">{t('app.goNothing')}</p>}
      </div>
      <Button
        className="fc-collapse"
        variant="minimal"
        icon={collapsed ? <MenuOpen /> : <MenuClosed />}
        aria-label={t(collapsed ? 'app.menuExpand' : 'app.menuCollapse')}
        aria-expanded={!collapsed}
        onClick={() => collapse(!collapsed)}
      />
    </nav>
  );
});

/** Search of the menu; arrow down and Enter go on to its entries. */
function MenuSearch(props: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly onDown: () => void;
  readonly onEnter: () => void;
}) {
  const { field, filter, onFilter, onDown, onEnter } = props;
  const { t } = useTranslation();
  return (
    <InputGroup
      className="fc-menu-search"
      size="small"
      leftIcon={<Search />}
      inputRef={field}
      placeholder={t('app.menuSearch')}
      aria-label={t('app.menuSearch')}
      value={filter}
      onValueChange={onFilter}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onFilter('');
        if (event.key === 'ArrowDown') onDown();
        if (event.key === 'Enter' && !isComposing(event)) onEnter();
      }}
    />
  );
}
