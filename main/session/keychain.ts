/** Result of reading a secret. `missing`: there is no keychain; `locked`: it did not respond or refused. */
export type KeychainAnswer =
  | { readonly kind: 'found'; readonly secret: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'locked' };

/** The operating system's keychain as the session uses it. Never rejects and never takes longer than its deadline. */
export interface Keychain {
  read(account: string): Promise<KeychainAnswer>;
  /** Returns `kept` once the secret was stored and read back. */
  write(account: string, secret: string): Promise<'kept' | 'missing' | 'locked'>;
  remove(account: string): Promise<'removed' | 'missing' | 'locked'>;
}

/** Messages to and from the helper process. */
export interface KeychainRequest {
  readonly id: number;
  readonly op: 'read' | 'write' | 'remove';
  readonly service: string;
  readonly account: string;
  readonly secret?: string;
}
export interface KeychainReply {
  readonly id: number;
  readonly answer: KeychainAnswer['kind'] | 'kept' | 'removed';
  readonly secret?: string;
}

/** The helper process, however it is started. */
export interface HelperProcess {
  postMessage(message: KeychainRequest): void;
  onMessage(listener: (reply: KeychainReply) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** Maximum bytes of a secret: the Windows credential store refuses more, so a longer one is not sent at all. */
const MAX_SECRET = 2400;
const SERVICE = 'freight-console';
/** Time (ms) to respond, and idle time before a helper ends: it is rarely used, and a process costs 30 MB. */
const DEADLINE = 5000;
const REST = 3000;
/**
 * Number of helper processes that must agree that a secret is absent. About one in twenty, with libsecret, never found
 * secrets that the others did, though it stored and read its own: believing it would sign users out and create another
 * data key.
 */
const AGREED = 3;

type KeychainQuery = Omit<KeychainRequest, 'id' | 'service'>;
const failed = ({ answer }: KeychainReply) => answer === 'missing' || answer === 'locked';

/**
 * A keychain behind a helper process. keytar blocks its threads while a keyring is locked, so it never runs in main:
 * the helper receives one request at a time, and is killed if it does not respond in time. An idle helper ends; the
 * next request starts another.
 */
export function keychainOf(
  startHelper: () => HelperProcess,
  { deadline = DEADLINE, rest = REST }: { readonly deadline?: number; readonly rest?: number } = {},
): Keychain {
  let helper: HelperProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  const startOne = (): HelperProcess => {
    const started = startHelper();
    // One listener serves all requests of this helper. Replies of an abandoned helper are ignored.
    started.onMessage((reply) => helper === started && heard(reply));
    started.onExit(() => helper === started && heard(undefined));
    return started;
  };
  /** Kills the helper. Between two requests it must be silent: one that sends something or exits is not used again. */
  const drop = (): void => {
    const dropped = helper;
    helper = undefined;
    dropped?.kill();
  };
  let heard: (reply: KeychainReply | undefined) => unknown = drop;

  const requestOnce = (request: KeychainQuery): Promise<KeychainReply | undefined> =>
    new Promise((resolve) => {
      clearTimeout(resting);
      count += 1;
      const id = count;
      const timer = setTimeout(() => settle(undefined), deadline);
      const settle = (reply: KeychainReply | undefined) => {
        clearTimeout(timer);
        heard = drop;
        // The helper's state may be out of date after a refusal: send the next request to another one.
        if (!reply || failed(reply)) drop();
        else resting = setTimeout(drop, rest).unref();
        resolve(reply);
      };
      heard = (reply) => (!reply || reply.id === id) && settle(reply);
      try {
        helper ??= startOne();
        helper.postMessage({ ...request, id, service: SERVICE });
      } catch {
        settle(undefined);
      }
    });
  const query = (request: KeychainQuery): Promise<KeychainReply | undefined> => {
    const run = last.then(async () => {
      const used = helper !== undefined;
      let reply = await requestOnce(request);
      // A keyring restarted since does not know a helper it served before.
      if (used && reply && failed(reply)) reply = await requestOnce(request);
      for (let agreed = 1; reply?.answer === 'absent' && agreed < AGREED; agreed += 1) {
        drop();
        reply = await requestOnce(request);
      }
      return reply;
    });
    last = run;
    return run;
  };

  return {
    read: async (account) => {
      const reply = await query({ op: 'read', account });
      if (!reply) return { kind: 'locked' };
      if (reply.answer === 'found' && reply.secret) return { kind: 'found', secret: reply.secret };
      return { kind: reply.answer === 'missing' || reply.answer === 'locked' ? reply.answer : 'absent' };
    },
    write: async (account, secret) => {
      if (Buffer.byteLength(secret) > MAX_SECRET || secret.includes('\0')) return 'missing';
      const reply = await query({ op: 'write', account, secret });
      return reply?.answer === 'kept' || reply?.answer === 'missing' ? reply.answer : 'locked';
    },
    remove: async (account) => {
      const reply = await query({ op: 'remove', account });
      return reply?.answer === 'removed' || reply?.answer === 'missing' ? reply.answer : 'locked';
    },
  };
}
