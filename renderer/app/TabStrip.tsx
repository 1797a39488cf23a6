import { Button, ContextMenu, Menu, MenuItem } from '@blueprintjs/core';
import { SmallCross } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUnsavedPaths } from './drafts';
import { copyLink, isLinkable } from './links';
import { openOwnWindow } from './ownWindow';
import { comboText } from './shortcuts';
import { closeTab, moveTab, reloadTab, type Tab, useTabs } from './tabs';
import { useInSight } from './useInSight';

/** The tag view: opened screens as tags; middle click closes, dragging reorders. */
export function TabStrip({
  close,
  titleOf,
}: {
  close: (closed: readonly Tab[], to?: string) => Promise<void>;
  titleOf: (tab: Tab) => string;
}) {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const navigate = useNavigate();
  const dragged = useRef<number | null>(null);
  const front = tabs.find(({ path }) => path === active);
  const strip = useInSight('.fc-tab-front', front ? `${front.path} ${titleOf(front)}` : '');
  const unsaved = useUnsavedPaths();
  const closeOthers = (kept: Tab | null) =>
    void close(
      tabs.filter((tab) => tab !== kept),
      kept?.path ?? '/home',
    );
  /** Takes a tab to a window of its own; what was not saved goes with it as a draft. */
  const move = async (tab: Tab) => {
    if (await openOwnWindow(tab.path)) navigate(closeTab(tab.path) ?? '/home');
  };
  const keys = (event: React.KeyboardEvent, index: number) => {
    const to = event.key === 'ArrowRight' ? index + 1 : event.key === 'ArrowLeft' ? index - 1 : null;
    if (to === null) return;
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next) navigate(next.path);
    const all = event.currentTarget.closest('[role=tablist]')?.querySelectorAll<HTMLElement>('[role=tab]');
    all?.[(to + tabs.length) % tabs.length]?.focus();
  };

  return (
    <div ref={strip} className="fc-tabs" role="tablist" aria-label={t('app.openScreens')}>
      {tabs.map((tab, index) => {
        const selected = tab.path === active;
        return (
          <ContextMenu
            key={tab.path}
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
                <MenuItem
                  text={t('app.ownOpen')}
                  label={comboText('shift+enter')}
                  onClick={() => void move(tab)}
                />
                {isLinkable(tab.path) && (
                  <MenuItem
                    text={t('app.linkCopy')}
                    onClick={() => void copyLink(tab.path, t('app.linkCopied'))}
                  />
                )}
                <MenuItem text={t('app.tabClose')} onClick={() => void close([tab])} />
                <MenuItem text={t('app.tabCloseOthers')} onClick={() => closeOthers(tab)} />
                <MenuItem text={t('app.tabCloseAll')} onClick={() => closeOthers(null)} />
              </Menu>
            }
          >
            {({ ref, contentProps: _, popover, className, ...rest }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; by keyboard the tab within does it
              <div
                {...rest}
                ref={ref as React.Ref<HTMLDivElement>}
                className={`fc-tab ${selected ? 'fc-tab-front' : ''} ${className ?? ''}`}
                role="presentation"
                draggable
                title={titleOf(tab)}
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
                  tabIndex={selected ? 0 : -1}
                  onClick={() => navigate(tab.path)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' || event.key === ' ') navigate(tab.path);
                    if (event.key === 'Delete') void close([tab]);
                    keys(event, index);
                  }}
                >
                  {(tab.unsaved || unsaved.has(tab.path)) && (
                    <span className="fc-unsaved" role="img" aria-label={t('app.tabUnsaved')} />
                  )}
                  <span>{titleOf(tab)}</span>
                </div>
                {/* For the mouse; by keyboard the tab itself is closed with Delete or Ctrl+W. */}
                <Button
                  className="fc-tab-close"
                  variant="minimal"
                  size="small"
                  tabIndex={-1}
                  aria-hidden
                  icon={<SmallCross />}
                  title={t('app.tabClose')}
                  onClick={() => void close([tab])}
                />
              </div>
            )}
          </ContextMenu>
        );
      })}
    </div>
  );
}
