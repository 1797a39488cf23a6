import type { ErrorCode } from '@contract/errors';
import type { Actor, LooseInput, Refused } from '../../support/apiCall';
import type { TestApi } from '../../support/server';

/** What the contract test needs to know of an endpoint besides its declaration. */
export interface ContractCase {
  /** A right input, made anew at each call, for the one who will call. */
  readonly right: (api: TestApi, as: Actor) => LooseInput | Promise<LooseInput>;
  /** How each error that the endpoint declares comes about. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, (api: TestApi) => Promise<Refused>>>>;
  /** True for what a permission alone does not open: it takes a super administrator. */
  readonly superOnly?: boolean;
}
