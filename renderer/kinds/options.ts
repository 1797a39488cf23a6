import { useEffect, useRef } from 'react';
import { HELD } from './listKeys';

export interface Option<V extends string | number = string | number> {
  readonly value: V;
  readonly label: string;
  /** Further text that the search matches. */
  readonly search: string;
  readonly disabled?: boolean;
}

/** Options of a long list. */
export interface ListedOptions {
  /** Undefined until loaded. */
  readonly options: readonly Option[] | undefined;
  /** Reloads the options; defined only if loading failed. */
  readonly retry?: (() => void) | undefined;
  /** True if the server has no such list. */
  readonly missing?: boolean;
}

/** Maximum of options drawn at once; typing narrows them. */
const MOST = 200;

/** Returns options that contain the text: first an equal code, then those that start with it. Enter takes the first. */
export function matching(query: string, options: Option[]): Option[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return options.slice(0, MOST);
  const ranks = new Map<Option, number>();
  for (const option of options) {
    const text = option.search.toLowerCase();
    if (text === wanted || text.startsWith(`${wanted} `)) ranks.set(option, 0);
    else if (text.includes(wanted)) ranks.set(option, text.startsWith(wanted) ? 1 : 2);
  }
  return [...ranks]
    .sort(([, a], [, b]) => a - b)
    .slice(0, MOST)
    .map(([option]) => option);
}

/** Takes the first match of a text confirmed by Enter or Tab while the options were loading, once they arrive. */
export function useConfirmedEarly(options: readonly Option[] | undefined, take: (option: Option) => void) {
  const confirmed = useRef('');
  useEffect(() => {
    if (!options || !confirmed.current) return;
    const match = matching(confirmed.current, [...options]).find((option) => !option.disabled);
    confirmed.current = '';
    if (match) take(match);
  });
  return (query: string, key: string) => {
    if (key === 'Enter' || key === 'Tab') confirmed.current = options ? '' : query.trim();
    else if (!HELD.has(key)) confirmed.current = '';
  };
}
