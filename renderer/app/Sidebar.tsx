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
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { type MenuGroup, menuGroups, type Screen, screens } from '../screens';
import { changeSettings, useDesk } from './desk';
import type { Permits } from './guard';
import { useLanguage } from './language';
import { useTitles } from './titles';

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

/** The groups and screens that the person's permission tree opens. */
function groupsOf({ allows }: Permits): Group[] {
  return (Object.keys(menuGroups) as MenuGroup[])
    .map((name) => ({
      name,
      entries: menuGroups[name].flatMap((menu) =>
        screens.filter((one) => one.inMenu && one.menu === menu && allows(one.permission)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The menu at the left: searched by typing, narrow when collapsed. */
export function Sidebar({ permits, search }: { permits: Permits; search: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const collapsed = useDesk(({ settings }) => settings.sidebarCollapsed);
  const [filter, setFilter] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const groups = useMemo(() => groupsOf(permits), [permits]);
  const titleOf = useTitles();
  const nameOf = ({ path }: Screen) => titleOf({ path, title: null });
  const collapse = (to: boolean) => void changeSettings({ sidebarCollapsed: to });
  useEffect(() => {
    if (search > 0) field.current?.focus();
  }, [search]);

  const wanted = filter.trim().toLowerCase();
  const shown = groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter((entry) => nameOf(entry).toLowerCase().includes(wanted)),
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
      <div className="fc-menu">
        {shown.map(({ name, entries }) => (
          <section key={name} aria-label={t(`app.groups.${name}`)}>
            <h2 className="fc-area">
              <Icon icon={ICONS[name]} size={14} />
              {!collapsed && <span>{t(`app.groups.${name}`)}</span>}
            </h2>
            {entries.map((entry) => (
              <Tooltip key={entry.path} content={nameOf(entry)} placement="right" disabled={!collapsed} fill>
                <NavLink to={entry.path} end className="fc-menu-entry">
                  {collapsed
                    ? [...nameOf(entry)].slice(0, language === 'cn' ? 1 : 2).join('')
                    : nameOf(entry)}
                </NavLink>
              </Tooltip>
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
}
