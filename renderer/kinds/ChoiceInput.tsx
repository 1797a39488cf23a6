import { HTMLSelect, MenuItem, type MenuItemProps } from '@blueprintjs/core';
import { Blank, CaretDown, Cross, SmallTick } from '@blueprintjs/icons';
import { type CreateNewItem, type ItemRenderer, MultiSelect, Select } from '@blueprintjs/select';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listBelow } from '../ui/atOnce';
import { keepEnter } from './keepEnter';
import { handleListKeys, takeByTab } from './listKeys';
import { type ListedOptions, matching, type Option, useConfirmedEarly } from './options';

/** Returns the same array while its contents are equal: a new array would reset the arrow keys to the first option. */
function useSame(options: readonly Option[] = []): Option[] {
  const [kept, setKept] = useState<Option[]>([]);
  const same =
    kept.length === options.length &&
    kept.every(({ value, label }, at) => value === options[at]?.value && label === options[at]?.label);
  if (same) return kept;
  const next = [...options];
  setKept(next);
  return next;
}

interface SelectProps<V extends string | number = string | number> {
  readonly id: string;
  readonly options: readonly Option<V>[];
  readonly value: V | null;
  readonly onChange: (value: V | null) => void;
  readonly onBlur?: () => void;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Label of the empty option. */
  readonly none?: string;
}

/** A short list: the system's own select, quickest by keyboard. */
export function ShortSelect<V extends string | number>({
  id,
  options,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  required,
  none,
}: SelectProps<V>) {
  const { t } = useTranslation();
  return (
    <HTMLSelect
      id={id}
      fill
      disabled={!!disabled}
      value={value ?? ''}
      aria-invalid={invalid}
      aria-required={required}
      aria-describedby={`${id}-help`}
      className={invalid ? 'bp6-intent-danger' : undefined}
      onBlur={onBlur}
      onChange={(event) => {
        const { value: chosen } = event.currentTarget;
        onChange(options.find((option) => String(option.value) === chosen)?.value ?? null);
      }}
    >
      {/* A required value cannot be cleared, least of all by typing a letter. */}
      <option value="" hidden={!!required} disabled={!!required}>
        {required ? t('common.pleaseSelect') : (none ?? '—')}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={!!option.disabled}>
          {option.label}
        </option>
      ))}
    </HTMLSelect>
  );
}

/** The only option of a list that failed to load: retry. */
const AGAIN: Option = { value: '', label: '', search: '' };

/** Items of a long list; texts for no match, loading, and an empty list differ. */
function useItems({ options, retry }: ListedOptions, itemProps: (option: Option) => MenuItemProps) {
  const { t } = useTranslation();
  const items = useSame(retry ? [AGAIN] : options);
  const none = t(!options ? 'common.loading' : options.length > 0 ? 'app.goNothing' : 'app.noneToChoose');
  const again = { text: t('common.listFailed'), labelElement: t('common.retry') };
  const itemRenderer: ItemRenderer<Option> = (option, { handleClick, handleFocus, modifiers, ref }) => (
    <MenuItem
      key={option.value}
      ref={ref}
      roleStructure="listoption"
      active={modifiers.active}
      onClick={handleClick}
      onFocus={handleFocus}
      // Options with the same beginning differ at their ends.
      multiline
      // The field keeps the focus, since an item may disappear, for example the retry.
      onMouseDown={(event) => event.preventDefault()}
      {...(option === AGAIN ? { ...again, shouldDismissPopover: false } : itemProps(option))}
    />
  );
  return {
    items,
    itemListPredicate: retry ? () => items : matching,
    itemsEqual: 'value' as const,
    noResults: <MenuItem disabled text={none} roleStructure="listoption" />,
    itemRenderer,
  };
}

/**
 * Handles keys typed before a list has the focus, which the library moves there only after unfolding: a character opens
 * the list and is searched for, as are those that follow at once; Escape closes a list that is opening. Sets the open
 * state explicitly: a click would toggle the library's own state, which lags by a frame.
 */
