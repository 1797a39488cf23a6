import { type NetchbAccount, type NetchbResult, SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { NETCHB } from '@contract/limits';
import type { BackgroundServices } from '../../core/repeat';
import type { Secrets } from '../../core/secrets/secrets';
import { callGateway, type GatewayAnswer, type GatewayCall } from './gateway';
import { requestText } from './message';
import { NetchbSimulator } from './simulator';

/** Name under which the password of an account is stored. */
export const passwordName = (accountId: number): string => `netchb:${accountId}`;

/** Options for calling the gateway. */
export interface NetchbOptions extends BackgroundServices {
  readonly secrets: Secrets;
  /** True if the gateway may be on this machine, for example in tests; the simulator always is. */
  readonly loopback?: boolean | undefined;
  /** Timeout of a call in milliseconds. */
  readonly deadline?: number | undefined;
}

/** Columns of an account that are needed to call its gateway. */
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

/** Result of a call when the password is not available. */
const WITHOUT = {
  none: 'no_password',
  locked: 'keychain_locked',
  lost: 'password_lost',
} as const satisfies Record<string, NetchbResult>;

/** Connects to the gateway of an account: over HTTP to its address, or with the same messages to the simulator. */
export class NetchbLine {
  readonly #options: NetchbOptions;
  readonly #simulator: NetchbSimulator;

  constructor(options: NetchbOptions) {
    this.#options = options;
    this.#simulator = new NetchbSimulator(options.now);
  }

  /** Calls the gateway once, with the login of the account; undefined when cut short by `stopped`. */
  async call(account: Account, call: GatewayCall, stopped: AbortSignal): Promise<GatewayAnswer | undefined> {
    const { store, secrets, loopback = false, deadline = NETCHB.deadline } = this.#options;
    const { id, environment, address, loginName, filerCode, simulatorMode } = account;
    const simulated = environment === 'simulator';
    const kept = await secrets.find(store.read, passwordName(id));
    // The simulator's password is no secret: an account without one may use it.
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
