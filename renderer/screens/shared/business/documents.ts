import { type DocumentType, documentLists } from '@contract/business/document';
import { namesOf } from '@contract/names';

/** API groups of documents with approval, by type. */
export const groupOf = {
  contract: 'contract',
  standard_quote: 'standardQuote',
  order_quote: 'orderQuote',
  taxation: 'taxation',
} as const satisfies Record<DocumentType, string>;
export type DocumentGroup = (typeof groupOf)[DocumentType];

const types = namesOf(groupOf);
const byGroup = <T>(of: (type: DocumentType) => T) =>
  Object.fromEntries(types.map((type) => [groupOf[type], of(type)])) as Record<DocumentGroup, T>;

export const docTypeOf = byGroup((type) => type);
/** Paths of the lists of each group's documents. */
export const listOf = byGroup((type) => documentLists[type]);

/** Additional columns of document lists, hidden by default: on the approval and on the end of the document. */
export const ofDocuments = [
  { name: 'stepDueAt', hidden: true },
  { name: 'submittedBy', hidden: true },
  { name: 'approvedAt', hidden: true },
  { name: 'terminatedOn', hidden: true },
  { name: 'terminatedReason', hidden: true },
  { name: 'remark', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;
