import { Button, Icon, InputGroup, Tooltip } from '@blueprintjs/core';
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
  Home,
  MenuClosed,
  MenuOpen,
  People,
  Search,
  Shield,
  User,
  Wrench,
} from '@blueprintjs/icons';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type MenuGroup, menuGroups, type Screen, screens } from '../screens';
import { changeSettings, useDesk } from './desk';
import type { Permits } from './guard';
import { useLanguage } from './language';
import { useTitles } from './titles';
import { useInSight } from './useInSight';

/** Pictures of the groups. */
const ICONS: Readonly<Record<MenuGroup, React.ReactElement>> = {
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

/** The groups and screens that the person's permissions and the server open. */
function groupsOf({ opens }: Permits): Group[] {
  return (Object.keys(menuGroups) as MenuGroup[])
    .map((name) => ({
      name,
      entries: menuGroups[name].flatMap((menu) =>
        screens.filter((one) => one.inMenu && one.menu === menu && opens(one)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** One screen of the menu: drawn again when one comes to it or leaves it, and not with each move. */
const Entry = memo(function Entry(props: {
  path: string;
  here: boolean;
  name: string;
  short: string | null;
}) {
  const { path, here, name, short } = props;
  const link = (
    <Link
      to={path}
      replace={here}
      className={`fc-menu-entry${here ? ' active' : ''}`}
      aria-current={here ? 'page' : undefined}
    >
      {short ?? name}
    </Link>
  );
  return short === null ? (
    link
  ) : (
    <Tooltip content={name} placement="right" fill>
      {link}
    </Tooltip>
  );
});

/** The menu at the left: searched by typing, narrow when collapsed. */
export const Sidebar = memo(function Sidebar(props: {
  permits: Permits;
  /** Counts how often its search was asked for. */
  search: number;
  /** The path of the screen in front, without what stands behind its question mark. */
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
        entries: entries.map(({ path }) => ({ path, name: titleOf({ path, title: null }) })),
      })),
    [permits, titleOf],
  );
  const collapse = (to: boolean) => void changeSettings({ sidebarCollapsed: to });
  useEffect(() => {
    if (search > 0) field.current?.focus();
  }, [search]);
  const menu = useInSight('[aria-current=page]', here ?? '');

  const wanted = filter.trim().toLowerCase();
  const shown = groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter((entry) => entry.name.toLowerCase().includes(wanted)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav className={`fc-sidebar${collapsed ? ' fc-collapsed' : ''}`} aria-label={t('app.mainMenu')}>
      <div className="fc-brand">
        <span className="fc-mark" aria-hidden>
          FC
        </span>
        {!collapsed && <strong>{t('app.name')}</strong>}
      </div>
      {!collapsed && (
        <InputGroup
          className="fc-menu-search"
          size="small"
          leftIcon={<Search />}
          inputRef={field}
          placeholder={t('app.menuSearch')}
          aria-label={t('app.menuSearch')}
          value={filter}
          onValueChange={setFilter}
          onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
        />
      )}
      <div ref={menu} className="fc-menu">
        {shown.map(({ name, entries }) => (
          <section key={name} aria-label={t(`app.groups.${name}`)}>
            <h2 className="fc-area">
              <Icon icon={ICONS[name]} size={14} />
              {!collapsed && <span>{t(`app.groups.${name}`)}</span>}
            </h2>
            {entries.map((entry) => (
              <Entry
                key={entry.path}
                {...entry}
                here={entry.path === here}
                short={collapsed ? [...entry.name].slice(0, language === 'cn' ? 1 : 2).join('') : null}
              />
            ))}
          </section>
        ))}
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