function useKeysAhead(
  library: RefObject<Select<Option> | null>,
  search: (text: string) => void,
  mark: (byArrow: boolean) => void,
) {
  const opening = useRef(false);
  const typed = useRef('');
  const byArrow = useRef(false);
  const show = (isOpen: boolean) => {
    opening.current = isOpen;
    library.current?.setState({ isOpen });
  };
  return {
    onInteraction: (opens: boolean) => {
      opening.current = opens;
    },
    onOpening: (popover: HTMLElement) => {
      mark(byArrow.current);
      if (typed.current) search(typed.current);
      typed.current = '';
      opening.current = false;
      popover.querySelector('input')?.focus({ preventScroll: true });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      byArrow.current = key === 'ArrowUp' || key === 'ArrowDown';
      if (byArrow.current) opening.current = true;
      // Prevents the button's own click on Enter.
      if (key === 'Enter' && !event.defaultPrevented) {
        event.preventDefault();
        show(true);
      }
      const character = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      const leaves = key === 'Escape' && opening.current;
      if (!character && !leaves) return;
      // Neither key reaches the shortcuts of the screen.
      event.preventDefault();
      event.stopPropagation();
      typed.current = character ? typed.current + key : '';
      if (leaves) show(false);
      else if (!opening.current) show(true);
    },
  };
}

/** Returns the marked option if it can be selected: not the retry, not a disabled one. */
const taken = (marked: Option | CreateNewItem | null): Option | undefined =>
  marked && 'value' in marked && marked !== AGAIN && !marked.disabled ? marked : undefined;

/** A long list: searched by typing, in either language. */
export function LongSelect({
  id,
  options,
  retry,
  value,
  onChange,
  onBlur,
  invalid,
  disabled,
  required,
}: Omit<SelectProps, 'options'> & ListedOptions) {
  const { t } = useTranslation();
  const list = useItems({ options, retry }, (option) => ({
    selected: option.value === value,
    disabled: !!option.disabled,
    text: option.label,
  }));
  const chosen = list.items.find((option) => option.value === value);
  // Option marked by the arrow keys: the selected one when the list opens, the first if an arrow opened it with nothing
  // selected, and the first match once something is typed.
  const [active, setActive] = useState<Option | CreateNewItem | null>(null);
  const [query, setQuery] = useState('');
  const library = useRef<Select<Option>>(null);
  const keys = useKeysAhead(library, setQuery, (byArrow) =>
    setActive(chosen ?? (byArrow ? list.items.find((option) => !option.disabled) : undefined) ?? null),
  );
  const confirm = useConfirmedEarly(options, (option) => {
    onChange(option.value);
    library.current?.setState({ isOpen: false });
  });
  const leaveByTab = () => {
    const option = taken(active);
    if (option && option.value !== value) onChange(option.value);
    library.current?.setState({ isOpen: false });
    // Tab continues from the field.
    document.getElementById(id)?.focus();
  };
  return (
    <Select<Option>
      ref={library}
      fill
      {...list}
      itemDisabled={(option) => !!option.disabled}
      activeItem={active}
      onActiveItemChange={setActive}
      query={query}
      onQueryChange={setQuery}
      disabled={!!disabled}
      resetOnClose
      // The search box is focused on opening; autofocus, a frame later, would take the focus from wherever it is by
      // then.
      inputProps={{
        placeholder: t('common.search'),
        autoFocus: false,
        onKeyDown: (event) => {
          confirm(query, event.key);
          takeByTab(event, leaveByTab);
        },
        // Removes the library's clear button, which has an English label only and would be the next tab stop.
        rightElement: undefined,
      }}
      popoverProps={{
        ...listBelow,
        targetTagName: 'button',
        onInteraction: keys.onInteraction,
        onOpening: keys.onOpening,
        // Keys typed after a selection must not go to the closing list.
        onClosing: (popover) => {
          // The library would move the focus a frame later, when the user may already have moved on.
          // biome-ignore lint/complexity/useLiteralKeys: the property is private to the library
          if (library.current) library.current['previousFocusedElement'] = undefined;
          if (popover.contains(document.activeElement)) document.getElementById(id)?.focus();
          // The library clears its search only at the next opening; the same text typed before that would be no change.
          setQuery('');
        },
        onClosed: () => onBlur?.(),
      }}
      // The target is the button itself: its ARIA attributes would have no effect on an element around it.
      popoverTargetProps={
        {
          id,
          type: 'button',
          disabled: !!disabled,
          // Busy while the list is loading.
          'aria-busy': !options && !retry,
          className: `bp6-button bp6-align-left fc-select${chosen ? '' : ' fc-empty'}${invalid ? ' bp6-outlined bp6-intent-danger' : ''}`,
          'aria-describedby': `${id}-help`,
          onKeyDown: keys.onKeyDown,
        } as React.HTMLProps<HTMLElement>
      }
      onItemSelect={(option) => (retry ? retry() : onChange(option.value))}
    >
      <span className="bp6-button-text">
        {chosen?.label ?? t(retry ? 'common.listFailed' : 'common.pleaseSelect')}
      </span>
      {chosen && !required ? (
        <Cross
          size={12}
          onClick={(event) => {
            event.stopPropagation();
            onChange(null);
          }}
        />
      ) : (
        <CaretDown />
      )}
    </Select>
  );
}

