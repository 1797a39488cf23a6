import { endpoint } from '../endpoint';
import { uploadErrors } from '../errors';
import { type FieldMeta, metaOf } from '../fields';
import { perName } from '../names';
import type { Resource } from '../resource';
import { type ResourceName, resourceNames } from '../resourceNames';
import { resources } from '../resources';
import { strictObject } from '../shape';
import { fileTaken } from './fileJobRow';
import { isSeaKind, type SeaKind, seaKindNames } from './fileKindNames';
import { fileKinds } from './fileKinds';
import { anyTable, dryRun, reading, tableErrors, templateQuery } from './fileReading';

export type ListKind = ResourceName | SeaKind;
/** The kinds of files that import records to a list. */
export const listKinds: readonly ListKind[] = [...resourceNames, ...seaKindNames];

/** Paths by kind: two kinds create entries, so the second has its own. */
const seaImportPaths: Readonly<Record<SeaKind, string>> = {
  isf: resources.seaIsf.path,
  entry: resources.seaEntry.path,
  entry_type11: `${resources.seaEntry.path}/type11`,
};
const listPath = (kind: ListKind): string => (isSeaKind(kind) ? seaImportPaths[kind] : resources[kind].path);

/** Further errors of a multi-sheet workbook. */
const IN_SHEETS = ['FILE_SHEETS', 'ROW_SHEET'] as const;

/** True if files of a kind have fields of some kinds: by the resource's fields, or for filings as listed. */
const having =
  (filings: ReadonlySet<string>, hasKind: (kind: FieldMeta['kind']) => boolean) =>
  (kind: ListKind): boolean => {
    if (isSeaKind(kind)) return filings.has(kind);
    const { draft, row }: Resource = resources[kind];
    return draft.some((name) => hasKind(metaOf(row.shape[name]).kind));
  };
const DECIMAL: ReadonlySet<string> = new Set(['weight', 'volume', 'decimal', 'money', 'fixed']);

/** True if files of a kind have dates, whose order may need to be asked. */
export const hasDates = having(new Set(['isf', 'entry']), (kind) => kind.startsWith('date'));
/** True if files of a kind have decimals, whose sign may need to be asked. */
export const hasDecimals = having(new Set(['entry', 'entry_type11']), (kind) => DECIMAL.has(kind));

const importOf = (kind: ListKind) =>
  endpoint({
    method: 'POST',
    path: `${listPath(kind)}/import`,
    access: fileKinds[kind].send,
    kind: 'upload',
    query: strictObject(() => ({ dryRun, ...reading })),
    file: anyTable,
    answer: fileTaken,
    errors: () => [
      ...uploadErrors,
      ...tableErrors,
      ...(hasDates(kind) ? (['DATE_ORDER_AMBIGUOUS'] as const) : []),
      ...(hasDecimals(kind) ? (['DECIMAL_AMBIGUOUS'] as const) : []),
      ...(kind === 'isf' || kind === 'entry' ? IN_SHEETS : []),
    ],
    creates: true,
  });

const templateOf = (kind: ListKind) =>
  endpoint({
    method: 'GET',
    path: `${listPath(kind)}/import/template`,
    access: fileKinds[kind].view,
    kind: 'blob',
    query: strictObject(() => templateQuery),
  });

const each = <E>(made: (kind: ListKind) => E) => perName(listKinds, made);

/** Sends a file of records to its list. */
export const listImportApi = each(importOf);
/** The template file of such an import. */
export const listTemplateApi = each(templateOf);
