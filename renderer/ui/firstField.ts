const KINDS = ['input', 'select', 'textarea', 'button'];

/** The first thing in the parts of a form that match, which a person can type into or choose from; notices are none. */
export function firstField(form: Element | null, parts: string): HTMLElement | undefined {
  const fields = KINDS.map((kind) => `${parts} ${kind}:enabled:not([tabindex="-1"], .bp6-callout *)`).join();
  return form?.querySelector<HTMLElement>(fields) ?? undefined;
}
