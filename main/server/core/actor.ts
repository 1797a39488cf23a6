import { explain, type Problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { say } from '@contract/words';
import { writeLog } from '../areas/access/writeLog';
import type { Store, Writer } from '../store/open';
import type { Caller, Context } from './context';

/**
 * An actor that is no member of staff, for example a partner's system or customs: records store no user id, and logs the
 * name.
 */
export const actorNamed = (username: string, realName: string): Caller => ({
  id: null as never,
  username,
  realName: realName.slice(0, 60),
  superAdmin: false,
  warehouseIds: [],
  permissions: new Set(),
  tokenHash: '',
  mustChangePassword: false,
});

/** Context of a change in the background, in the transaction of `write`. */
export function backgroundContext(store: Store, write: Writer, time: number, caller: Caller): Context {
  const now = instantOf(time);
  const language: Language = 'en';
  return {
    ...{ caller, language, now, store, write, read: write, ip: null, userAgent: null },
    say: (code, params) => say(language, code, params),
    explain: (found: Problem) => explain(language, found),
    log: (entry) =>
      writeLog(write, entry, {
        ...{ now, ip: null, userAgent: null },
        caller: { id: caller.id, name: caller.realName },
      }),
    unchanged: () => undefined,
  };
}
