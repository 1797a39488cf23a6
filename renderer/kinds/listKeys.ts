import type { Component, KeyboardEvent } from 'react';

/** Tab takes what is marked in a list, as it does in the system's own, and goes on from its field. */
export function takeByTab({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, take: () => void): void {
  if (key === 'Tab' && !ctrlKey && !altKey && !metaKey) take();
}

/**
 * Escape in a field with a list, heard around it before the library does: it closes the list, and where that is closed it is
 * for what stands around. The library would take the focus from the field, and the one or the other of the two as well.
 */
export function closeByEscape(
  event: KeyboardEvent<HTMLElement>,
  list: Component<unknown, { isOpen: boolean }> | null,
): void {
  if (event.key !== 'Escape' || event.target === event.currentTarget) return;
  event.stopPropagation();
  if (list?.state.isOpen) {
    event.preventDefault();
    list.setState({ isOpen: false });
  } else event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', event.nativeEvent));
}
