import { Button, Icon, InputGroup, Tooltip } from '@blueprintjs/core';
import { Cog, Home, InboxSearch, MenuClosed, MenuOpen, People, Search } from '@blueprintjs/icons';
import type { MenuNode } from '@contract/access/session';
import { permissionNodes } from '@contract/permissions';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { type Screen, screens } from '../screens';
import { changeSettings, useDesk } from './desk';
import type { Permits } from './guard';
import { useLanguage } from './language';

/** Pictures of the areas; an area without one has its first letter. */
const ICONS: Readonly<Record<string, React.ReactElement>> = {
  home: <Home />,
  bill: <InboxSearch />,
  config: <Cog />,
  customer: <People />,
};

const nameOf = new Map(permissionNodes.map(({ id, name }) => [id as string, name as string]));

interface Area {
  readonly node: MenuNode;
  readonly entries: { readonly node: MenuNode; readonly screen: Screen }[];
}

/** The areas and menus that the person's permission tree opens. */
export function areasOf({ nodes, allows }: Permits): Area[] {
  return nodes
    .filter(({ level }) => level === 1)
    .map((node) => ({
      node,
      entries: nodes
        .filter(({ level, parentId }) => level === 2 && parentId === node.id)
        .flatMap((menu) => {
          // A menu can lead to several screens; those besides the first have titles of their own.
          const found = screens.filter((one) => one.inMenu && one.menu === nameOf.get(menu.id));
          return found
            .filter(({ permission }) => allows(permission))
            .map((screen) => ({ node: menu, screen }));
        }),
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
  const areas = useMemo(() => areasOf(permits), [permits]);
  const title = (node: MenuNode) => (language === 'cn' ? node.titleCn : node.titleEn);
  const nameOfEntry = ({ node, screen }: Area['entries'][number]) =>
    screen.title ? t(screen.title) : title(node);
  const collapse = (to: boolean) => void changeSettings({ sidebarCollapsed: to });
  useEffect(() => {
    if (search > 0) field.current?.focus();
  }, [search]);

  const wanted = filter.trim().toLowerCase();
  const shown = areas
    .map(({ node, entries }) => ({
      node,
      entries: entries.filter((entry) => nameOfEntry(entry).toLowerCase().includes(wanted)),
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
        {shown.map(({ node, entries }) => (
          <section key={node.id} aria-label={title(node)}>
            <h2 className="fc-area">
              <Icon icon={ICONS[nameOf.get(node.id) ?? ''] ?? <Home />} size={14} />
              {!collapsed && <span>{title(node)}</span>}
            </h2>
            {entries.map((entry) => (
              <Tooltip
                key={entry.screen.path}
                content={nameOfEntry(entry)}
                placement="right"
                disabled={!collapsed}
                fill
              >
                <NavLink to={entry.screen.path} end className="fc-menu-entry">
                  {collapsed
                    ? [...nameOfEntry(entry)].slice(0, language === 'cn' ? 1 : 2).join('')
                    : nameOfEntry(entry)}
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
