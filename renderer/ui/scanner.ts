import { type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react';
import { GS, KeyBurst, typedChar } from './keyBurst';
import { onTop } from './shortcuts';

/** Returns a key listener for a field of numbers: Tab ends a scan like Enter; Tab by hand moves the focus. */
export function useTabOfScanner<E extends Element>(
  ended: (event: ReactKeyboardEvent<E>) => void,
): (event: ReactKeyboardEvent<E>) => void {
  const burst = useRef(new KeyBurst());
  return (event) => {
    const char = typedChar(event);
    if (char !== undefined) burst.current.add(char, event.timeStamp);
    else if (event.key === 'Tab' && !event.shiftKey && burst.current.end(event.timeStamp) !== undefined) {
      event.preventDefault();
      ended(event);
    }
  };
}

/** Inserts a line break at the cursor, as if typed. */
export const beginLine = (): void => void document.execCommand('insertText', false, '\n');

/** A field and its value before a scan was typed into it. */
interface FieldValue {
  readonly field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  readonly value: string;
}

const fieldOf = (target: EventTarget | null): FieldValue | undefined =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
    ? { field: target, value: target.value }
    : undefined;

/** Restores the value of a field as if typed, so that its listeners run. */
function putBack({ field, value }: FieldValue): void {
  if (field.value === value) return;
  // React overrides the property on the element, and ignores changes made through it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Keeps scans out of a dialog, menu or panel over a screen: the field there gets its value back, no button is pressed,
 * and the scan is passed to the callback. Typing by hand is unaffected. Returns the function that removes the listener.
 */
export function guardOpenWindows(lost: (scan: string) => void): () => void {
  const burst = new KeyBurst();
  let before: FieldValue | undefined;
  const heard = (event: KeyboardEvent) => {
    if (!onTop()) return;
    const char = typedChar(event);
    if (char !== undefined) {
      const begins = burst.add(char, event.timeStamp);
      if (begins) before = fieldOf(event.target);
      if ((!begins && !before) || char === GS) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      return;
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    const scan = burst.end(event.timeStamp);
    if (scan === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (before) putBack(before);
    before = undefined;
    lost(scan);
  };
  window.addEventListener('keydown', heard, true);
  return () => window.removeEventListener('keydown', heard, true);
}
