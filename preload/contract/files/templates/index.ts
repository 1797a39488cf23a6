import { declarationTemplate } from '../../bill/declarationTemplate';
import type { ImportTemplate } from '../../importing/template';
import type { FileKind } from '../fileKinds';

/** The template of each kind of file, by the kind. */
export const fileTemplates = {
  declaration: declarationTemplate,
} as const satisfies Partial<Record<FileKind, ImportTemplate>>;
