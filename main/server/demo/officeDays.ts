import { chinaOffice, DAY, dayIn, HOUR, iso, weekdayIn } from './clock';
import { contactEntries } from './contacts';
import type { Entry } from './logs';
import { customerId } from './people';
import { staffData } from './peopleData';
import type { Random } from './random';
import { recordFileEntries } from './recordFiles';
import { staffEntries } from './staffEntries';

const DAYS = 14;

/** Time zone of each member of the staff, and the hour at which their day starts. */
const DESKS: Readonly<Record<string, readonly [zone: string, hour: number]>> = {
  'li.wei': ['Europe/Amsterdam', 8.2],
  'w.janssen': ['Europe/Amsterdam', 6.1],
  's.peeters': ['Europe/Brussels', 6.4],
  'chen.jing': ['Asia/Shanghai', chinaOffice.open],
  'zhao.min': ['Asia/Shanghai', chinaOffice.open + 0.4],
  'b.devries': ['Europe/Amsterdam', 6.8],
  'k.oconnor': ['America/Chicago', 7.2],
  'f.meijer': ['Europe/Amsterdam', 8.6],
  'sun.yu': ['Asia/Shanghai', 9],
  'd.bakker': ['Europe/Amsterdam', 14],
};

/** Staff with free weekends; cargo lands every day. */
const OFFICE = new Set(['li.wei', 'f.meijer', 'sun.yu', 'd.bakker']);

/** Lists operation log entries of the past weeks besides work on bills: sign-ins, and a few changes of records. */
export function officeDays(
  random: Random,
  now: number,
): { entries: Entry[]; lastLogins: Map<string, string> } {
  const entries: Entry[] = [];
  const lastLogins = new Map<string, string>();
  staffData.forEach(({ username }, index) => {
    const desk = DESKS[username];
    if (!desk) return;
    const [zone, hour] = desk;
    for (let day = DAYS; day >= 0; day--) {
      const midnight = midnightOf(dayIn(now - day * DAY, zone), zone);
      const at = midnight + hour * HOUR + random.int(0, 35 * 60) * 1000;
      const weekday = weekdayIn(at, zone);
      const off = OFFICE.has(username) && (weekday === 0 || weekday === 6 || random.chance(0.06));
      if (at > now || off) continue;
      entries.push({
        at,
        by: username,
        module: 'access',
        action: 'login',
        objectType: 'staff',
        objectId: index + 1,
        objectNo: username,
      });
      lastLogins.set(username, iso(at));
    }
  });
  // The person who left signed in for the last time two months ago.
  lastLogins.set('p.visser', iso(now - 62 * DAY + 7 * HOUR));
  const changes = [
    ...customerChanges(now).map(entryOf),
    ...contactEntries(now),
    ...staffEntries(now),
    ...recordFileEntries(now),
  ];
  return { entries: [...entries, ...changes], lastLogins };
}

/** Start of a day in a zone, to the hour: accurate enough for offices. */
function midnightOf(day: string, zone: string): number {
  let at = Date.parse(`${day}T00:00:00Z`) - 14 * HOUR;
  while (dayIn(at, zone) < day) at += HOUR;
  return at;
}

/** A change of a customer's record for the operation log. */
interface CustomerChange {
  readonly code: string;
  readonly at: number;
  readonly by: string;
  readonly before: object;
  readonly after: object;
}

/** Changes of customers in the past weeks; the records already have them. */
export const customerChanges = (now: number): readonly CustomerChange[] => [
  {
    code: 'LMG',
    at: now - 12 * DAY + 6.7 * HOUR,
    by: 'sun.yu',
    before: { creditLimit: '150000.00' },
    after: { creditLimit: '180000.00' },
  },
  {
    code: 'OKS',
    at: now - 9 * DAY + 5.3 * HOUR,
    by: 'sun.yu',
    before: { photoRequired: false },
    after: { photoRequired: true },
  },
];

const entryOf = ({ code, at, by, before, after }: CustomerChange): Entry => ({
  ...{ at, by, before, after },
  module: 'customer',
  action: 'update',
  objectType: 'customer',
  objectId: customerId(code),
  customerId: customerId(code),
  objectNo: code,
});
