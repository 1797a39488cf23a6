import { sheetsOf } from '../../importing/template';
import { fileTemplates } from './index';

/** Headers by which import files name a column of this key. */
export const headersOf = (key: string): readonly string[] => [
  ...new Set(
    Object.values(fileTemplates)
      .flatMap((template) => [template, ...sheetsOf(template)])
      .flatMap(({ columns }) => columns.filter((column) => column.key === key))
      .flatMap(({ en, cn, aliases = [] }) => [key, en, cn, ...aliases]),
  ),
];
