import { Button, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { SEARCH_SPAN } from '@contract/limits';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing, useShortcuts } from '../ui/shortcuts';

/** Search bar of every list: keyword box, reset and confirm; its fields span 8 of 24 columns by default. */
export function SearchBar(props: {
  keyword: string;
  placeholder?: string;
  span?: number;
  onSearch: (keyword: string) => void;
  onReset: () => void;
  /** Replaces the buttons. */
  instead?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { keyword, onSearch, onReset, span = SEARCH_SPAN } = props;
  const [typed, setTyped] = useState(keyword);
  const field = useRef<HTMLInputElement>(null);
  // Not on the first render: early keystrokes may already be in the box.
  const [known, setKnown] = useState(keyword);
  if (known !== keyword) {
    setKnown(keyword);
    setTyped(keyword);
  }
  useShortcuts([
    { combo: '/', label: t('common.search'), run: () => field.current?.focus() },
    { combo: 'arrowdown', label: t('common.searchLeave'), run: null },
  ]);
  const leave = () => {
    const rows = field.current?.closest('.fc-tab-body')?.querySelector<HTMLElement>('[role=grid]');
    if (rows) rows.focus({ preventScroll: true });
    else field.current?.blur();
  };
  return (
    <search className="fc-search-bar">
      <form
        style={{ '--fc-span': span } as React.CSSProperties}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <InputGroup
          inputRef={field}
          type="search"
          leftIcon={<Search />}
          placeholder={props.placeholder ?? t('common.search')}
          aria-label={props.placeholder ?? t('common.search')}
          value={typed}
          onValueChange={(text) => {
            setTyped(text);
            if (text === '' && keyword !== '') onSearch('');
          }}
          // Enter that confirms a Chinese word in the input method must not search for half of it.
          onKeyDown={(event) => {
            if (isComposing(event)) return event.stopPropagation();
            if (event.key !== 'ArrowDown' && !(event.key === 'Escape' && typed === '')) return;
            event.preventDefault();
            event.stopPropagation();
            leave();
          }}
        />
      </form>
      {props.instead && <div className="fc-search-buttons">{props.instead}</div>}
      {/* Hidden, not removed: their keys keep working. */}
      <div className="fc-search-buttons" hidden={Boolean(props.instead)}>
        <Button
          onClick={() => {
            setTyped('');
            onReset();
          }}
        >
          {t('common.reset')}
        </Button>
        <Button intent="primary" onClick={() => onSearch(typed.trim())}>
          {t('common.confirm')}
        </Button>
        {props.children}
      </div>
    </search>
  );
}
