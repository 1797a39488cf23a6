import { type ListKind, listKinds } from '@contract/files/listImport';
import { perName } from '@contract/names';
import { type GroupHandlers, prepared } from '../../core/context';
import { readTrial, takeOrTry, templateDownload } from './takeFile';

const importOf = (kind: ListKind): GroupHandlers<'listImport'>[ListKind] =>
  prepared(
    (context, { query, file }) => readTrial(context, { kind, ...query }, file),
    (context, { query, file }, read) => takeOrTry(context, { kind, ...query }, file, read),
  );

const templateOf =
  (kind: ListKind): GroupHandlers<'listTemplate'>[ListKind] =>
  (context, { query }) =>
    templateDownload(context, kind, query);

const each = <H>(made: (kind: ListKind) => H) => perName(listKinds, made);

/** Imports of records, one for each list. */
export const listImportHandlers: GroupHandlers<'listImport'> = each(importOf);
/** Templates of records, one for each list. */
export const listTemplateHandlers: GroupHandlers<'listTemplate'> = each(templateOf);
