import type { KeyboardEvent } from 'react';

/** Prevents Enter from submitting the form while the field contains a text. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.target as HTMLInputElement).value !== '') event.preventDefault();
}
