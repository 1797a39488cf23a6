/** What the keychain says of a secret. `missing`: there is no keychain; `locked`: it did not answer or refused. */
export type KeychainAnswer =
  | { readonly kind: 'found'; readonly secret: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'locked' };

/** The operating system's keychain, as the session needs it. Never throws and never takes longer than its deadline. */
export interface Keychain {
  read(account: string): Promise<KeychainAnswer>;
  /** `absent` means kept and read back. */
  write(account: string, secret: string): Promise<'kept' | 'missing' | 'locked'>;
  remove(account: string): Promise<'removed' | 'missing' | 'locked'>;
}

/** What the helper process is asked, and answers. */
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

/** A process that can be talked to and killed: the helper, however it is started. */
export interface HelperProcess {
  postMessage(message: KeychainRequest): void;
  onMessage(listener: (reply: KeychainReply) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** The Windows credential store refuses more; a longer secret is not sent there at all. */
const MAX_SECRET = 2400;
const SERVICE = 'freight-console';
/** Milliseconds to answer, and of rest before a helper ends: it is rarely asked, and a process costs 30 MB. */
const DEADLINE = 5000;
const REST = 3000;
/**
 * So many helpers must say that there is nothing. Of twenty that libsecret served, one did not find what the others did,
 * however often it was asked, and wrote and read its own well: who believes it signs people out, and makes another data key.
 */
const AGREED = 3;

type Asked = Omit<KeychainRequest, 'id' | 'service'>;
const failed = ({ answer }: KeychainReply) => answer === 'missing' || answer === 'locked';

/**
 * A keychain behind a helper process. keytar blocks the threads it runs on while a keyring is locked, so it never runs
 * in main: one call at a time goes to the helper, and a helper that does not answer in time is killed. One that has
 * nothing to do ends; the next question starts another.
 */
export function keychainOf(
  startHelper: () => HelperProcess,
  { deadline = DEADLINE, rest = REST }: { readonly deadline?: number; readonly rest?: number } = {},
): Keychain {
  let helper: HelperProcess | undefined;
  let resting: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  const begin = (): HelperProcess => {
    const started = startHelper();
    // Listened to once, for all that it will be asked. One that was given up says nothing more.
    started.onMessage((reply) => helper === started && heard(reply));
    started.onExit(() => helper === started && heard(undefined));
    return started;
  };
  /** Between two questions nothing is expected; a helper that says something, or ends, is not asked again. */
  const drop = (): void => {
    const dropped = helper;
    helper = undefined;
    dropped?.kill();
  };
  let heard: (reply: KeychainReply | undefined) => unknown = drop;

  const askOnce = (request: Asked): Promise<KeychainReply | undefined> =>
    new Promise((resolve) => {
      clearTimeout(resting);
      count += 1;
      const id = count;
      const timer = setTimeout(() => settle(undefined), deadline);
      const settle = (reply: KeychainReply | undefined) => {
        clearTimeout(timer);
        heard = drop;
        // What it knows of a keyring that refused may be out of date: the next question goes to another helper.
        if (!reply || failed(reply)) drop();
        else resting = setTimeout(drop, rest).unref();
        resolve(reply);
      };
      heard = (reply) => (!reply || reply.id === id) && settle(reply);
      try {
        helper ??= begin();
        helper.postMessage({ ...request, id, service: SERVICE });
      } catch {
        settle(undefined);
      }
    });
  const ask = (request: Asked): Promise<KeychainReply | undefined> => {
    const run = last.then(async () => {
      const used = helper !== undefined;
      let reply = await askOnce(request);
      // A keyring that was started again since knows nothing of a helper it served before.
      if (used && reply && failed(reply)) reply = await askOnce(request);
      for (let agreed = 1; reply?.answer === 'absent' && agreed < AGREED; agreed += 1) {
        drop();
        reply = await askOnce(request);
      }
      return reply;
    });
    last = run;
    return run;
  };

  return {
    read: async (account) => {
      const reply = await ask({ op: 'read', account });
      if (!reply) return { kind: 'locked' };
      if (reply.answer === 'found' && reply.secret) return { kind: 'found', secret: reply.secret };
      return { kind: reply.answer === 'missing' || reply.answer === 'locked' ? reply.answer : 'absent' };
    },
    write: async (account, secret) => {
      if (Buffer.byteLength(secret) > MAX_SECRET || secret.includes('\0')) return 'missing';
      const reply = await ask({ op: 'write', account, secret });
      return reply?.answer === 'kept' || reply?.answer === 'missing' ? reply.answer : 'locked';
    },
    remove: async (account) => {
      const reply = await ask({ op: 'remove', account });
      return reply?.answer === 'removed' || reply?.answer === 'missing' ? reply.answer : 'locked';
    },
  };
}
