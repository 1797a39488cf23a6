import type { Context, LogEntry } from '../../core/context';

/** The line of the log for something a person did to their own account. */
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
