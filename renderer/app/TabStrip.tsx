import { Button, ContextMenu, Menu, MenuItem } from '@blueprintjs/core';
import { SmallCross } from '@blueprintjs/icons';
import { memo, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { atOnce } from '../ui/atOnce';
import { comboText, useOffered } from '../ui/shortcuts';
import { useUnsavedPaths } from './drafts';
import { toggleFavouriteOf, useFavourites } from './favourites';
import { copyLink, isLinkable } from './links';
import { openOwnWindow } from './ownWindow';
import { closeTab, moveTab, reloadTab, type Tab, useTabs } from './tabs';
import { useInSight } from './useInSight';

/** Closes tabs, unless the user wants to keep unsaved work in one, and goes to a path. */
type Close = (closed: readonly Tab[], to?: string) => Promise<void>;

/** Tab strip: open screens as tabs; middle click closes, dragging reorders. */
export function TabStrip({ close, titleOf }: { close: Close; titleOf: (tab: Tab) => string }) {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const dragged = useRef<number | null>(null);
  const titles = tabs.map(titleOf);
  // A change in the width of any tab moves the front one.
  const strip = useInSight('.fc-tab-front', [active, ...titles].join('\n'));
  const unsaved = useUnsavedPaths();
  const favourites = useFavourites();
  return (
    <div ref={strip} className="fc-tabs" role="tablist" aria-label={t('app.openScreens')}>
      {tabs.map((tab, index) => (
        <TabTag
          key={tab.path}
          tab={tab}
          index={index}
          selected={tab.path === active}
          reached={active === null ? index === 0 : tab.path === active}
          title={titles[index] ?? ''}
          unsaved={tab.unsaved || unsaved.has(tab.path)}
          starred={favourites.some(({ path }) => path === tab.path)}
          close={close}
          dragged={dragged}
        />
      ))}
    </div>
  );
}

/** Tab of the strip. Switching screens redraws only two of them, however many are open. */
const TabTag = memo(function TabTag({
  tab,
  index,
  selected,
  reached,
  title,
  unsaved,
  starred,
  close,
  dragged,
}: {
  tab: Tab;
  index: number;
  selected: boolean;
  /** True for the tab stop of the strip: the front tab, or else the first. */
  reached: boolean;
  title: string;
  unsaved: boolean;
  starred: boolean;
  close: Close;
  /** Index of the tab being dragged. */
  dragged: RefObject<number | null>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  /** Moves a tab to its own window; unsaved input goes with it as a draft. */
  const move = async () => {
    if (await openOwnWindow(tab.path)) navigate(closeTab(tab.path) ?? '/home');
  };
  const copy = () => void copyLink(tab.path, t('app.linkCopied'));
  // The palette offers the items of this menu for the keyboard.
  useOffered(() =>
    selected
      ? [
          { label: t('app.ownOpen'), run: () => void move(), ofDesk: true },
          ...(isLinkable(tab.path) ? [{ label: t('app.linkCopy'), run: copy, ofDesk: true }] : []),
          { label: t('app.tabCloseOthers'), run: () => closeOthers(tab, close), ofDesk: true },
          { label: t('app.tabCloseAll'), run: () => closeOthers(null, close), ofDesk: true },
        ]
      : [],
  );
  return (
    <ContextMenu
      popoverProps={atOnce}
      tagName="span"
      content={
        <Menu>
          <MenuItem
            text={t('app.tabReload')}
            onClick={() => {
              reloadTab(tab.path);
              navigate(tab.path);
            }}
          />
          <MenuItem text={t('app.ownOpen')} label={comboText('shift+enter')} onClick={() => void move()} />
          {isLinkable(tab.path) && <MenuItem text={t('app.linkCopy')} onClick={copy} />}
          <MenuItem
            text={t(starred ? 'app.favouriteNotHere' : 'app.favouriteHere')}
            label={selected ? comboText('mod+d') : undefined}
            onClick={() => toggleFavouriteOf(tab, title)}
          />
          <MenuItem text={t('common.close')} onClick={() => void close([tab])} />
          <MenuItem text={t('app.tabCloseOthers')} onClick={() => closeOthers(tab, close)} />
          <MenuItem text={t('app.tabCloseAll')} onClick={() => closeOthers(null, close)} />
        </Menu>
      }
    >
      {({ ref, contentProps: _, popover, className, ...rest }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: mouse only; the keyboard uses the tab inside
        <div
          {...rest}
          ref={ref}
          className={`fc-tab ${selected ? 'fc-tab-front' : ''} ${className ?? ''}`}
          role="presentation"
          draggable
          title={title}
          onAuxClick={(event) => event.button === 1 && void close([tab])}
          onDragStart={() => {
            dragged.current = index;
          }}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged.current !== null && moveTab(dragged.current, index)}
        >
          {popover}
          <div
            className="fc-tab-title"
            role="tab"
            aria-selected={selected}
            tabIndex={reached ? 0 : -1}
            onClick={() => navigate(tab.path)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') navigate(tab.path);
              if (event.key === 'Delete') void close([tab]);
              const next = neighbour(event, index);
              if (!next) return;
              navigate(next.tab.path);
              next.tag?.focus();
            }}
          >
            {unsaved && <span className="fc-unsaved" role="img" aria-label={t('app.tabUnsaved')} />}
            <span>{title}</span>
          </div>
          {/* For the mouse; by keyboard the tab itself is closed with Delete or Ctrl+W. */}
          <Button
            className="fc-tab-close"
            variant="minimal"
            size="small"
            tabIndex={-1}
            aria-hidden
            icon={<SmallCross />}
            title={t('common.close')}
            onClick={() => void close([tab])}
          />
        </div>
      )}
    </ContextMenu>
  );
});

/** Closes all tabs but one; null closes all. */
function closeOthers(kept: Tab | null, close: Close): void {
  const { tabs } = useTabs.getState();
  void close(
    tabs.filter((tab) => tab !== kept),
    kept?.path ?? '/home',
  );
}

/** Returns the adjacent tab in the direction of an arrow key, wrapping at the ends, and its element in the strip. */
function neighbour(event: React.KeyboardEvent, index: number) {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const { tabs } = useTabs.getState();
  const to = (index + by + tabs.length) % tabs.length;
  const tab = tabs[to];
  if (by === 0 || !tab) return undefined;
  const tags = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]');
  return { tab, tag: tags?.[to] };
}
