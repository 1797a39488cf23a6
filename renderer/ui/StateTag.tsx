import { Classes } from '@blueprintjs/core';

type Tone = 'neutral' | 'info' | 'progress' | 'good' | 'warning' | 'bad';

/** Returns the tone of a state; neutral for one that only another server knows. */
export const toneOf = <S extends string>(
  states: Readonly<Record<S, { readonly tone: Tone }>>,
  state: S,
): Tone => (Object.hasOwn(states, state) ? states[state].tone : 'neutral');

const TAG = `${Classes.TAG} ${Classes.MINIMAL}`;
const WORD = `${Classes.FILL} ${Classes.TEXT_OVERFLOW_ELLIPSIS}`;

/**
 * Coloured tag; the colours are checked for contrast in both themes. Lists contain many of them: the library's own tag
 * would be measured and drawn twice each, to prepare a tooltip for truncated text that is rarely needed.
 */
export function StateTag({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className={`${TAG} fc-tone fc-tone-${tone}`} onPointerEnter={describe}>
      <span className={WORD}>{children}</span>
    </span>
  );
}

/** Shows the whole text as a tooltip where it is cut off. */
function describe({ currentTarget }: React.PointerEvent<HTMLElement>): void {
  const word = currentTarget.firstElementChild;
  const cut = word !== null && word.scrollWidth > word.clientWidth;
  currentTarget.title = cut ? (word.textContent ?? '') : '';
}
