const KINDS = ['input', 'select', 'textarea', 'button'];

/** The first thing in the parts of a form that match, which a person can type into or choose from; notices are none, nor is what takes back one of several values. */
export function firstField(form: Element | null, parts: string): HTMLElement | undefined {
  const fields = KINDS.map(
    (kind) => `${parts} ${kind}:enabled:not([tabindex="-1"], .bp6-callout *, .bp6-tag *)`,
  ).join();
  return form?.querySelector<HTMLElement>(fields) ?? undefined;
}

/** The first thing in a form that is said to be wrong, as far as a person can mend it there. */
export function wrongField(form: Element | null): HTMLElement | undefined {
  const said = form?.querySelector<HTMLElement>('.bp6-form-group.bp6-intent-danger, [aria-invalid="true"]');
  if (!said || said.matches('[aria-invalid]')) return said ?? undefined;
  // A button that opens a list cannot be called invalid: what is around it is.
  return said.querySelector<HTMLElement>('[aria-invalid="true"]') ?? firstField(said, '');
}
