import type { KeyboardEvent } from 'react';

/** Enter after a text that is being typed is the field's own; only in the empty field it sends the form. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.target as HTMLInputElement).value !== '') event.preventDefault();
}
