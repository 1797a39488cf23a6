import {
  type ClipboardEventHandler,
  type FocusEventHandler,
  type FormEventHandler,
  type KeyboardEventHandler,
  useLayoutEffect,
  useRef,
} from 'react';
import { SCANNER_PACE, typedChar } from '../../../ui/keyBurst';
import { guardOpenWindows } from '../../../ui/scanner';
import { isComposing, onTop, takeEarlyKeys } from '../../../ui/shortcuts';
import { useStableCallback } from '../../../ui/useStableCallback';

/** Milliseconds after which a digit stands alone. */
const ALONE = 4 * SCANNER_PACE;

/** Returns the listener of a field that calls `onDigit` for a digit typed alone, and empties the field if it was taken. */
function useLoneDigit(onDigit: ((digit: number) => boolean) | undefined): FormEventHandler<HTMLInputElement> {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = useStableCallback((input: HTMLInputElement, value: string) => {
    if (input.value === value && onDigit?.(Number(value))) input.value = '';
  });
  return ({ currentTarget }) => {
    const { value } = currentTarget;
    clearTimeout(waiting.current);
    // A scanner that types a number has sent its next character by then.
    if (/^[1-9]$/.test(value)) waiting.current = setTimeout(() => typed(currentTarget, value), ALONE);
  };
}

/**
 * Field that takes every scan while its screen is in front, wherever the focus is. A scanner is told from typing by the
 * times between the characters.
 */
export function useScanField(options: {
  readonly onScan: (raw: string, typed: boolean) => void;
  /** Called with a digit typed alone; returns false if it is the beginning of a number. */
  readonly onDigit?: (digit: number) => boolean;
  /** Called with a scan that arrived while an overlay covered the screen. */
  readonly onCovered: (scan: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const pace = useRef<{ first: number; last: number }>({ first: 0, last: 0 });
  const focus = () => field.current?.focus();
  /** Records the times of the characters, to tell a scanner from typing. */
  const heardAt = (at: number) => {
    if (field.current?.value === '') pace.current.first = at;
    pace.current.last = at;
  };
  const taken = useRef(Number.NEGATIVE_INFINITY);
  const scanned = useStableCallback(options.onScan);
  const covered = useStableCallback(options.onCovered);
  const take = useStableCallback(() => {
    const input = field.current;
    const raw = input?.value.trim() ?? '';
    const { first, last } = pace.current;
    pace.current = { first: 0, last: 0 };
    if (!input || raw === '') return;
    input.value = '';
    scanned(raw, raw.length > 1 && (last - first) / (raw.length - 1) > SCANNER_PACE);
    focus();
  });
  // Runs before the screen is painted, and again whenever its tab comes to the front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the called functions use refs only
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    for (const { key, timeStamp } of takeEarlyKeys()) {
      if (key === 'Enter') take();
      else if (input) {
        heardAt(timeStamp);
        input.value += key;
      }
    }
    // A closing menu or panel returns the focus to its opener; wherever the focus is, scans go to this field, unless
    // the user is working in another field or a dialog.
    const heard = (event: KeyboardEvent) => {
      if (!input || event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target as HTMLElement;
      // The list of trucks is used with arrow keys, so letters are a scan there as well.
      if (target === input || onTop() || target.closest('input:not([type=checkbox]), textarea')) return;
      if (event.key === ' ') return;
      event.stopPropagation();
      heardAt(event.timeStamp);
      input.focus();
    };
    const endGuard = guardOpenWindows(covered);
    window.addEventListener('keydown', heard, true);
    return () => {
      endGuard();
      window.removeEventListener('keydown', heard, true);
    };
  }, []);
  const onKeyDown: KeyboardEventHandler<HTMLInputElement> = (event) => {
    const char = typedChar(event);
    if (char !== undefined && event.ctrlKey) {
      event.preventDefault();
      document.execCommand('insertText', false, char);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab' && !event.shiftKey) {
      const filled = event.currentTarget.value.trim() !== '';
      // Tab sent by a scanner after Enter stays here; Tab by hand leaves an empty field.
      if (!filled && event.timeStamp - taken.current > SCANNER_PACE) return;
      event.preventDefault();
      if (filled) take();
      taken.current = event.timeStamp;
      return;
    }
    // Keys typed by a scanner must not trigger shortcuts, and Enter must not submit an unfinished IME
    // composition.
    if (event.key === 'Enter' || event.key.length === 1) event.stopPropagation();
    if (event.key === 'Enter') {
      if (isComposing(event)) event.preventDefault();
      else taken.current = event.timeStamp;
      return;
    }
    if (event.key.length !== 1) return;
    heardAt(event.timeStamp);
  };
  const onInput = useLoneDigit(options.onDigit);
  const onPaste: ClipboardEventHandler = () => {
    // Pasted text was not scanned.
    pace.current = { first: 0, last: Number.MAX_SAFE_INTEGER };
  };
  const onBlur: FocusEventHandler = (event) => {
    // A focus lost to nothing is restored; a button or a list may keep it.
    if (event.relatedTarget === null)
      requestAnimationFrame(() => field.current?.checkVisibility() && focus());
  };
  return { field, events: { onKeyDown, onInput, onPaste, onBlur }, take, focus };
}