/** Selects several values of a list, for filters and lists of records. */
export function ManySelect(
  props: {
    readonly id: string;
    readonly values: readonly (string | number)[];
    readonly onChange: (values: (string | number)[]) => void;
    readonly label?: string;
  } & ListedOptions,
) {
  const { t } = useTranslation();
  const { options = [], retry, values, onChange } = props;
  const list = useItems(props, ({ value, label }) => ({
    icon: values.includes(value) ? <SmallTick /> : <Blank />,
    text: label,
  }));
  const chosen = options.filter(({ value }) => values.includes(value));
  const toggle = ({ value }: Option) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  const library = useRef<MultiSelect<Option>>(null);
  const [query, setQuery] = useState('');
  const confirm = useConfirmedEarly(props.options, ({ value }) => {
    if (!values.includes(value)) onChange([...values, value]);
    setQuery('');
  });
  const marked = useRef<Option | CreateNewItem | null>(null);
  // The library opens its list at every change of the text, even to none, and a frame after Escape if the focus stays.
  const shut = useRef(false);
  const keepShut = () => {
    if (shut.current) library.current?.setState({ isOpen: false });
  };
  const empty = () => {
    shut.current = true;
    setQuery('');
  };
  useLayoutEffect(() => {
    if (query === '') keepShut();
  });
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    confirm(query, event.key);
    takeByTab(event, () => {
      const option = query ? taken(marked.current) : undefined;
      if (option && !values.includes(option.value)) toggle(option);
    });
    shut.current = false;
    if (event.key === 'Escape') empty();
    handleListKeys(event, library.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of its field
    <div
      onKeyDown={keepEnter}
      onKeyDownCapture={onKeyDownCapture}
      onMouseDownCapture={() => {
        shut.current = false;
      }}
    >
      <MultiSelect<Option>
        ref={library}
        fill
        {...list}
        query={query}
        onQueryChange={setQuery}
        onActiveItemChange={(item) => {
          marked.current = item;
        }}
        selectedItems={chosen}
        placeholder={t(retry ? 'common.listFailed' : 'common.pleaseSelect')}
        resetOnSelect
        popoverProps={{ ...listBelow, onInteraction: keepShut }}
        onItemSelect={(option) => (retry ? retry() : toggle(option))}
        onRemove={toggle}
        tagRenderer={({ label }) => label}
        tagInputProps={{
          // A leftover text that is no value would look like one.
          inputProps: { id: props.id, 'aria-label': props.label, onBlur: empty },
        }}
      />
    </div>
  );
}
