import { contractRights } from './contract';
import { type DocumentRights, type DocumentType, documentMachine } from './document';
import { orderQuoteRights } from './orderQuote';
import { standardQuoteRights } from './standardQuote';
import { taxationRights } from './taxation';

/** Permissions on documents of each kind. */
export const rightsOf: Readonly<Record<DocumentType, DocumentRights>> = {
  contract: contractRights,
  standard_quote: standardQuoteRights,
  order_quote: orderQuoteRights,
  taxation: taxationRights,
};

/** Lifecycle of documents of each kind. */
export const documentMachines = {
  contract: documentMachine(contractRights, 'contract'),
  standard_quote: documentMachine(standardQuoteRights, 'standardQuote'),
  order_quote: documentMachine(orderQuoteRights, 'orderQuote'),
  taxation: documentMachine(taxationRights, 'taxation'),
} as const satisfies Record<DocumentType, unknown>;
