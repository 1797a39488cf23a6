import type { DocumentType } from '@contract/business/document';

/** Groups of the API whose records are approved before they count. */
export type DocumentGroup = 'contract' | 'taxation';
export const docTypeOf = { contract: 'contract', taxation: 'taxation' } as const satisfies Record<
  DocumentGroup,
  DocumentType
>;
/** Where documents of each kind are listed. */
export const listOf = {
  contract: '/business/contract',
  taxation: '/business/taxation',
} as const satisfies Record<DocumentGroup, string>;
