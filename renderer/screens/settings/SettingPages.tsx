import './settings.css';
import { Button, Callout, InputGroup, NonIdealState } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../app/desk';
import { useLanguage } from '../../app/language';
import { afterOverlayClosed, canTakeFocus } from '../../ui/free';
import { useChanged } from './changed';
import { type FoundGroup, foundIn } from './finding';
import { groups } from './groups';
import { SettingLine } from './SettingLine';

/** Settings with search, groups at the left, and the settings of the selected group, or those that match a search. */
export function SettingPages(props: {
  readonly group: string;
  readonly onGroup: (name: string) => void;
  /** True before sign-in: shows only the settings that apply then. */
  readonly before: boolean;
}) {
  const { before, onGroup } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the searched words depend on the language
  const found = useMemo(
    () => foundIn(before ? groups.filter((one) => one.before) : groups, query),
    [before, query, language],
  );
  const searching = query.trim() !== '';
  const chosen = found.find(({ group }) => group.name === props.group) ?? found[0];
  const nav = useRef<HTMLElement>(null);
  // Focuses the group that a link led to, so that Tab goes into it; before sign-in, the dialog focuses the search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each group that one is led to
  useEffect(() => {
    if (before) return undefined;
    return afterOverlayClosed(() => {
      const { current } = nav;
      if (current && canTakeFocus(current)) current.querySelector<HTMLElement>('[aria-current]')?.focus();
    });
  }, [before, props.group]);
  const step = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = found[index + by];
    if (by === 0 || !next) return;
    event.preventDefault();
    onGroup(next.group.name);
    const entry = event.currentTarget.closest('ul')?.querySelectorAll('button')[index + by];
    entry?.focus();
  };
  return (
    <section className={before ? 'fc-settings fc-settings-before' : 'fc-settings'}>
      <header>
        {!before && <h1>{t('settings.title')}</h1>}
        <InputGroup
          type="search"
          leftIcon={<Search />}
          value={query}
          placeholder={t('settings.search')}
          aria-label={t('settings.search')}
          onValueChange={setQuery}
          onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
        />
      </header>
      <nav ref={nav} aria-label={t('settings.groups')}>
        <ul>
          {found.map(({ group }, index) => {
            const current = !searching && group === chosen?.group;
            const stop = searching ? index === 0 : current;
            return (
              <li key={group.name}>
                <button
                  type="button"
                  // The list is one tab stop; the arrow keys move within it.
                  tabIndex={stop ? 0 : -1}
                  aria-current={current ? 'true' : undefined}
                  onClick={() => {
                    setQuery('');
                    onGroup(group.name);
                  }}
                  onKeyDown={(event) => step(event, index)}
                >
                  {t(group.title)}
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="fc-settings-body">
        <Administrator />
        {chosen && (searching ? found : [chosen]).map((one) => <Group key={one.group.name} of={one} />)}
        {!chosen && (
          <NonIdealState
            title={t('settings.nothing')}
            action={<Button onClick={() => setQuery('')}>{t('settings.clear')}</Button>}
          />
        )}
      </div>
    </section>
  );
}

/** Notice that settings are managed by the administrator's file, with the parts of it that could not be parsed. */
function Administrator() {
  const { t } = useTranslation();
  const { place, problems } = useDesk(({ managed }) => managed);
  if (place === null) return null;
  return (
    <Callout compact intent={problems.length > 0 ? 'warning' : 'none'}>
      {t('settings.managedFile')} <code>{place}</code>
      {problems.length > 0 && (
        <>
          <p>{t('settings.managedProblems')}</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  );
}

function Group({ of: { group, settings, part } }: { of: FoundGroup }) {
  const { t } = useTranslation();
  const { changed, reset } = useChanged(settings);
  return (
    <section aria-label={t(group.title)}>
      <div className="fc-setting-head">
        <h2>{t(group.title)}</h2>
        <span className="fc-spring" />
        {changed && settings.length > 1 && (
          <Button size="small" variant="minimal" onClick={() => reset(t(group.title))}>
            {t('settings.resetGroup')}
          </Button>
        )}
      </div>
      {settings.map((one) => (
        <SettingLine key={one.key} of={one} />
      ))}
      {part && group.part && <group.part.Part />}
    </section>
  );
}
