import { permit } from '@contract/permissions';
import { DAY, HOUR, MINUTE } from './clock';
import type { Entry } from './logs';
import { groupId, staffId, warehouseIdsOf } from './people';
import { staffData } from './peopleData';
import { groupData } from './permissionSets';

/** Builds a log line about an account; the records already have its change. */
const about = (username: string, line: Pick<Entry, 'at' | 'by' | 'action'> & Partial<Entry>): Entry => ({
  module: 'access',
  objectType: 'staff',
  objectId: staffId(username),
  objectNo: username,
  ...line,
});

/** Operation log entries of changed accounts and permission groups, and of failed sign-ins. */
export function staffEntries(now: number): Entry[] {
  const by = 'li.wei';
  const newest = staffData.find(({ username }) => username === 'd.bakker');
  const brokers = groupData.find(({ code }) => code === 'broker');
  const limited = (username: string, days: number): Entry =>
    about(username, {
      at: now - days * DAY + 9.3 * HOUR,
      by,
      action: 'update',
      before: { warehouseIds: [] },
      after: { warehouseIds: warehouseIdsOf(username) },
    });
  const mistyped = now - 3 * DAY + 12.4 * HOUR;
  return [
    about('d.bakker', {
      at: now - 95 * DAY + 8 * HOUR,
      by,
      action: 'create',
      after: { realName: newest?.realName, email: newest?.email, groupId: groupId('warehouse') },
    }),
    about('p.visser', {
      at: now - 60 * DAY + 16 * HOUR,
      by,
      action: 'forbid',
      before: { loginAllowed: true },
      after: { loginAllowed: false },
    }),
    about('p.visser', { at: now - 58 * DAY + 7.2 * HOUR, by: 'p.visser', action: 'login', result: 'fail' }),
    limited('s.peeters', 20),
    limited('d.bakker', 20),
    limited('k.oconnor', 19),
    {
      at: now - 11 * DAY + 10.1 * HOUR,
      by,
      module: 'access',
      action: 'grant',
      objectType: 'adminGroup',
      objectId: groupId('broker'),
      objectNo: brokers?.name ?? null,
      before: { permissionIds: [permit('config.hsCode.edit')] },
      after: { permissionIds: [permit('config.monitor.view')] },
    },
    {
      at: now - 10 * DAY + 9.6 * HOUR,
      by,
      module: 'access',
      action: 'grant',
      objectType: 'adminGroup',
      objectId: groupId('broker'),
      objectNo: brokers?.name ?? null,
      before: { permissionIds: [] },
      after: { permissionIds: [permit('config.hsCode.edit')] },
    },
    about('zhao.min', { at: now - 6 * DAY + 2.2 * HOUR, by, action: 'password' }),
    about('d.bakker', { at: mistyped, by: 'd.bakker', action: 'login', result: 'fail' }),
    about('d.bakker', { at: mistyped + MINUTE / 2, by: 'd.bakker', action: 'login', result: 'fail' }),
  ];
}
