import './palette.css';
import { Icon, Menu, MenuItem } from '@blueprintjs/core';
import { type ItemRendererProps, Omnibar } from '@blueprintjs/select';
import { Fragment, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comboText, isComposing, type OfferedAction, type Shortcut } from '../../ui/shortcuts';
import { useOverlayFocus } from '../../ui/useOverlayFocus';
import type { Permits } from '../guard';
import { type Entry, type EntryGroup, useEntries } from './entries';
import { Emphasised, matchingEntries } from './finding';
import { useAliases, useRecords } from './records';
import { useTracking } from './tracking';

/** Maximum of entries per group while nothing is typed, so that recent screens stay prominent. */
const AT_FIRST = 8;
/** Query that looks like a number; records then come first. */
const NUMBER = /\d[\d\s.-]{2,}\d|^[A-Z]{2,4}\d{2,}/i;

/**
 * Command palette. Ctrl+K: permitted screens, records by number or name, actions of the front screen, and recent
 * screens. Ctrl+P: records only.
 */
export function Palette({
  permits,
  only,
  shortcuts,
  offered,
  onClose,
}: {
  permits: Permits;
  only: 'all' | 'records';
  /** Shortcuts that were active when it was opened. */
  shortcuts: readonly Shortcut[];
  /** Actions without a key that are available now. */
  offered: readonly OfferedAction[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [awaited, setAwaited] = useState(false);
  const aliases = useAliases(only === 'all');
  const fixed = useEntries(permits, shortcuts, offered);
  const records = useRecords(query, permits);
  const tracking = useTracking(query, permits, only === 'all' && !records.pending);
  const entries = useMemo((): readonly Entry[] => {
    if (only === 'records') return query.trim() ? records.entries : fixed.filter(isRecordOfBefore);
    if (!query.trim()) return firstLook(fixed);
    const named = matchingEntries(fixed, query, aliases);
    const all = NUMBER.test(query) ? [...records.entries, ...named] : [...named, ...records.entries];
    return [...all, ...tracking];
  }, [only, fixed, aliases, records.entries, tracking, query]);
  useOverlayFocus();
  // The field appears shortly after the shortcut; keystrokes in between are buffered until then.
  const [field, setField] = useState<HTMLInputElement | null>(null);
  useLayoutEffect(() => field?.focus(), [field]);
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };

  // Enter pressed right after typing a number waits for the record to be found.
  useEffect(() => {
    if (!awaited || records.pending) return;
    setAwaited(false);
    const [sole, ...others] = records.exact.length > 0 ? records.exact : records.entries;
    if (sole && others.length === 0) {
      onClose();
      sole.run();
    }
  }, [awaited, records, onClose]);

  return (
    <Omnibar<Entry>
      isOpen
      className="fc-palette"
      items={[...entries]}
      query={query}
      onQueryChange={(typed) => {
        setAwaited(false);
        setQuery(typed);
      }}
      itemListPredicate={(_, items) => items}
      itemsEqual="id"
      resetOnSelect
      onClose={onClose}
      onItemSelect={run}
      inputProps={{
        inputRef: setField,
        placeholder: t(only === 'records' ? 'app.findPlaceholder' : 'app.goPlaceholder'),
        onKeyDown: (event) => {
          // Tab has no other target; the arrow keys go through the results.
          if (event.key === 'Tab') event.preventDefault();
          if (event.key !== 'Enter') return;
          const early = records.pending && (only === 'records' || NUMBER.test(query));
          if (early) setAwaited(true);
          if (early || isComposing(event)) event.stopPropagation();
        },
      }}
      itemListRenderer={({ items, itemsParentRef, renderItem }) => (
        <Menu role="listbox" ulRef={itemsParentRef} className="fc-palette-list" aria-label={t('app.go')}>
          {records.failed && !records.pending && (
            <MenuItem
              disabled
              multiline
              intent="danger"
              text={t('app.goRecordsFailed', { reason: records.failed.message })}
              roleStructure="listoption"
            />
          )}
          {items.length === 0 && query.trim() && !records.pending && !records.failed ? (
            <MenuItem
              disabled
              multiline
              text={t(NUMBER.test(query) ? 'app.goNumberNothing' : 'app.goNothing')}
              roleStructure="listoption"
            />
          ) : (
            items.map((entry, index) => (
              <Fragment key={entry.id}>
                {entry.group !== items[index - 1]?.group && <Heading group={entry.group} />}
                {renderItem(entry, index)}
              </Fragment>
            ))
          )}
        </Menu>
      )}
      itemRenderer={(entry, item) => entryItem(entry, query, item)}
    />
  );
}

/** Row of an entry; the query is emphasised in it. */
function entryItem(
  entry: Entry,
  query: string,
  { handleClick, handleFocus, modifiers, ref }: ItemRendererProps<HTMLLIElement>,
) {
  return (
    <MenuItem
      key={entry.id}
      ref={ref}
      roleStructure="listoption"
      active={modifiers.active}
      icon={<Icon icon={entry.icon} />}
      text={
        <>
          <Emphasised text={entry.text} query={query} />
          {entry.detail && (
            <span className="fc-palette-detail">
              <Emphasised text={entry.detail} query={query} />
            </span>
          )}
        </>
      }
      labelElement={
        entry.combo ? <kbd>{comboText(entry.combo)}</kbd> : <span className="fc-muted">{entry.kind}</span>
      }
      onClick={handleClick}
      onFocus={handleFocus}
    />
  );
}

/** Heading of a group, visual only: each row names its own kind. */
function Heading({ group }: { group: EntryGroup }) {
  const { t } = useTranslation();
  return (
    <li role="presentation" className="fc-palette-head">
      {t(`app.goGroups.${group}`)}
    </li>
  );
}

const isRecordOfBefore = ({ group, record }: Entry) => group === 'recent' && record === true;

/** Entries per group before anything is typed. */
function firstLook(entries: readonly Entry[]): readonly Entry[] {
  const counts = new Map<EntryGroup, number>();
  return entries.filter(({ group }) => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= AT_FIRST || group === 'screens';
  });
}
