const KINDS = ['input', 'select', 'textarea', 'button'];

/**
 * Returns the first enabled field in the matching parts of a form; skips notices and the buttons that remove one of
 * several values.
 */
export function firstField(form: Element | null, parts: string): HTMLElement | undefined {
  const fields = KINDS.map(
    (kind) => `${parts} ${kind}:enabled:not([tabindex="-1"], .bp6-callout *, .bp6-tag *)`,
  ).join();
  return form?.querySelector<HTMLElement>(fields) ?? undefined;
}

/** Returns the first editable field of a form with an error. */
export function wrongField(form: Element | null): HTMLElement | undefined {
  const invalid = form?.querySelector<HTMLElement>(
    '.bp6-form-group.bp6-intent-danger, [aria-invalid="true"]',
  );
  if (!invalid || invalid.matches('[aria-invalid]')) return invalid ?? undefined;
  // A button cannot have aria-invalid: the element around it is marked.
  return invalid.querySelector<HTMLElement>('[aria-invalid="true"]') ?? firstField(invalid, '');
}
