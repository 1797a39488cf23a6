import { explain, type Problem } from '@contract/errors';
import type { Language } from '@contract/limits';
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

/** Context of a change that no call makes, in the transaction of `write`. */
export function backgroundContext(
  store: Store,
  write: Writer,
  { caller, now, language = 'en' }: Pick<Context, 'caller' | 'now'> & { readonly language?: Language },
): Context {
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
