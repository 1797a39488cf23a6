import { type DocumentType, documentLists } from '@contract/business/document';
import { namesOf } from '@contract/names';

/** Groups of the API whose records are approved before they count, by their type. */
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
/** Where documents of each group are listed. */
export const listOf = byGroup((type) => documentLists[type]);

/** Columns that lists of documents have besides, hidden at first: how its approval went, and how it ended. */
export const ofDocuments = [
  { name: 'stepDueAt', hidden: true },
  { name: 'submittedBy', hidden: true },
  { name: 'approvedAt', hidden: true },
  { name: 'terminatedOn', hidden: true },
  { name: 'terminatedReason', hidden: true },
  { name: 'remark', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;
