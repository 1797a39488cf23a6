import type { NetchbResult } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { Outgoing } from '../outgoing';
import type { Secrets } from '../secrets/secrets';
import type { Store } from '../store/open';
import { callGateway, type GatewayAnswer } from './gateway';
import { NetchbSimulator } from './simulator';

/** Under which name the password of an account is kept. */
export const passwordName = (accountId: number): string => `netchb:${accountId}`;

/** How the gateway is called by a server. */
export interface NetchbOptions {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly report: (message: string, error?: unknown) => void;
  /** Whether the gateway may be on this very machine, as in tests; the simulator always is. */
  readonly loopback?: boolean | undefined;
  /** Milliseconds between looks at what is due. */
  readonly every?: number | undefined;
  /** Milliseconds for a call. */
  readonly deadline?: number | undefined;
}

/** Tests at once. */
const AT_ONCE = 4;

type Due = Awaited<ReturnType<NetchbTester['due']>>[number];

/** Tries the connections that someone asked to be tried, beside the database's one writer: a gateway may take its time. */
export class NetchbTester {
  readonly #options: NetchbOptions;
  readonly #simulator = new NetchbSimulator();
  readonly #outgoing: Outgoing<Due>;

  constructor(options: NetchbOptions) {
    this.#options = options;
    this.#outgoing = new Outgoing({
      due: () => this.due(),
      attempt: (account, stopped) => this.#attempt(account, stopped),
      failed: (error) => options.report('a NetCHB account could not be tested', error),
      every: options.every,
    });
  }

  /** Ends; tests on their way are cut short, and made at the next start. */
  async stop(): Promise<void> {
    await this.#outgoing.stop();
    await this.#simulator.stop();
  }

  /** Accounts that wait for their test. */
  due() {
    return this.#options.store.read
      .selectFrom('netchbAccount')
      .select(['id', 'environment', 'address', 'loginName', 'filerCode', 'testDueAt'])
      .where('testDueAt', 'is not', null)
      .orderBy('testDueAt')
      .limit(AT_ONCE)
      .execute();
  }

  async #attempt(account: Due, stopped: AbortSignal): Promise<void> {
    const { store, now } = this.#options;
    const answer = await this.#call(account, stopped);
    if (!answer) return;
    await store.write((write) =>
      write
        .updateTable('netchbAccount')
        .set({
          testDueAt: null,
          lastTestAt: instantOf(now()),
          lastTestResult: answer.result,
          lastTestAnswer: answer.text,
        })
        .where('id', '=', account.id)
        // What was changed meanwhile has another test, or none: this one says nothing of it.
        .where('testDueAt', '=', account.testDueAt)
        .execute(),
    );
  }

  async #call(account: Due, stopped: AbortSignal): Promise<GatewayAnswer | undefined> {
    const { store, secrets, loopback = false, deadline = NETCHB.deadline } = this.#options;
    const password = await secrets.find(store.read, passwordName(account.id));
    if (password.kind !== 'found') return { result: WITHOUT[password.kind], text: null };
    const { environment, address, loginName, filerCode } = account;
    const at =
      environment === 'simulator'
        ? { socketPath: await this.#simulator.socketPath() }
        : { address: address ?? '' };
    return callGateway(
      { at, loginName, password: password.text, filerCode },
      { operation: 'signOn' },
      { loopback, deadline, stopped },
    );
  }
}

/** What is said when the password cannot be had. */
const WITHOUT = {
  none: 'no_password',
  locked: 'keychain_locked',
  lost: 'password_lost',
} as const satisfies Record<string, NetchbResult>;
