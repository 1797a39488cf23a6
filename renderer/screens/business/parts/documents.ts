import type { DocumentType } from '@contract/business/document';

/** Groups of the API whose records are approved before they count. */
export type DocumentGroup = 'contract' | 'standardQuote' | 'orderQuote' | 'taxation';
export const docTypeOf = {
  contract: 'contract',
  standardQuote: 'standard_quote',
  orderQuote: 'order_quote',
  taxation: 'taxation',
} as const satisfies Record<DocumentGroup, DocumentType>;
/** Where documents of each group are listed. */
export const listOf = {
  contract: '/business/contract',
  standardQuote: '/business/standard-quote',
  orderQuote: '/business/order-quote',
  taxation: '/business/taxation',
} as const satisfies Record<DocumentGroup, string>;
/** The group of each kind. */
export const groupOf = {
  contract: 'contract',
  standard_quote: 'standardQuote',
  order_quote: 'orderQuote',
  taxation: 'taxation',
} as const satisfies Record<DocumentType, DocumentGroup>;
