import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { firstField, wrongField } from '../ui/firstField';
import { isTyping } from '../ui/shortcuts';

/** Scrolls a focused field out from under the bar that covers the end of its form. */
export function keepInSight(field: Element, form: Element): void {
  if (field.closest('[data-over]')) return;
  // The browser scrolls it into the window first, and ignores elements that cover it.
  requestAnimationFrame(() => {
    const over = [...form.querySelectorAll('[data-over]')].map((one) => one.getBoundingClientRect().top);
    const under = field.getBoundingClientRect().bottom + 10 - Math.min(...over);
    if (under > 0) form.closest('.fc-tab-body, .fc-side-body')?.scrollBy({ top: under });
  });
}

/**
 * The fields are disabled while saving and lose the focus: afterwards it goes to the first error, or back. Returns the
 * function that notes what has the focus before saving.
 */
export function useFocusAfterSaving(
  own: RefObject<HTMLFormElement | null>,
  saving: boolean,
  conflict: boolean,
): () => void {
  const left = useRef<Element | null>(null);
  useEffect(() => {
    if (saving || !left.current) return;
    const to = wrongField(own.current) ?? left.current;
    left.current = null;
    // The conflict dialog takes the focus itself.
    if (conflict) return;
    if (to instanceof HTMLElement && own.current?.contains(to)) to.focus();
  }, [own, saving, conflict]);
  return () => {
    left.current = document.activeElement;
  };
}

/**
 * Focuses the first field of a newly opened form, unless the user is typing somewhere else. Returns a
 * function that is true once: for the field that the app focused, if the user leaves it unchanged.
 */
export function useFirstFocus(
  own: RefObject<HTMLFormElement | null>,
  base: string,
  fields: {
    /** Fields of a new record; empty for an existing one. */
    readonly names: readonly string[];
    readonly required: (name: string) => boolean;
    readonly valueAt: (name: string) => unknown;
  },
): (name: string) => boolean {
  const first = useRef<{ readonly name: string; readonly value: unknown } | undefined>(undefined);
  const { names, required, valueAt } = fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render counts
  useLayoutEffect(() => {
    if (isTyping(document.activeElement)) return;
    // In a new record, skips fields with default values; if no required field is empty, Enter can send it at once.
    const isEmpty = (one: string) => String(valueAt(one) ?? '') === '';
    const lacks = names.some((one) => required(one) && isEmpty(one));
    const empty = lacks ? names.find(isEmpty) : undefined;
    const input = own.current?.querySelector<HTMLElement>(`[id="${base}-${empty}"]:enabled`);
    const field = input ?? firstField(own.current, '.fc-form-fields');
    if (!field || field.getBoundingClientRect().bottom > window.innerHeight) return;
    const name = field.id.slice(base.length + 1);
    first.current = { name, value: valueAt(name) };
    field.focus({ preventScroll: true });
  }, [base]);
  return (name) => {
    const { current: come } = first;
    first.current = undefined;
    return come?.name === name && come.value === valueAt(name);
  };
}
