import { billTemplate } from '@contract/bill/billImport';
import { fileTemplates } from '@contract/files/templates';
import type { ImportTemplate } from '@contract/importing/template';

/** Every import there is. The worker knows them by name: their checks are functions, which cannot be sent to it. */
export const templates = {
  bill: billTemplate,
  ...fileTemplates,
} as const satisfies Record<string, ImportTemplate>;

/** Name of an import, as the template itself says it. */
export type TemplateName = keyof typeof templates;
