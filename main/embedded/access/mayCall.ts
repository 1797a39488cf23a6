import type { Endpoint } from '@contract/endpoint';
import type { Caller } from '../context';

/** True where a caller has a permission that opens a call. */
export const mayCall = ({ superAdmin, permissions }: Caller, { access }: Endpoint): boolean =>
  access === 'session' || superAdmin || [access].flat().some((permission) => permissions.has(permission));
