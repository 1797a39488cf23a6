import { Icon, Tooltip } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, Star, StarEmpty } from '@blueprintjs/icons';
import { memo, type ReactElement, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toggleFavourite } from './favourites';
import { toFirstEntry } from './walkMenu';

/** Section of the menu under its heading, which folds it; without `onToggle` it is always open. */
export function MenuSection(props: {
  title: string;
  icon: ReactElement;
  open: boolean;
  onToggle: (() => void) | null;
  /** True if the menu is collapsed: only the icon of the heading is shown. */
  narrow: boolean;
  children: ReactNode;
}) {
  const { title, icon, open, onToggle, narrow, children } = props;
  const list = useId();
  const heading = (
    <>
      <Icon icon={icon} size={14} />
      {!narrow && <span className="fc-area-title">{title}</span>}
    </>
  );
  const head = onToggle ? (
    <button
      type="button"
      className="fc-area-head"
      aria-label={narrow ? title : undefined}
      aria-expanded={open}
      aria-controls={open ? list : undefined}
      onClick={onToggle}
    >
      {heading}
      {!narrow && (open ? <ChevronDown size={12} /> : <ChevronRight size={12} />)}
    </button>
  ) : (
    <span className="fc-area-head">{heading}</span>
  );
  return (
    <section aria-label={title}>
      <h2 className="fc-area">
        {narrow ? (
          <Tooltip content={title} placement="right" fill>
            {head}
          </Tooltip>
        ) : (
          head
        )}
      </h2>
      {open && (
        <ul id={list} className="fc-menu-list">
          {children}
        </ul>
      )}
    </section>
  );
}

/** Menu entry of one screen; redrawn only when the screen comes to the front or leaves it, not at each navigation. */
export const MenuEntry = memo(function MenuEntry(props: {
  path: string;
  /** Title of its record; empty for a screen of the menu. */
  record: string;
  name: string;
  here: boolean;
  starred: boolean;
  /** First letters of its name, for the collapsed menu; null otherwise. */
  short: string | null;
}) {
  const { path, record, name, here, starred, short } = props;
  const { t } = useTranslation();
  const link = (
    <Link
      to={path}
      replace={here}
      className={`fc-menu-entry${here ? ' active' : ''}`}
      aria-current={here ? 'page' : undefined}
      aria-keyshortcuts="Space"
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        const { currentTarget } = event;
        const menu = currentTarget.closest<HTMLElement>('.fc-menu');
        toggleFavourite(path, record);
        // If removing the star removes the entry itself, the focus moves to the first entry.
        requestAnimationFrame(() => currentTarget.isConnected || toFirstEntry(menu));
      }}
    >
      {short ?? name}
    </Link>
  );
  return (
    <li>
      {short === null ? (
        <>
          {link}
          {/* For the mouse; by keyboard Space on the entry does it. */}
          <button
            type="button"
            className={`fc-menu-star${starred ? ' fc-menu-starred' : ''}`}
            tabIndex={-1}
            aria-hidden
            title={t(starred ? 'app.favouriteRemove' : 'app.favouriteAdd', { name })}
            onClick={() => toggleFavourite(path, record)}
          >
            {starred ? <Star size={12} /> : <StarEmpty size={12} />}
          </button>
        </>
      ) : (
        <Tooltip content={name} placement="right" fill>
          {link}
        </Tooltip>
      )}
    </li>
  );
});
