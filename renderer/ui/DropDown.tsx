import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core';
import { useRef } from 'react';
import { atOnce } from './atOnce';
import { canTakeFocus } from './free';

type Props = Pick<PopoverNextProps, 'placement' | 'content' | 'children' | 'isOpen' | 'onInteraction'> & {
  /** Id of the element that gets the focus back, if not the button. */
  readonly back?: string;
};

/**
 * Popover of a button. On closing it returns the focus to the button, unless something else has it by then: a dialog
 * that was opened from a menu keeps it in its field.
 */
export function DropDown({ back, ...props }: Props) {
  const opener = useRef<HTMLElement>(null);
  const handBack = (closed: HTMLElement) => {
    const to = back === undefined ? opener.current : document.getElementById(back);
    const at = document.activeElement;
    // The focus trap of the surrounding panel or dialog may hold the focus; it counts as free.
    if (to && (closed.contains(at) || at?.matches('.bp6-overlay-start-focus-trap') || canTakeFocus(to)))
      to.focus();
  };
  return (
    <PopoverNext
      {...props}
      {...atOnce}
      shouldReturnFocusOnClose={false}
      targetProps={{
        onFocus: ({ target }) => {
          opener.current = target;
        },
      }}
      onClosed={handBack}
    />
  );
}
