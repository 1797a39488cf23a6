import { type NetchbAccount, type NetchbResult, SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import type { BackgroundServices } from '../../core/repeat';
import type { Secrets } from '../../core/secrets/secrets';
import { callGateway, type GatewayAnswer, type GatewayCall } from './gateway';
import { requestText } from './message';
import { NetchbSimulator } from './simulator';

/** Under which name the password of an account is kept. */
export const passwordName = (accountId: number): string => `netchb:${accountId}`;

/** How the gateway is called by a server. */
export interface NetchbOptions extends BackgroundServices {
  readonly secrets: Secrets;
  /** Whether the gateway may be on this very machine, as in tests; the simulator always is. */
  readonly loopback?: boolean | undefined;
  /** Milliseconds for a call. */
  readonly deadline?: number | undefined;
}

/** What of an account says how it is called. */
export const LINE_FIELDS = [
  'netchbAccount.id',
  'netchbAccount.environment',
  'netchbAccount.address',
  'netchbAccount.loginName',
  'netchbAccount.filerCode',
  'netchbAccount.simulatorMode',
] as const;
type Account = Pick<NetchbAccount, 'id' | 'address' | 'loginName' | 'filerCode'> & {
  readonly environment: string;
  readonly simulatorMode: string;
};

/** What is said when the password cannot be had. */
const WITHOUT = {
  none: 'no_password',
  locked: 'keychain_locked',
  lost: 'password_lost',
} as const satisfies Record<string, NetchbResult>;

/** The way to the gateway of an account: over HTTP to its address, or over the same messages to the simulator. */
export class NetchbLine {
  readonly #options: NetchbOptions;
  readonly #simulator: NetchbSimulator;

  constructor(options: NetchbOptions) {
    this.#options = options;
    this.#simulator = new NetchbSimulator(options.now);
  }

  /** Calls the gateway once, with the login of the account; undefined when it was cut short by `stopped`. */
  async call(account: Account, call: GatewayCall, stopped: AbortSignal): Promise<GatewayAnswer | undefined> {
    const { store, secrets, loopback = false, deadline = NETCHB.deadline } = this.#options;
    const { id, environment, address, loginName, filerCode, simulatorMode } = account;
    const simulated = environment === 'simulator';
    const kept = await secrets.find(store.read, passwordName(id));
    // The simulator's password is no secret: an account that has none is let in with it.
    const password =
      simulated && kept.kind === 'none' ? { kind: 'found' as const, text: SIMULATOR_PASSWORD } : kept;
    if (password.kind !== 'found') {
      const request = requestText(call.operation, filerCode, call.content);
      return { result: WITHOUT[password.kind], text: null, request, httpStatus: null, answer: null };
    }
    const at = simulated ? { socketPath: await this.#simulator.socketPath() } : { address: address ?? '' };
    return callGateway(
      { at, loginName, password: password.text, filerCode },
      simulated ? { ...call, simulate: simulatorMode } : call,
      { loopback, deadline, stopped },
    );
  }

  stop(): Promise<void> {
    return this.#simulator.stop();
  }
}
