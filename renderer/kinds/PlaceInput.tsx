// biome-ignore lint/style/noRestrictedImports: a popover below a field that keeps the focus, not a menu
import { InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import type { RefTarget } from '@contract/refTargets';
import { useMemo, useState } from 'react';
import { useAnswer } from '../api/answers';
import { useSpeech } from '../app/language';
import { atOnce } from '../ui/atOnce';
import { isComposing } from '../ui/shortcuts';
import type { InputProps, MetaOf } from './kind';
import { useLookups } from './lookups';
import { idOf } from './recordId';

interface KnownPlace {
  readonly nameEn?: string;
  readonly nameCn?: string;
}

const COUNTRY: readonly RefTarget[] = ['country'];
/** Maximum of places offered at once; typing narrows them. */
const MOST = 60;

/** Normalises a text for searching: without accents, apostrophes and spaces. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}’' ]/gu, '')
    .toLowerCase();

const isNamed = (name: string, { nameEn = '', nameCn = '' }: KnownPlace) =>
  [bare(nameEn), bare(nameCn)].includes(bare(name));

/** Known places for a part of an address: provinces of its country; cities of its province or of the whole country. */
function useKnown(part: 'province' | 'city', row: Readonly<Record<string, unknown>>): readonly KnownPlace[] {
  const lookups = useLookups(COUNTRY);
  const countryId = idOf(row.countryId);
  const country = countryId === null ? undefined : lookups.find('country', countryId);
  const ofCities = part === 'city' && country?.code === 'CN';
  const { data: cities } = useAnswer({
    queryKey: ['chinaCities'],
    queryFn: async () => (await import('./chinaCities')).chinaCities,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: ofCities,
  });
  return useMemo(() => {
    if (!country) return [];
    const provinces = lookups
      .rows('country')
      .filter(({ parentId, active }) => parentId === country.id && active !== false);
    if (part === 'province') return provinces;
    if (!ofCities || !cities) return [];
    const province = provinces.find((one) => isNamed(String(row.province ?? ''), one));
    return province ? (cities.get(String(province.code)) ?? []) : [...cities.values()].flat();
  }, [lookups, country, part, ofCities, cities, row.province]);
}

function matching(typed: string, known: readonly KnownPlace[]): KnownPlace[] {
  const wanted = bare(typed);
  if (known.some((one) => isNamed(typed, one))) return [];
  const found = known.filter((one) => bare(`${one.nameEn} ${one.nameCn}`).includes(wanted));
  const begins = (one: KnownPlace) =>
    [one.nameEn, one.nameCn].some((name) => bare(name ?? '').startsWith(wanted));
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MOST);
}

/** Part of an address: known places match in either language and are inserted in the user's; any text is accepted. */
export function PlaceInput(props: InputProps<MetaOf<'text'>> & { part: 'province' | 'city' }) {
  const { id, part, meta, value, row, onChange, onBlur, invalid, disabled, required } = props;
  const speech = useSpeech();
  const known = useKnown(part, row);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const typed = String(value ?? '');
  const offered = open ? matching(typed, known) : [];
  const list = `${id}-list`;
  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (one: KnownPlace | undefined) => {
    if (one) onChange(speech.name(one));
    close();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (offered.length > 0) setAt((at + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' && at >= 0 && offered.length > 0) {
      // This Enter selects; the next one submits the form.
      event.preventDefault();
      choose(offered[at]);
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.stopPropagation();
      event.preventDefault();
      close();
    }
  };
  return (
    <PopoverNext
      {...atOnce}
      isOpen={offered.length > 0}
      animation="minimal"
      arrow={false}
      matchTargetWidth
      autoFocus={false}
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      placement="bottom-start"
      content={
        <Menu id={list} role="listbox" className="fc-suggestions" aria-label={speech.label(part)}>
          {offered.map((one, index) => (
            <MenuItem
              key={`${one.nameEn} ${one.nameCn}`}
              id={`${list}-${index}`}
              roleStructure="listoption"
              active={index === at}
              text={[one.nameEn, one.nameCn].filter(Boolean).join(' · ')}
              // The field keeps the focus.
              onMouseDown={(event: React.MouseEvent) => event.preventDefault()}
              onClick={() => choose(one)}
            />
          ))}
        </Menu>
      }
      renderTarget={({ ref }) => (
        <div ref={ref}>
          <InputGroup
            id={id}
            fill
            autoComplete="off"
            spellCheck={false}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={offered.length > 0}
            aria-controls={offered.length > 0 ? list : undefined}
            aria-activedescendant={at >= 0 && offered.length > 0 ? `${list}-${at}` : undefined}
            aria-invalid={invalid}
            aria-required={required}
            aria-describedby={`${id}-help`}
            intent={invalid ? 'danger' : 'none'}
            disabled={disabled}
            maxLength={meta.max}
            value={typed}
            onValueChange={(text) => {
              onChange(text.trim() === '' ? null : text);
              setOpen(true);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close();
              onBlur();
            }}
          />
        </div>
      )}
    />
  );
}
