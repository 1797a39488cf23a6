import type { Component, KeyboardEvent } from 'react';

/** Tab takes what is marked in a list, as it does in the system's own, and goes on from its field. */
export function takeByTab({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, take: () => void): void {
  if (key === 'Tab' && !ctrlKey && !altKey && !metaKey) take();
}

const HELD = new Set(['Control', 'Shift', 'Alt', 'Meta']);

/**
 * Keys in a field with a list, heard around it before the library does. Escape closes the list, and where that is closed it is
 * for what stands around: the library would take the focus from the field, and the one or the other of the two as well.
 * What is for the screen does not open it.
 */
export function hearAround(
  event: KeyboardEvent<HTMLElement>,
  list: Component<unknown, { isOpen: boolean }> | null,
): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget, nativeEvent } = event;
  const isOpen = list?.state.isOpen ?? false;
  // What is pasted is typed.
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
