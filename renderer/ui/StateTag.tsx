import { Classes } from '@blueprintjs/core';

const TAG = `${Classes.TAG} ${Classes.MINIMAL}`;
const WORD = `${Classes.FILL} ${Classes.TEXT_OVERFLOW_ELLIPSIS}`;

/**
 * A word in a colour that fits it; the colours are checked for contrast in both themes. Lists are full of them: the library's
 * own would each be measured and drawn twice, to say what does not fit before anyone asks.
 */
export function StateTag({
  tone,
  children,
}: {
  tone: 'neutral' | 'info' | 'progress' | 'good' | 'warning' | 'bad';
  children: React.ReactNode;
}) {
  return (
    <span className={`${TAG} fc-tone fc-tone-${tone}`} onPointerEnter={sayAll}>
      <span className={WORD}>{children}</span>
    </span>
  );
}

/** What is cut off for want of room is told where one points at it. */
function sayAll({ currentTarget }: React.PointerEvent<HTMLElement>): void {
  const word = currentTarget.firstElementChild;
  const cut = word !== null && word.scrollWidth > word.clientWidth;
  currentTarget.title = cut ? (word.textContent ?? '') : '';
}
