import type { ErrorCode } from '@contract/errors';
import type { Actor, LooseInput, RefusedCall } from '../../support/apiCall';
import type { TestApi } from '../../support/server';

/** Inputs and errors of an endpoint that the contract test needs besides its declaration. */
export interface ContractCase {
  /** Makes a valid input, new at each call, for the actor who will call. */
  readonly right: (api: TestApi, as: Actor) => LooseInput | Promise<LooseInput>;
  /** Produces each error that the endpoint declares. */
  readonly errors?: Readonly<Partial<Record<ErrorCode, (api: TestApi) => Promise<RefusedCall>>>>;
  /** True where a permission is not enough: only a super administrator may call. */
  readonly superOnly?: boolean;
}
