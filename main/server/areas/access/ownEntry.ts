import type { Context, LogEntry } from '../../core/context';

/** Log entry for an action on the caller's own account. */
export const ownEntry = (
  { id, username }: Context['caller'],
  action: LogEntry['action'],
): Pick<LogEntry, 'module' | 'action' | 'objectType' | 'objectId' | 'objectNo'> => ({
  module: 'access',
  action,
  objectType: 'staff',
  objectId: id,
  objectNo: username,
});
