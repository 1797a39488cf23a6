import { sheetsOf } from '../../importing/template';
import { fileTemplates } from './index';

/** Returns the headers of a column key in import files. */
export const headersOf = (key: string): readonly string[] => [
  ...new Set(
    Object.values(fileTemplates)
      .flatMap((template) => [template, ...sheetsOf(template)])
      .flatMap(({ columns }) => columns.filter((column) => column.key === key))
      .flatMap(({ en, cn, aliases = [] }) => [key, en, cn, ...aliases]),
  ),
];
