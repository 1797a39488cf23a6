import type { Component, KeyboardEvent } from 'react';

/** Selects the marked option of a list on Tab, as in the system's own lists; Tab continues from its field. */
export function takeByTab({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, take: () => void): void {
  if (key === 'Tab' && !ctrlKey && !altKey && !metaKey) take();
}

/** Keys that do nothing by themselves. */
export const HELD = new Set(['Control', 'Shift', 'Alt', 'Meta']);

/**
 * Handles the keys of a field with a list before the library does. Escape closes the list, or, if that is closed,
 * goes to the surrounding dialog or screen: the library would also take the focus from the field. Shortcuts of the
 * screen do not open the list.
 */
export function handleListKeys(
  event: KeyboardEvent<HTMLElement>,
  list: Component<unknown, { isOpen: boolean }> | null,
): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget, nativeEvent } = event;
  const isOpen = list?.state.isOpen ?? false;
  // Pasting counts as typing.
  const pastes = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
  if ((HELD.has(key) || ctrlKey || metaKey || altKey) && !pastes)
    queueMicrotask(() => list?.setState({ isOpen }));
  if (key !== 'Escape' || target === currentTarget) return;
  event.stopPropagation();
  if (isOpen) {
    event.preventDefault();
    list?.setState({ isOpen: false });
  } else currentTarget.dispatchEvent(new KeyboardEvent('keydown', nativeEvent));
}
