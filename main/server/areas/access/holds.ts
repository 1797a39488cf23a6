import type { Endpoint } from '@contract/endpoint';
import type { Caller } from '../../core/context';

/** Permissions of an account. */
export type Rights = Pick<Caller, 'superAdmin' | 'permissions'>;

/** True where an account has a permission; super administrators have all. */
export const holds = ({ superAdmin, permissions }: Rights, permission: string): boolean =>
  superAdmin || permissions.has(permission);

/** True where a caller has a permission that opens a call. */
export const mayCall = (caller: Rights, { access }: Endpoint): boolean =>
  access === 'session' ||
  caller.superAdmin ||
  [access].flat().some((permission) => holds(caller, permission));
